/** Prices and plans: what holds, what held, what is planned. */
import { useState } from 'react';
import type { PricesView, PriceVersionView } from '../../../../src/features/catalogue/contract.ts';
import type { SoldView } from '../../../../src/features/shop/operator-contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { planName } from '../../plan-names.ts';
import { useServiceWords } from '../../service-words.ts';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { Badge, Card, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OfferCards, useSold } from '../shop/offer-cards.tsx';
import { operatorPricesTexts } from './texts.ts';
import { PlanVersionDialog, PriceVersionDialog } from './version-dialogs.tsx';

type Model = PricesView['models'][number];
type Plan = PricesView['plans'][number];

export default function PricesPage() {
  const texts = useTexts(operatorPricesTexts);
  const [model, setModel] = useState<Model>();
  const [plan, setPlan] = useState<Plan>();
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
      {isThere && data?.plans.map((one) => <PlanCard key={one.id} plan={one} onAdd={() => setPlan(one)} />)}
      {model && <PriceVersionDialog model={model} onPublished={keep} onClose={() => setModel(undefined)} />}
      {plan && <PlanVersionDialog plan={plan} onPublished={keep} onClose={() => setPlan(undefined)} />}
    </Page>
  );
}

const hasDeclared = (prices: PricesView | undefined, sold: SoldView | undefined): boolean =>
  [...(prices?.models ?? []), ...(prices?.plans ?? []), ...(sold?.items ?? [])].some(({ isFromFile }) => isFromFile);

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
  return (
    <Card title={model.id} actions={model.isFromFile ? <FromFile /> : <AddButton name={model.id} onAdd={onAdd} />}>
      <p className="muted small">{texts.unit}</p>
      <CardTable columns={usePriceColumns(model)} rows={model.versions} keyOf={({ id }) => id} />
    </Card>
  );
}

const WRITES = ['cacheWrite5m', 'cacheWrite1h'] as const;

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
    { label: texts.version, cell: ({ id }) => id },
    { label: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
    priceOf('input', texts.input),
    priceOf('cachedInput', texts.cachedInput),
    priceOf('output', texts.output),
    priceOf('reasoning', texts.reasoning),
    ...WRITES.filter((type) => versions.some(({ price }) => price[type] !== undefined)).map((type) =>
      priceOf(type, texts[type]),
    ),
    { label: texts.from, cell: ({ fromMs }) => format.dateTime(fromMs) },
    { label: texts.by, kind: 'name', cell: ({ actor }) => words.actor(actor) },
  ];
}

const KINDS = { now: 'good', planned: 'warn', past: 'plain', withdrawn: 'plain' } as const;

function StateBadge({ state }: { readonly state: keyof typeof KINDS }) {
  const texts = useTexts(operatorPricesTexts);
  return <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>;
}

function PlanCard({ plan, onAdd }: { readonly plan: Plan; readonly onAdd: () => void }) {
  const texts = useTexts(operatorPricesTexts);
  const format = useFormat();
  const words = useServiceWords();
  const name = planName(plan.id);
  const versions = plan.versions.filter(({ tokens }) => tokens !== null);
  return (
    <Card
      title={texts.planTitle(name, format.count(plan.tokens ?? 0))}
      actions={plan.isFromFile ? <FromFile /> : <AddButton name={name} onAdd={onAdd} />}
    >
      {!plan.isFromFile && (
        <p className="muted">
          {plan.configuredTokens !== null && texts.preset(format.count(plan.configuredTokens))}{' '}
          {versions.length === 0 && texts.noVersions}
        </p>
      )}
      {versions.length > 0 && (
        <table className="card-table">
          <thead>
            <tr>
              <th scope="col" className="number">
                {texts.tokens}
              </th>
              <th scope="col">{texts.state}</th>
              <th scope="col">{texts.from}</th>
              <th scope="col">{texts.by}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.id}>
                <td className="number" data-label={texts.tokens}>
                  {format.count(version.tokens ?? 0)}
                </td>
                <td data-label={texts.state}>
                  <StateBadge state={version.state} />
                </td>
                <td data-label={texts.from}>{format.dateTime(version.fromMs)}</td>
                <td data-label={texts.by} className="name-cell">
                  {words.actor(version.actor)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
