/** Offers: what holds, what is planned, and every change there was. */
import { useState } from 'react';
import type { SoldView } from '../../../../src/features/shop/operator-contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { FromFile } from '../../ui/from-file.tsx';
import { Badge, Card, Folded } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { operatorPricesTexts } from '../catalogue/texts.ts';
import { NewPackageDialog, OfferDialog, WithdrawOfferDialog } from './offer-dialogs.tsx';
import { type Item, useOfferWords } from './offer-words.ts';
import { operatorOffersTexts } from './operator-offer-texts.ts';

type Version = Item['versions'][number] & { readonly item: string };

const FOLLOW_MS = 1000;
const SOON_MS = 10_000;

export const soldItems = (sold: SoldView | undefined): readonly Item[] =>
  sold?.items.filter((item): item is Item => item.kind !== 'plan') ?? [];

/** A version that was published to hold at once holds in a moment. */
const isAboutToChange = (sold: SoldView | undefined): boolean =>
  sold?.items.some(({ versions }) =>
    versions.some(({ state, fromMs }) => state === 'planned' && fromMs < Date.now() + SOON_MS),
  ) ?? false;

export const useSold = () =>
  useApi('GET /api/operator/offers', undefined, {
    refreshInterval: (latest?: SoldView) => (isAboutToChange(latest) ? FOLLOW_MS : 0),
  });

export function OfferCards({ data, error, mutate }: ReturnType<typeof useSold>) {
  const texts = useTexts(operatorOffersTexts);
  const [changed, setChanged] = useState<Item>();
  const [isAdding, setIsAdding] = useState(false);
  const [withdrawn, setWithdrawn] = useState<string>();
  const keep = (sold: SoldView) => void mutate(sold, false);
  const items = soldItems(data);
  const columns = useItemColumns(setChanged);
  const add = data && (
    <button type="button" className="button compact" onClick={() => setIsAdding(true)}>
      {texts.add}
    </button>
  );
  return (
    <>
      <Card title={texts.title} actions={add}>
        <p className="muted">{texts.lead}</p>
        <Problem error={error} retry={() => void mutate()} />
        {data?.methods.length === 0 && <div className="notice warn">{texts.nowhere}</div>}
        {data && <CardTable columns={columns} rows={items} keyOf={({ item }) => item} />}
      </Card>
      {items.some(({ versions }) => versions.length > 0) && <Changes items={items} onWithdraw={setWithdrawn} />}
      {changed && <OfferDialog of={changed} onPublished={keep} onClose={() => setChanged(undefined)} />}
      {isAdding && <NewPackageDialog items={items} onPublished={keep} onClose={() => setIsAdding(false)} />}
      {withdrawn && <WithdrawOfferDialog id={withdrawn} onPublished={keep} onClose={() => setWithdrawn(undefined)} />}
    </>
  );
}

function useItemColumns(onChange: (item: Item) => void): readonly Column<Item>[] {
  const texts = useTexts(operatorOffersTexts);
  const words = useOfferWords();
  const format = useFormat();
  const plannedOf = ({ versions }: Item) =>
    versions
      .filter(({ state }) => state === 'planned')
      .map(({ terms, fromMs }) => texts.from(words.terms(terms), format.dateTime(fromMs)))
      .join('; ');
  return [
    { label: texts.what, cell: ({ item }) => words.name(item) },
    { label: texts.now, kind: 'words', cell: ({ terms }) => words.terms(terms) },
    { label: texts.planned, kind: 'words', cell: (item) => plannedOf(item) || '–' },
    {
      label: texts.change,
      kind: 'buttons',
      cell: (item) =>
        item.isFromFile ? (
          <FromFile />
        ) : (
          <button
            type="button"
            className="button compact"
            aria-label={texts.changeOf(words.name(item.item))}
            onClick={() => onChange(item)}
          >
            {texts.change}
          </button>
        ),
    },
  ];
}

type ChangesProps = { readonly items: readonly Item[]; readonly onWithdraw: (id: string) => void };

function Changes({ items, onWithdraw }: ChangesProps) {
  const texts = useTexts(operatorOffersTexts);
  const versions = items
    .flatMap(({ item, versions: own }) => own.map((version) => ({ ...version, item })))
    .toSorted((a, b) => b.fromMs - a.fromMs);
  return (
    <Folded title={texts.history} isOpen={versions.some(({ state }) => state === 'planned')}>
      <CardTable columns={useVersionColumns(onWithdraw)} rows={versions} keyOf={({ id }) => id} />
    </Folded>
  );
}

const KINDS = { now: 'good', planned: 'warn', past: 'plain', withdrawn: 'plain' } as const;

function useVersionColumns(onWithdraw: (id: string) => void): readonly Column<Version>[] {
  const texts = useTexts(operatorOffersTexts);
  const prices = useTexts(operatorPricesTexts);
  const words = useOfferWords();
  const service = useServiceWords();
  const format = useFormat();
  const states = { ...prices.states, withdrawn: texts.withdrawn };
  return [
    { label: texts.what, cell: ({ item }) => words.name(item) },
    { label: prices.state, isOnLine: true, cell: ({ state }) => <Badge kind={KINDS[state]}>{states[state]}</Badge> },
    { label: texts.terms, kind: 'words', cell: ({ terms }) => words.terms(terms) },
    { label: prices.from, cell: ({ fromMs }) => format.dateTime(fromMs) },
    { label: prices.by, kind: 'name', cell: ({ actor }) => service.actor(actor) },
    {
      label: texts.withdraw,
      kind: 'buttons',
      cell: ({ id, state }) =>
        state === 'planned' && (
          <button
            type="button"
            className="button compact"
            aria-label={texts.withdrawOf(id)}
            onClick={() => onWithdraw(id)}
          >
            {texts.withdraw}
          </button>
        ),
    },
  ];
}
