/** The choice on the usage page, as it is in its address: it can be bookmarked, and Back takes one step back. */
import type { RequestOutcome, RequestsQuery } from '../../../../src/features/usage/contract.ts';
import { type Day, isDay, PERIODS, type Period, type Range } from './period.ts';
import { GROUPS, type Group, type Measure, measuresOf } from './series.ts';

const VIEWS = ['chart', 'table'] as const;
export const OUTCOMES = ['finished', 'client-left', 'free'] as const satisfies readonly RequestOutcome[];

export type UsageChoice = {
  readonly period: Period;
  readonly from: Day | undefined;
  readonly to: Day | undefined;
  readonly by: Group;
  readonly measure: Measure;
  readonly view: (typeof VIEWS)[number];
  readonly model: string | undefined;
  readonly key: string | undefined;
  readonly outcome: RequestOutcome | undefined;
  readonly search: string | undefined;
};

const SEARCH_MAX = 64;

/** Whatever is in the address, the choice is a possible one. */
export function choiceFrom(params: URLSearchParams): UsageChoice {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name));
  const day = (name: string) => (isDay(params.get(name) ?? undefined) ? params.get(name)! : undefined);
  const by = oneOf('by', GROUPS) ?? 'model';
  return {
    period: oneOf('period', PERIODS) ?? '7d',
    from: day('from'),
    to: day('to'),
    by,
    measure: oneOf('measure', measuresOf(by)) ?? 'czk',
    view: oneOf('view', VIEWS) ?? 'chart',
    model: params.get('model') || undefined,
    key: params.get('key') || undefined,
    outcome: oneOf('outcome', OUTCOMES),
    search: params.get('search')?.trim().slice(0, SEARCH_MAX) || undefined,
  };
}

/** Leaves out what is the default anyway, so that addresses stay short. */
export function paramsWith(params: URLSearchParams, change: Partial<UsageChoice>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  const bare = choiceFrom(new URLSearchParams());
  for (const [name, value] of Object.entries(bare)) if (next.get(name) === value) next.delete(name);
  if (choiceFrom(next).period !== 'custom') for (const name of ['from', 'to']) next.delete(name);
  return next;
}

export const hasFilter = ({ model, key, outcome, search }: UsageChoice): boolean =>
  Boolean(model || key || outcome || search);

/** The same filters for the list and for the file. */
export const requestsQueryOf = ({ model, key, outcome, search }: UsageChoice, range: Range): RequestsQuery => ({
  ...range,
  ...(model && { model }),
  ...(key && { keyId: key }),
  ...(outcome && { outcome }),
  ...(search && { search }),
});
