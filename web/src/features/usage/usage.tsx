/** Usage: figures, a chart and every request of a period. What is shown is in the address. */

import { Link, useSearchParams } from 'wouter';
import type { UsageView } from '../../../../src/features/usage/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { failedOf } from '../../loads.ts';
import { tokenTexts } from '../../texts/token-count.ts';
import { TextField } from '../../ui/field.tsx';
import { Choice, Figure, Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { choiceFrom, paramsWith, requestsQueryOf, type UsageChoice } from './choice.ts';
import { OverTime } from './over-time.tsx';
import { dayOf, PERIODS, rangeOf, stepOf, viewerZone } from './period.ts';
import { RequestList } from './request-list.tsx';
import { useRequestPages } from './request-pages.ts';
import { usageTexts } from './texts.ts';

export default function Usage() {
  const texts = useTexts(usageTexts);
  const [params, setParams] = useSearchParams();
  const choice = choiceFrom(params);
  const change = (changed: Partial<UsageChoice>) => setParams((before) => paramsWith(before, changed));
  const zone = viewerZone();
  const range = rangeOf(choice, Date.now(), zone);
  const step = stepOf(range);
  const usage = useApi(
    'GET /api/usage',
    { query: { ...range, step, by: choice.by, zone } },
    { keepPreviousData: true },
  );
  const query = requestsQueryOf(choice, range);
  const list = useRequestPages(query);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div className="stack">
        <Choice
          label={texts.period}
          value={choice.period}
          options={PERIODS.map((period) => [period, texts.periods[period]] as const)}
          onChange={(period) =>
            change(period === 'custom' ? { period, ...daysOf(range.fromMs, range.toMs, zone) } : { period })
          }
        />
        {choice.period === 'custom' && <CustomDays choice={choice} change={change} />}
      </div>
      <Problem {...failedOf([usage, { error: list.error, mutate: list.refresh }])} />
      {(usage.data || !usage.error) && (
        <>
          <Figures view={usage.data} />
          <OverTime choice={choice} change={change} view={usage.data} />
        </>
      )}
      <RequestList choice={choice} change={change} query={query} list={list} />
      <p className="muted small">
        {texts.batches} <Link href="/batches">{texts.toBatches}</Link>
      </p>
    </Page>
  );
}

const daysOf = (fromMs: number, toMs: number, zone: string) => ({
  from: dayOf(fromMs, zone),
  to: dayOf(toMs - 1, zone),
});

type Changing = { readonly choice: UsageChoice; readonly change: (changed: Partial<UsageChoice>) => void };

function CustomDays({ choice, change }: Changing) {
  const texts = useTexts(usageTexts);
  const latest = dayOf(Date.now(), viewerZone());
  return (
    <div className="row days">
      <TextField
        label={texts.from}
        type="date"
        max={choice.to ?? latest}
        value={choice.from ?? ''}
        onChange={(event) => event.target.value && change({ from: event.target.value })}
      />
      <TextField
        label={texts.to}
        type="date"
        min={choice.from}
        max={latest}
        value={choice.to ?? ''}
        onChange={(event) => event.target.value && change({ to: event.target.value })}
      />
    </div>
  );
}

/** They keep their place while they are fetched. */
function Figures({ view }: { readonly view: UsageView | undefined }) {
  const texts = useTexts(usageTexts);
  const { tokenCount } = useTexts(tokenTexts);
  const format = useFormat();
  const short = (value: number | undefined) => (value === undefined ? '…' : format.short(value));
  const total = view?.total;
  const covered = total && total.planTokens + total.packageTokens;
  return (
    <section className="card figures three" aria-label={texts.total}>
      <Figure label={texts.spent} value={total ? format.czk(total.czk) : '…'} />
      <Figure label={texts.requests} value={total ? format.count(total.requests) : '…'} />
      <Figure
        label={texts.tokens}
        value={short(total && total.inputTokens + total.outputTokens)}
        note={texts.tokensNote(short(total?.inputTokens), short(total?.outputTokens))}
      />
      <Figure
        label={texts.covered}
        value={covered === undefined ? '…' : tokenCount(covered, format.short(covered))}
        note={texts.coveredNote(short(total?.planTokens), short(total?.packageTokens))}
      />
      <Errors errors={view?.errors} />
      <FirstToken firstToken={view?.firstToken} />
    </section>
  );
}

function Errors({ errors }: { readonly errors: UsageView['errors'] | undefined }) {
  const texts = useTexts(usageTexts);
  const format = useFormat();
  const count = errors?.reduce((sum, { responses }) => sum + responses, 0);
  const each = errors?.map(({ status, responses }) => `${status}: ${format.count(responses)}`);
  return (
    <Figure
      label={texts.errors}
      value={count === undefined ? '…' : format.count(count)}
      note={each && each.length > 0 ? each.join(', ') : texts.errorsNote}
    />
  );
}

function FirstToken({ firstToken }: { readonly firstToken: UsageView['firstToken'] | undefined }) {
  const texts = useTexts(usageTexts);
  const format = useFormat();
  if (!firstToken) return <Figure label={texts.firstToken} value={firstToken === undefined ? '…' : '–'} />;
  const { p50Ms, p95Ms, answers } = firstToken;
  return (
    <Figure
      label={texts.firstToken}
      value={format.duration(p50Ms)}
      note={texts.firstTokenNote(format.duration(p95Ms), format.count(answers))}
    />
  );
}
