/** Margins: what is left of what customers paid, what engines cost, and the rates of currencies. */
import { useState } from 'react';
import type { BuyingView, MarginsView } from '../../../../src/features/margins/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { useServiceWords } from '../../service-words.ts';
import { Address } from '../../ui/address.tsx';
import { CardTable, type Column, LongName } from '../../ui/card-table.tsx';
import { CsvLinks } from '../../ui/csv-links.tsx';
import { Badge, Card, Choice, Figure, Page, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { BuyingDialog, RateDialog } from './buying-dialogs.tsx';
import { marginTexts } from './texts.ts';

const PERIODS = ['1', '7', '30', '90'] as const;
type Period = (typeof PERIODS)[number];
const BYS = ['model', 'engine', 'customer', 'day'] as const;

const DAY_MS = 86_400_000;
/** Days are those of Prague, as in the ledger. */
const DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Prague' });
const firstDayOf = (period: Period): string => DATE.format(Date.now() - (Number(period) - 1) * DAY_MS);

export default function MarginsPage() {
  const texts = useTexts(marginTexts);
  const [dialog, setDialog] = useState<'buying' | 'rate'>();
  const { data, error, mutate } = useApi('GET /api/operator/buying-prices');
  const keep = (changed: BuyingView) => void mutate(changed, false);
  const close = () => setDialog(undefined);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {data && (
        <>
          <BelowCost of={data} />
          <MarginCard />
          <BuyingCard of={data} onAdd={() => setDialog('buying')} />
          <RateCard of={data} onAdd={() => setDialog('rate')} />
          {dialog === 'buying' && <BuyingDialog of={data} onPublished={keep} onClose={close} />}
          {dialog === 'rate' && <RateDialog onPublished={keep} onClose={close} />}
        </>
      )}
    </Page>
  );
}

function BelowCost({ of: { belowCost } }: { readonly of: BuyingView }) {
  const texts = useTexts(marginTexts);
  if (belowCost.length === 0) return null;
  return (
    <ul className="plain-list">
      {belowCost.map(({ model, engine, tokens }) => (
        <li key={`${model} ${engine}`} className="notice bad">
          {texts.below(model, engine, tokens.map((type) => texts.types[type]).join(', '))}
        </li>
      ))}
    </ul>
  );
}

function MarginCard() {
  const texts = useTexts(marginTexts);
  const [period, setPeriod] = useState<Period>('30');
  const [by, setBy] = useState<MarginsView['by']>('model');
  const from = firstDayOf(period);
  const { data, error, mutate } = useApi(
    'GET /api/operator/margins',
    { query: { by, from } },
    { keepPreviousData: true },
  );
  const actions = (
    <div className="row">
      <CsvLinks path="/api/operator/margins.csv" query={{ from }} text={texts.csv} />
    </div>
  );
  return (
    <Card title={texts.margin} actions={actions}>
      <div className="row">
        <Choice
          label={texts.period}
          value={period}
          options={PERIODS.map((one) => [one, texts.periods[one]] as const)}
          onChange={setPeriod}
        />
        <Choice
          label={texts.by}
          value={by}
          options={BYS.map((one) => [one, texts.bys[one]] as const)}
          onChange={setBy}
        />
      </div>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={6} />}
      {data && <Margins of={data} />}
    </Card>
  );
}

function Margins({ of }: { readonly of: MarginsView }) {
  const texts = useTexts(marginTexts);
  const format = useFormat();
  const { total, unpriced } = of;
  const columns = useMarginColumns(of.by);
  return (
    <>
      <div className="figures">
        <Figure label={texts.credit} value={format.czk(total.creditCzk)} />
        <Figure label={texts.prepaid} value={format.czk(total.prepaidCzk)} />
        <Figure label={texts.bought} value={format.czk(total.boughtCzk)} />
        <Figure label={texts.margin} value={format.czk(total.marginCzk)} />
      </div>
      {of.rows.length === 0 ? (
        <p className="muted">{texts.none}</p>
      ) : (
        <CardTable className="requests" columns={columns} rows={of.rows} keyOf={({ id }) => id} />
      )}
      {unpriced.requests > 0 && (
        <p className="muted small">{texts.unpriced(format.count(unpriced.requests), format.czk(unpriced.creditCzk))}</p>
      )}
      <p className="muted small">{texts.prepaidHint}</p>
    </>
  );
}

function useMarginColumns(by: MarginsView['by']): readonly Column<MarginsView['rows'][number]>[] {
  const texts = useTexts(marginTexts);
  const format = useFormat();
  return [
    { label: texts.bys[by], kind: 'name', cell: ({ label }) => <LongName text={label} /> },
    { label: texts.requests, kind: 'number', cell: ({ requests }) => format.count(requests) },
    { label: texts.credit, kind: 'number', cell: ({ creditCzk }) => format.czk(creditCzk) },
    { label: texts.prepaid, kind: 'number', cell: ({ prepaidCzk }) => format.czk(prepaidCzk) },
    { label: texts.bought, kind: 'number', cell: ({ boughtCzk }) => format.czk(boughtCzk) },
    { label: texts.margin, kind: 'number', cell: ({ marginCzk }) => format.czk(marginCzk) },
    {
      label: texts.percent,
      kind: 'number',
      cell: ({ marginPercent }) => (marginPercent === null ? '–' : format.percent(marginPercent / 100)),
    },
  ];
}

type CardProps = { readonly of: BuyingView; readonly onAdd: () => void };

function BuyingCard({ of: { prices }, onAdd }: CardProps) {
  const texts = useTexts(marginTexts);
  const columns = useBuyingColumns();
  const rows = prices.flatMap(({ engine, model, versions }) => versions.map((one) => ({ engine, model, ...one })));
  const add = (
    <button type="button" className="button compact" onClick={onAdd}>
      {texts.addBuying}
    </button>
  );
  return (
    <Card title={texts.buying} actions={add}>
      <p className="muted">{rows.length === 0 ? texts.noBuying : `${texts.buyingLead} ${texts.perMillionHint}`}</p>
      {rows.length > 0 && <CardTable className="requests" columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Card>
  );
}

type BuyingRow = Pick<BuyingView['prices'][number], 'engine' | 'model'> &
  BuyingView['prices'][number]['versions'][number];

function useBuyingColumns(): readonly Column<BuyingRow>[] {
  const texts = useTexts(marginTexts);
  const words = useServiceWords();
  const format = useFormat();
  const { language } = useLanguage();
  const shown = (amount: string) => (language === 'cs' ? amount.replace('.', ',') : amount);
  const pricesOf = ({ price, currency }: BuyingRow) => {
    const { input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h } = price;
    const all = [input, cachedInput, output, reasoning, cacheWrite5m, cacheWrite1h];
    return `${all
      .filter((one) => one !== undefined)
      .map(shown)
      .join(' / ')} ${currency}`;
  };
  return [
    { label: texts.engine, kind: 'name', cell: ({ engine }) => <LongName text={engine} /> },
    { label: texts.engineModel, kind: 'words', cell: ({ model }) => model || texts.anyModel },
    { label: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
    { label: texts.perMillion, kind: 'words', cell: pricesOf },
    { label: texts.from, kind: 'words', cell: ({ fromMs }) => format.dateTime(fromMs) },
    { label: texts.setBy, kind: 'name', cell: ({ actor }) => <Address email={words.actor(actor)} /> },
  ];
}

function RateCard({ of: { rates }, onAdd }: CardProps) {
  const texts = useTexts(marginTexts);
  const columns = useRateColumns();
  const rows = rates.flatMap(({ currency, versions }) => versions.map((one) => ({ currency, ...one })));
  const add = (
    <button type="button" className="button compact" onClick={onAdd}>
      {texts.addRate}
    </button>
  );
  return (
    <Card title={texts.rates} actions={add}>
      <p className="muted">{rows.length === 0 ? texts.noRates : texts.ratesLead}</p>
      {rows.length > 0 && <CardTable className="requests" columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Card>
  );
}

type RateRow = { readonly currency: string } & BuyingView['rates'][number]['versions'][number];

function useRateColumns(): readonly Column<RateRow>[] {
  const texts = useTexts(marginTexts);
  const words = useServiceWords();
  const format = useFormat();
  return [
    { label: texts.currency, cell: ({ currency }) => currency },
    { label: texts.rate, kind: 'number', cell: ({ czk }) => format.exactCzk(czk) },
    { label: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
    { label: texts.from, cell: ({ fromMs }) => format.dateTime(fromMs) },
    { label: texts.setBy, kind: 'name', cell: ({ actor }) => <Address email={words.actor(actor)} /> },
  ];
}

const KINDS = { now: 'good', planned: 'warn', past: 'plain' } as const;

function StateBadge({ state }: { readonly state: keyof typeof KINDS }) {
  const texts = useTexts(marginTexts);
  return <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>;
}
