/** Tokens as a list, with the windows that make one and revoke one. Both areas show them alike. */
import { useState } from 'react';
import type { SWRResponse } from 'swr';
import type { NewTokenView, TokenView } from '../../../../src/features/tokens/contract.ts';
import type { ApiError } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Badge, Card, Empty, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Ago } from '../../ui/when.tsx';
import { tokensTexts } from './texts.ts';
import { NewTokenDialog, SecretDialog, type TokenScope, type TokenWish } from './token-dialogs.tsx';

type TokensView<Scope> = { readonly tokens: readonly TokenView[]; readonly scopes: readonly Scope[] };

type TokenListProps<Scope extends TokenScope> = {
  readonly lead: string;
  /** Said where there is none yet. */
  readonly empty: string;
  /** The request of the example. */
  readonly path: string;
  readonly loaded: SWRResponse<TokensView<Scope>, ApiError>;
  readonly make: (wish: TokenWish<Scope>) => Promise<NewTokenView>;
  readonly revoke: (id: string) => Promise<TokensView<Scope>>;
};

export function TokenList<Scope extends TokenScope>({
  lead,
  empty,
  path,
  loaded,
  make,
  revoke,
}: TokenListProps<Scope>) {
  const texts = useTexts(tokensTexts);
  const say = useNotice();
  const { data, error, mutate } = loaded;
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<NewTokenView>();
  const [ended, setEnded] = useState<TokenView>();
  const columns = useColumns(setEnded);
  const create = (
    <button type="button" className="button primary" onClick={() => setIsMaking(true)}>
      {texts.create}
    </button>
  );
  const isEmpty = data?.tokens.length === 0;
  return (
    <Page title={texts.title} lead={lead} actions={data && !isEmpty && create}>
      <Problem error={error} retry={() => void mutate()} />
      <Card>
        {!data && !error && <Skeleton lines={4} />}
        {isEmpty && (
          <Empty title={texts.emptyTitle} action={create}>
            {empty}
          </Empty>
        )}
        {data && !isEmpty && <CardTable columns={columns} rows={data.tokens} keyOf={({ id }) => id} />}
      </Card>
      {isMaking && data && (
        <NewTokenDialog
          scopes={data.scopes}
          onClose={() => setIsMaking(false)}
          send={async (wish) => {
            setMade(await make(wish));
            setIsMaking(false);
            void mutate();
          }}
        />
      )}
      {made && <SecretDialog made={made} path={path} onClose={() => setMade(undefined)} />}
      {ended && (
        <Confirm
          title={texts.revokeTitle(ended.name)}
          action={texts.revoke}
          onClose={() => setEnded(undefined)}
          onConfirm={async () => {
            void mutate(await revoke(ended.id), { revalidate: false });
            say(texts.revokedDone(ended.name));
          }}
        >
          <p>{texts.revokeText(ended.hint)}</p>
        </Confirm>
      )}
    </Page>
  );
}

function useColumns(onRevoke: (token: TokenView) => void): readonly Column<TokenView>[] {
  const texts = useTexts(tokensTexts);
  const format = useFormat();
  const nowMs = Date.now();
  return [
    {
      label: texts.name,
      kind: 'name',
      cell: ({ name, hint }) => (
        <span className="two-lines">
          <span>{name}</span>
          <code className="muted small">…{hint}</code>
        </span>
      ),
    },
    { label: texts.scopes, kind: 'words', cell: ({ scopes }) => scopes.join(', ') },
    { label: texts.state, cell: (token) => <State of={token} nowMs={nowMs} /> },
    { label: texts.madeBy, kind: 'name', cell: ({ email }) => <Address email={email ?? texts.former} /> },
    {
      label: texts.used,
      cell: ({ lastUsedAtMs }) => (lastUsedAtMs === null ? texts.neverUsed : <Ago atMs={lastUsedAtMs} />),
    },
    {
      label: texts.ends,
      cell: ({ expiresAtMs }) => (expiresAtMs === null ? texts.never : format.date(expiresAtMs)),
    },
    {
      label: texts.actions,
      kind: 'buttons',
      cell: (token) =>
        token.revokedAtMs === null && (
          <button
            type="button"
            className="button compact danger"
            aria-label={`${texts.revoke}: ${token.name}`}
            onClick={() => onRevoke(token)}
          >
            {texts.revoke}
          </button>
        ),
    },
  ];
}

function State({ of, nowMs }: { readonly of: TokenView; readonly nowMs: number }) {
  const texts = useTexts(tokensTexts);
  if (of.revokedAtMs !== null) return <Badge>{texts.revoked}</Badge>;
  if (of.expiresAtMs !== null && of.expiresAtMs <= nowMs) return <Badge>{texts.expired}</Badge>;
  return <Badge kind="good">{texts.active}</Badge>;
}
