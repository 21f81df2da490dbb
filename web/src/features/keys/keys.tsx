/** API keys: what they are, what they spend, what they may. */
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { KeyView, NewKeyView } from '../../../../src/features/keys/contract.ts';
import { useMay } from '../../acting.ts';
import { call, useApi } from '../../api.ts';
import { isZeroCzk, sumCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { tokenTexts } from '../../texts/token-count.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Empty, Figure, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { viewedAccount } from '../../viewing.ts';
import { tokensLeft } from '../shop/tokens-left.ts';
import { CreateKey, EditKey } from './key-dialog.tsx';
import { type KeyAction, KeyRow } from './key-row.tsx';
import { dayStartMs, isGone } from './key-state.ts';
import { RotateKey } from './rotate-dialog.tsx';
import { type Replaced, SecretDialog } from './secret-dialog.tsx';
import { keysTexts } from './texts.ts';

/** The one dialog that is open. */
type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: KeyAction; readonly key: KeyView }
  | { readonly kind: 'secret'; readonly made: NewKeyView; readonly replaced?: Replaced };

export default function KeysPage() {
  const texts = useTexts(keysTexts);
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data, error, mutate } = useApi('GET /api/keys', { query: { dayFromMs: dayStartMs(Date.now()) } });
  const may = useMay();
  const create = may('write-keys') && (
    <button type="button" className="button primary" onClick={() => setDialog({ kind: 'create' })}>
      {texts.create}
    </button>
  );
  const isEmpty = data?.keys.every(({ kind }) => kind === 'playground') ?? false;
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Blocked />
      <Problem error={error} retry={() => void mutate()} />
      {!error && <Summary keys={data?.keys} />}
      {!data && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {isEmpty && (
        <Card>
          <Empty title={texts.emptyTitle} action={create}>
            {texts.empty}
          </Empty>
        </Card>
      )}
      {data && (
        <KeyList keys={data.keys} create={!isEmpty && create} onAction={(kind, key) => setDialog({ kind, key })} />
      )}
      {data && viewedAccount() === null && (
        <p className="muted small">
          {texts.managing} <Link href="/tokens">{texts.toTokens}</Link>
        </p>
      )}
      <OpenedDialog dialog={dialog} show={setDialog} onChanged={() => void mutate()} />
    </Page>
  );
}

function Summary({ keys }: { readonly keys: readonly KeyView[] | undefined }) {
  const texts = useTexts(keysTexts);
  const { tokenCount } = useTexts(tokenTexts);
  const format = useFormat();
  const spent = (label: string, czkOf: (key: KeyView) => string, tokensOf: (key: KeyView) => number) => {
    if (!keys) return <Figure label={label} value="…" note="…" />;
    const count = keys.reduce((sum, key) => sum + tokensOf(key), 0);
    const czk = sumCzk(keys.map(czkOf));
    const tokens = tokenCount(count, format.short(count));
    // What a plan or a package has paid has no price; the space keeps the height.
    if (isZeroCzk(czk) && count > 0) return <Figure label={label} value={tokens} note={'\u00a0'} />;
    return <Figure label={label} value={format.czk(czk)} note={tokens} />;
  };
  return (
    <div className="card figures">
      {spent(
        texts.spentToday,
        (key) => key.spentTodayCzk,
        (key) => key.tokensToday,
      )}
      {spent(
        texts.spentMonth,
        (key) => key.spentMonthCzk,
        (key) => key.tokensMonth,
      )}
      {spent(
        texts.spentTotal,
        (key) => key.spentCzk,
        (key) => key.tokens,
      )}
      <Left />
    </div>
  );
}

/** The first to pay is shown first: tokens, where there are any, and else the credit. */
function Left() {
  const texts = useTexts(keysTexts);
  const format = useFormat();
  const { data: billing } = useApi('GET /api/billing');
  const may = useMay();
  const tokens = billing ? tokensLeft(billing) : 0;
  const credit = billing ? format.czk(billing.freeCzk) : '…';
  return (
    <Figure
      label={tokens > 0 ? texts.tokensLeft : texts.creditLeft}
      value={tokens > 0 ? format.short(tokens) : credit}
      note={
        <>
          {tokens > 0 && texts.alsoCredit(credit)}
          {tokens > 0 && may('read-billing') && ' · '}
          {may('read-billing') && <Link href="/billing">{texts.toBilling}</Link>}
        </>
      }
    />
  );
}

type KeyListProps = {
  readonly keys: readonly KeyView[];
  readonly create: ReactNode;
  readonly onAction: (action: KeyAction, key: KeyView) => void;
};

function KeyList({ keys, create, onAction }: KeyListProps) {
  const texts = useTexts(keysTexts);
  const format = useFormat();
  const nowMs = Date.now();
  const gone = keys.filter((key) => isGone(key, nowMs));
  const living = keys.filter((key) => !isGone(key, nowMs));
  const rows = (some: readonly KeyView[]) =>
    some.map((key) => <KeyRow key={key.id} of={key} nowMs={nowMs} onAction={onAction} />);
  return (
    <>
      {(living.length > 0 || create) && (
        <section className="card flush list" aria-label={texts.list}>
          <div className="list-head">
            <h2>{texts.list}</h2>
            {create}
          </div>
          <ul className="keys">{rows(living)}</ul>
        </section>
      )}
      {gone.length > 0 && (
        <details className="card flush list gone">
          <summary>{texts.gone(format.count(gone.length))}</summary>
          <ul className="keys">{rows(gone)}</ul>
        </details>
      )}
    </>
  );
}

type OpenedDialogProps = {
  readonly dialog: OpenDialog | undefined;
  readonly show: (dialog: OpenDialog | undefined) => void;
  readonly onChanged: () => void;
};

function OpenedDialog({ dialog, show, onChanged }: OpenedDialogProps) {
  const close = () => show(undefined);
  const onMade = (made: NewKeyView, replaced?: Replaced) => {
    onChanged();
    show({ kind: 'secret', made, ...(replaced && { replaced }) });
  };
  const onSaved = () => {
    onChanged();
    close();
  };
  switch (dialog?.kind) {
    case 'create':
      return <CreateKey onMade={onMade} onClose={close} />;
    case 'edit':
      return <EditKey of={dialog.key} onSaved={onSaved} onClose={close} />;
    case 'rotate':
      return <RotateKey of={dialog.key} onMade={onMade} onClose={close} />;
    case 'revoke':
      return <RevokeKey of={dialog.key} onRevoked={onChanged} onClose={close} />;
    case 'secret':
      return <SecretDialog made={dialog.made} replaced={dialog.replaced} onClose={close} />;
    default:
      return null;
  }
}

type RevokeProps = { readonly of: KeyView; readonly onRevoked: () => void; readonly onClose: () => void };

function RevokeKey({ of, onRevoked, onClose }: RevokeProps) {
  const texts = useTexts(keysTexts).revocation;
  const say = useNotice();
  const revoke = async () => {
    await call('POST /api/keys/{id}/revoke', { params: { id: of.id } });
    onRevoked();
    say(texts.done(of.name));
  };
  return (
    <Confirm title={texts.title(of.name)} action={texts.action} onConfirm={revoke} onClose={onClose}>
      <p>{texts.text(of.hint)}</p>
    </Confirm>
  );
}

function Blocked() {
  const texts = useTexts(keysTexts);
  const { data } = useApi('GET /api/me');
  const status = data?.account.status;
  if (status !== 'blocked' && status !== 'suspended') return null;
  return (
    <div className="notice bad" role="alert">
      <span>{status === 'blocked' ? texts.blocked : texts.suspended}</span>
      <Link href="/billing">{texts.toBilling}</Link>
    </div>
  );
}
