import type { KeyView } from '../../../../src/features/keys/contract.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { tokenTexts } from '../../texts/token-count.ts';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { Ago } from '../../ui/when.tsx';
import { LimitList } from '../limits/limit-list.tsx';

type CustomerKeysProps = { readonly keys: readonly KeyView[]; readonly onRevoke: (key: KeyView) => void };

/** The keys of a customer, with what each has spent. */
export function CustomerKeys({ keys, onRevoke }: CustomerKeysProps) {
  const texts = useTexts(operatorTexts);
  const columns = useColumns(onRevoke);
  return (
    <Card title={texts.keys}>
      {keys.length === 0 && <p className="muted">{texts.noKeys}</p>}
      {keys.length > 0 && <CardTable columns={columns} rows={keys} keyOf={({ id }) => id} />}
    </Card>
  );
}

function useColumns(onRevoke: CustomerKeysProps['onRevoke']): readonly Column<KeyView>[] {
  const texts = useTexts(operatorTexts);
  const { tokenCount } = useTexts(tokenTexts);
  const format = useFormat();
  const spent = (czk: string, count: number) => {
    const tokens = tokenCount(count, format.short(count));
    // What a plan or a package has paid has no price.
    return isZeroCzk(czk) && count > 0 ? tokens : <TwoLines second={tokens}>{format.czk(czk)}</TwoLines>;
  };
  return [
    {
      label: texts.keyName,
      kind: 'name',
      cell: (key) => (
        <span>
          {key.name} {key.hint && <code>…{key.hint}</code>}
          <LimitList limits={key.limits} name={key.name} />
        </span>
      ),
    },
    { label: texts.keyState, cell: (key) => <KeyBadge of={key} /> },
    {
      label: texts.spentMonth,
      kind: 'number',
      cell: (key) => spent(key.spentMonthCzk, key.tokensMonth),
    },
    {
      label: texts.spentAll,
      kind: 'number',
      cell: (key) => spent(key.spentCzk, key.tokens),
    },
    { label: texts.lastUsed, cell: ({ lastUsedAtMs }) => (lastUsedAtMs ? <Ago atMs={lastUsedAtMs} /> : texts.never) },
    {
      label: texts.actions,
      kind: 'buttons',
      cell: (key) =>
        key.revokedAtMs === null &&
        key.kind === 'api' && (
          <button
            type="button"
            className="button compact danger"
            aria-label={`${texts.revoke}: ${key.name}`}
            onClick={() => onRevoke(key)}
          >
            {texts.revoke}
          </button>
        ),
    },
  ];
}

function KeyBadge({ of }: { readonly of: KeyView }) {
  const texts = useTexts(operatorTexts);
  if (of.revokedAtMs !== null) return <Badge>{texts.revoked}</Badge>;
  if (of.expiresAtMs !== null && of.expiresAtMs <= Date.now()) return <Badge>{texts.expired}</Badge>;
  return <Badge kind="good">{texts.usable}</Badge>;
}
