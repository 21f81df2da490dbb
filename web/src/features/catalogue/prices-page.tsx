/** Prices: what holds, what held, what is planned. */
import { useState } from 'react';
import type { PricesView, PriceVersionView } from '../../../../src/features/catalogue/contract.ts';
import type { SoldView } from '../../../../src/features/shop/operator-contract.ts';
import { useApi } from '../../api.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { Badge, Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OfferCards, soldItems, useSold } from '../shop/offer-cards.tsx';
import { WRITES } from './price-form.tsx';
import { operatorPricesTexts } from './texts.ts';
import { PriceVersionDialog } from './version-dialogs.tsx';

type Model = PricesView['models'][number];

export default function PricesPage() {
  const texts = useTexts(operatorPricesTexts);
  const [model, setModel] = useState<Model>();
  const { data, error, mutate } = useApi('GET /api/operator/prices');
  const sold = useSold();
  // Both at once, so that nothing jumps when the second comes.
  const isThere = (data || error) && (sold.data || sold.error);
  const keep = (changed: PricesView) => void mutate(changed, false);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {isThere && hasDeclared(data, sold.data) && <FromFileHint />}
      {!isThere && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {isThere && <OfferCards {...sold} />}
      {isThere && data?.models.map((one) => <ModelCard key={one.id} model={one} onAdd={() => setModel(one)} />)}
      {model && <PriceVersionDialog model={model} onPublished={keep} onClose={() => setModel(undefined)} />}
    </Page>
  );
}

const hasDeclared = (prices: PricesView | undefined, sold: SoldView | undefined): boolean =>
  [...(prices?.models ?? []), ...soldItems(sold)].some(({ isFromFile }) => isFromFile);

function AddButton({ name, onAdd }: { readonly name: string; readonly onAdd: () => void }) {
  const texts = useTexts(operatorPricesTexts);
  return (
    <button type="button" className="button compact" aria-label={texts.addFor(name)} onClick={onAdd}>
      {texts.add}
    </button>
  );
}

function ModelCard({ model, onAdd }: { readonly model: Model; readonly onAdd: () => void }) {
  const texts = useTexts(operatorPricesTexts);
  const columns = usePriceColumns(model);
  const past = model.versions.filter(({ state }) => state === 'past');
  const others = model.versions.filter(({ state }) => state !== 'past');
  return (
    <Card
      title={
        <>
          {model.id} <DemonstrationMark of={model} />
        </>
      }
      actions={model.isFromFile ? <FromFile /> : <AddButton name={model.id} onAdd={onAdd} />}
    >
      <p className="muted small">{texts.unit}</p>
      <CardTable className="of-prices" columns={columns} rows={others} keyOf={({ id }) => id} />
      {past.length > 0 && (
        <details>
          <summary>{texts.history}</summary>
          <CardTable className="of-prices" columns={columns} rows={past} keyOf={({ id }) => id} />
        </details>
      )}
    </Card>
  );
}

/** Prices of cache writes are shown where a version has one: most models have none. */
function usePriceColumns({ versions }: Model): readonly Column<PriceVersionView>[] {
  const texts = useTexts(operatorPricesTexts);
  const words = useServiceWords();
  const format = useFormat();
  const priceOf = (type: keyof PriceVersionView['price'], label: string): Column<PriceVersionView> => ({
    label,
    kind: 'number',
    cell: ({ price }) => format.exactCzk(price[type] ?? price.input),
  });
  return [
    { label: texts.version, cell: ({ id }) => <span className="one-line">{id}</span> },
    { label: texts.state, isOnLine: true, cell: ({ state }) => <StateBadge state={state} /> },
    priceOf('input', texts.types.input),
    priceOf('cachedInput', texts.types.cachedInput),
    priceOf('output', texts.types.output),
    priceOf('reasoning', texts.types.reasoning),
    ...WRITES.filter((type) => versions.some(({ price }) => price[type] !== undefined)).map((type) =>
      priceOf(type, texts.types[type]),
    ),
    { label: texts.from, cell: ({ fromMs }) => <DateAndHour atMs={fromMs} /> },
    { label: texts.by, kind: 'name', cell: ({ actor }) => <Address email={words.actor(actor)} /> },
  ];
}

/** In a narrow column the hour is below its day. */
function DateAndHour({ atMs }: { readonly atMs: number }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(atMs).toISOString()} title={format.dateTime(atMs)}>
      <span className="one-line">{format.date(atMs)}</span> <span className="one-line">{format.hour(atMs)}</span>
    </time>
  );
}

const KINDS = { now: 'good', planned: 'warn', past: 'plain', withdrawn: 'plain' } as const;

function StateBadge({ state }: { readonly state: keyof typeof KINDS }) {
  const texts = useTexts(operatorPricesTexts);
  return <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>;
}
