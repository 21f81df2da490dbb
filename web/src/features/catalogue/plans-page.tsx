/** Plans: what each gives now and for how much, what is planned, and every change there was. */
import { lazy, Suspense, useState } from 'react';
import type { PlanVersionView, PricesView } from '../../../../src/features/catalogue/contract.ts';
import { call, useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { Badge, Card, Empty, Folded, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import type { Plan } from './plan-body.ts';
import { operatorPlansTexts } from './plan-texts.ts';
import { usePlanWords } from './plan-words.ts';
import { operatorPricesTexts } from './texts.ts';

/** Loaded when it is opened: the page is looked at far more often than something is changed. */
const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }));

const FOLLOW_MS = 1000;
const SOON_MS = 10_000;

/** A version that was published to hold at once holds in a moment. */
const isAboutToChange = (view: PricesView | undefined): boolean =>
  view?.plans.some(({ versions }) =>
    versions.some(({ state, fromMs }) => state === 'planned' && fromMs < Date.now() + SOON_MS),
  ) ?? false;

type Wish = { readonly kind: 'add' } | { readonly kind: 'change'; readonly plan: Plan };

export default function PlansPage() {
  const texts = useTexts(operatorPlansTexts);
  const [wish, setWish] = useState<Wish>();
  const [withdrawn, setWithdrawn] = useState<string>();
  const { data, error, mutate } = useApi('GET /api/operator/prices', undefined, {
    refreshInterval: (latest?: PricesView) => (isAboutToChange(latest) ? FOLLOW_MS : 0),
  });
  const keep = (view: PricesView) => void mutate(view, false);
  const plans = data?.plans ?? [];
  const add = (
    <button type="button" className="button primary" disabled={!data} onClick={() => setWish({ kind: 'add' })}>
      {texts.add}
    </button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={add}>
      <Problem error={error} retry={() => void mutate()} />
      {plans.some(({ isFromFile, isPriceFromFile }) => isFromFile || isPriceFromFile) && <FromFileHint />}
      <Card>
        {!data && !error && <Skeleton lines={6} />}
        {data && plans.length === 0 && <Empty title={texts.none}>{texts.noneLead}</Empty>}
        {plans.length > 0 && <PlanTable plans={plans} onChange={(plan) => setWish({ kind: 'change', plan })} />}
      </Card>
      {plans.some(({ versions }) => versions.length > 0) && <Changes plans={plans} onWithdraw={setWithdrawn} />}
      {data && wish && (
        <Suspense fallback={null}>
          <PlanDialog
            view={data}
            plan={wish.kind === 'change' ? wish.plan : undefined}
            onChanged={keep}
            onClose={() => setWish(undefined)}
          />
        </Suspense>
      )}
      {withdrawn && <WithdrawDialog id={withdrawn} onWithdrawn={keep} onClose={() => setWithdrawn(undefined)} />}
    </Page>
  );
}

type PlanTableProps = { readonly plans: readonly Plan[]; readonly onChange: (plan: Plan) => void };

function PlanTable({ plans, onChange }: PlanTableProps) {
  const texts = useTexts(operatorPlansTexts);
  const words = usePlanWords();
  const format = useFormat();
  const { language } = useLanguage();
  const planned = (plan: Plan) =>
    plan.versions
      .filter(({ state }) => state === 'planned')
      .map(({ changes, fromMs }) => texts.from(words.changes(changes, plan), format.dateTime(fromMs)))
      .join('; ');
  const hasBegun = ({ versions, configuredTokens }: Plan) =>
    configuredTokens !== null || versions.some(({ state }) => state === 'now' || state === 'past');
  const columns: readonly Column<Plan>[] = [
    { label: texts.plan, cell: ({ id, name }) => <TwoLines second={id}>{name[language]}</TwoLines> },
    { label: texts.now, kind: 'words', cell: (plan) => (hasBegun(plan) ? words.now(plan) : texts.later) },
    { label: texts.planned, kind: 'words', cell: (plan) => planned(plan) || '–' },
    { label: texts.actions, kind: 'buttons', cell: (plan) => <Buttons plan={plan} onChange={onChange} /> },
  ];
  return <CardTable columns={columns} rows={plans} keyOf={({ id }) => id} />;
}

/** The file may declare the plan, its price, or both. */
function Buttons({ plan, onChange }: Pick<PlanTableProps, 'onChange'> & { readonly plan: Plan }) {
  const texts = useTexts(operatorPlansTexts);
  const { language } = useLanguage();
  return (
    <span className="row">
      {(plan.isFromFile || plan.isPriceFromFile) && <FromFile />}
      {!(plan.isFromFile && plan.isPriceFromFile) && (
        <button
          type="button"
          className="button compact"
          aria-label={texts.changeOf(plan.name[language])}
          onClick={() => onChange(plan)}
        >
          {texts.change}
        </button>
      )}
    </span>
  );
}

const KINDS = { now: 'good', planned: 'warn', past: 'plain', withdrawn: 'plain' } as const;

type ChangesProps = { readonly plans: readonly Plan[]; readonly onWithdraw: (id: string) => void };
type Version = PlanVersionView & { readonly plan: Plan };

function Changes({ plans, onWithdraw }: ChangesProps) {
  const texts = useTexts(operatorPlansTexts);
  const prices = useTexts(operatorPricesTexts);
  const words = usePlanWords();
  const service = useServiceWords();
  const format = useFormat();
  const { language } = useLanguage();
  const versions = plans
    .flatMap((plan) => plan.versions.map((version) => ({ ...version, plan })))
    .toSorted((a, b) => b.fromMs - a.fromMs);
  const columns: readonly Column<Version>[] = [
    { label: texts.plan, cell: ({ id, plan }) => <TwoLines second={id}>{plan.name[language]}</TwoLines> },
    {
      label: prices.state,
      isOnLine: true,
      cell: ({ state }) => <Badge kind={KINDS[state]}>{prices.states[state]}</Badge>,
    },
    { label: texts.what, kind: 'words', cell: ({ changes, plan }) => words.changes(changes, plan) },
    { label: prices.from, cell: ({ fromMs }) => format.dateTime(fromMs) },
    { label: prices.by, kind: 'name', cell: ({ actor }) => <Address email={service.actor(actor)} /> },
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
  return (
    <Folded title={texts.history} isOpen={versions.some(({ state }) => state === 'planned')}>
      <CardTable columns={columns} rows={versions} keyOf={({ id }) => id} />
    </Folded>
  );
}

type WithdrawProps = {
  readonly id: string;
  readonly onWithdrawn: (view: PricesView) => void;
  readonly onClose: () => void;
};

function WithdrawDialog({ id, onWithdrawn, onClose }: WithdrawProps) {
  const texts = useTexts(operatorPlansTexts);
  return (
    <OrderDialog
      title={texts.withdrawOf(id)}
      text={texts.withdrawText}
      send={async (body) => onWithdrawn(await call('POST /api/operator/plans/{id}/withdraw', { params: { id }, body }))}
      onDone={() => {}}
      onClose={onClose}
    />
  );
}
