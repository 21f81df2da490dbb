/** The operator's first page: what needs them now, and how the service did in a period beside the one before it. */
import { useState } from 'react';
import { Link } from 'wouter';
import type { FiguresView, OverviewView, TopView } from '../../../../src/features/overview/contract.ts';
import { useApi } from '../../api.ts';
import { isZeroCzk } from '../../czk.ts';
import { DemonstrationMark } from '../../demonstration-mark.tsx';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, LongName } from '../../ui/card-table.tsx';
import { Badge, Card, Choice, Figure, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Ago } from '../../ui/when.tsx';
import { FirstModels } from '../catalogue/preset-question.tsx';
import { SetUp } from '../service-settings/set-up.tsx';
import { gigabytes } from '../serving/gigabytes.ts';
import { Course } from './course.tsx';
import { Needs } from './overview-needs.tsx';
import { operatorOverviewTexts } from './texts.ts';

const PERIODS = ['today', '7d', '30d'] as const;
type Period = (typeof PERIODS)[number];

/** A month is much to add up; what it comes to hardly changes in a minute. */
const REFRESH_MS: Readonly<Record<Period, number>> = { today: 30_000, '7d': 120_000, '30d': 300_000 };

export default function OverviewPage() {
  const texts = useTexts(operatorOverviewTexts);
  const [period, setPeriod] = useState<Period>('7d');
  const { data, error, mutate } = useApi(
    'GET /api/operator/overview',
    { query: { period } },
    { refreshInterval: REFRESH_MS[period], keepPreviousData: true },
  );
  // Drawn together, so that nothing on the page jumps.
  const { isLoading } = useApi('GET /api/operator/set-up');
  const isThere = data !== undefined && !isLoading;
  const options = PERIODS.map((one) => [one, texts.periods[one]] as const);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {!isThere && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      <FirstModels />
      {isThere && (
        <>
          <SetUp />
          <Needs needs={data.needs} />
          <Card
            title={texts.figures}
            actions={<Choice label={texts.period} value={period} options={options} onChange={setPeriod} />}
          >
            <Figures of={data.figures} />
          </Card>
          <Course period={period} refreshMs={REFRESH_MS[period]} />
          <Tops of={data} />
          <Now of={data} />
        </>
      )}
    </Page>
  );
}

type CzkFigure = 'paidCzk' | 'spentCzk' | 'trialCzk';
type CountFigure = 'requests' | 'tokens' | 'coveredTokens' | 'activeCustomers' | 'newCustomers';

function Figures({ of: { now, before } }: { readonly of: OverviewView['figures'] }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const czk = (label: string, name: CzkFigure) => (
    <Figure
      label={label}
      value={format.czk(now[name])}
      note={<Before was={format.czk(before[name])} change={changeOf(Number(now[name]), Number(before[name]))} />}
    />
  );
  const answersOf = ({ answered, failed }: FiguresView) => format.count(answered + failed);
  const duration = (ms: number | null) => (ms === null ? '–' : format.duration(ms));
  const firstToken = (label: string, name: 'firstTokenP50Ms' | 'firstTokenP95Ms') => (
    <Figure
      label={label}
      value={duration(now[name])}
      note={<Before was={duration(before[name])} change={changeOf(now[name] ?? 0, before[name] ?? 0)} />}
    />
  );
  const count = (label: string, name: CountFigure) => {
    const written = name === 'tokens' || name === 'coveredTokens' ? format.short : format.count;
    const note = <Before was={written(before[name])} change={changeOf(now[name], before[name])} />;
    return <Figure label={label} value={written(now[name])} note={note} />;
  };
  return (
    <>
      <div className="figures lead-figures">
        {czk(texts.paid, 'paidCzk')}
        {czk(texts.spent, 'spentCzk')}
        {count(texts.requests, 'requests')}
        <Figure
          label={texts.failed}
          value={format.count(now.failed)}
          note={texts.failedOf(answersOf(now), format.count(before.failed), answersOf(before))}
        />
      </div>
      <div className="figures other-figures">
        <Errors now={now} before={before} />
        {firstToken(texts.firstToken.p50, 'firstTokenP50Ms')}
        {firstToken(texts.firstToken.p95, 'firstTokenP95Ms')}
        {count(texts.tokens, 'tokens')}
        {count(texts.covered, 'coveredTokens')}
        {count(texts.active, 'activeCustomers')}
        {count(texts.opened, 'newCustomers')}
        {(Number(now.trialCzk) > 0 || Number(before.trialCzk) > 0) && czk(texts.trial, 'trialCzk')}
      </div>
    </>
  );
}

/** How many requests ended with which status, beside how many there were before. */
function Errors({ now, before }: OverviewView['figures']) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const sumOf = ({ errors }: FiguresView) => errors.reduce((sum, { responses }) => sum + responses, 0);
  const each = now.errors.map(({ status, responses }) => `${status}: ${format.count(responses)}`);
  return (
    <Figure
      label={texts.errors}
      value={format.count(sumOf(now))}
      note={
        <>
          {each.length > 0 && `${each.join(', ')}; `}
          <Before was={format.count(sumOf(before))} change={changeOf(sumOf(now), sumOf(before))} />
        </>
      }
    />
  );
}

/** How much more it is than before; undefined where there was nothing. */
const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before;

function Before({ was, change }: { readonly was: string; readonly change: number | undefined }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const more = change === undefined ? '' : ` (${change > 0 ? '+' : ''}${format.percent(change)})`;
  return `${texts.before(was)}${more}`;
}

function Tops({ of: { topCustomers, topModels } }: { readonly of: OverviewView }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  const amounts: readonly Column<TopView>[] = [
    { label: texts.requests, kind: 'number', cell: ({ requests }) => format.count(requests) },
    { label: texts.tokens, kind: 'number', cell: ({ tokens }) => format.short(tokens) },
    { label: texts.cost, kind: 'number', cell: ({ costCzk }) => (isZeroCzk(costCzk) ? '–' : format.czk(costCzk)) },
  ];
  const customers: readonly Column<OverviewView['topCustomers'][number]>[] = [
    {
      label: texts.customer,
      kind: 'name',
      cell: ({ id, email }) => <Link href={`/operator/customers/${encodeURIComponent(id)}`}>{email}</Link>,
    },
    ...amounts,
  ];
  const models: readonly Column<TopView>[] = [
    { label: texts.model, kind: 'name', cell: ({ id }) => <LongName text={id} /> },
    ...amounts,
  ];
  const none = <p className="muted">{texts.noUsage}</p>;
  return (
    <div className="cards tops">
      <Card title={texts.topCustomers}>
        {topCustomers.length === 0 ? (
          none
        ) : (
          <CardTable columns={customers} rows={topCustomers} keyOf={({ id }) => id} />
        )}
      </Card>
      <Card title={texts.topModels}>
        {topModels.length === 0 ? none : <CardTable columns={models} rows={topModels} keyOf={({ id }) => id} />}
      </Card>
    </div>
  );
}

const STATE_KINDS = { up: 'good', disturbed: 'warn', down: 'bad' } as const;

function Now({ of: { models, creditCzk, heldCzk, disk, lastAuditAtMs } }: { readonly of: OverviewView }) {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  return (
    <Card title={texts.now}>
      <div className="figures">
        <Figure
          label={texts.credit}
          value={format.czk(creditCzk)}
          note={!isZeroCzk(heldCzk) && texts.held(format.czk(heldCzk))}
        />
        <Figure
          label={texts.diskFree}
          value={gigabytes(disk.freeBytes, format)}
          note={texts.of(gigabytes(disk.totalBytes, format))}
        />
        <Figure
          label={texts.audit}
          value={lastAuditAtMs === null ? texts.never : format.date(lastAuditAtMs)}
          note={lastAuditAtMs !== null && <Ago atMs={lastAuditAtMs} />}
        />
      </div>
      <ul className="plain-list">
        {models.map((model) => (
          <li key={model.id} className="row">
            <Badge kind={STATE_KINDS[model.state]}>{texts.states[model.state]}</Badge>
            <span className="name-cell">{model.id}</span>
            <DemonstrationMark of={model} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
