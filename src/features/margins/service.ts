/** Margins of a period, a day at a time: no read of a long period holds up the charges of requests. */
import { localDateOf, midnightMs, type TimeSpan } from '../../core/calendar.ts';
import { invalidField, ServiceError } from '../../core/errors.ts';
import { type Nanos, nanos } from '../../core/money.ts';
import { type MarginShare, type MarginSum, type MarginsBy, marginOf, NO_MARGIN, plusMargin } from './rules.ts';
import type { MarginRecords } from './transactions.ts';

type Wish = { readonly from?: string | undefined; readonly to?: string | undefined };

const DAYS_DEFAULT = 30;
const DAYS_MAX = 366;

type Day = TimeSpan & { readonly name: string };

/** The days of a period in Prague, the first one first. */
export function daysOf({ from, to }: Wish, nowMs: number): readonly Day[] {
  const { year, month, day } = localDateOf(nowMs);
  const last = dateFrom(to) ?? { year, month, day };
  const first = dateFrom(from) ?? { ...last, day: last.day - DAYS_DEFAULT + 1 };
  const endMs = midnightMs({ ...last, day: last.day + 1 });
  const days: Day[] = [];
  for (let at = 0; days.length <= DAYS_MAX; at += 1) {
    const fromMs = midnightMs({ ...first, day: first.day + at });
    if (fromMs >= endMs) break;
    days.push({ name: nameOf(fromMs), fromMs, toMs: midnightMs({ ...first, day: first.day + at + 1 }) });
  }
  if (days.length === 0) throw invalidField('from', 'must not be after to');
  if (days.length <= DAYS_MAX) return days;
  throw new ServiceError('invalid_request', `from and to must be at most ${DAYS_MAX} days apart.`, { param: 'from' });
}

function dateFrom(written: string | undefined) {
  if (written === undefined) return undefined;
  const [year = 0, month = 0, day = 0] = written.split('-').map(Number);
  return { year, month, day };
}

function nameOf(atMs: number): string {
  const { year, month, day } = localDateOf(atMs);
  return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

type MarginGroup = MarginSum & { readonly id: string };

type Margins = {
  readonly rows: readonly MarginGroup[];
  readonly total: MarginSum;
  readonly unpriced: { readonly requests: number; readonly credit: Nanos };
};

const ID_OF: Readonly<Record<MarginsBy, (share: MarginShare, day: Day) => string>> = {
  model: ({ model }) => model,
  engine: ({ engine }) => engine,
  customer: ({ accountId }) => accountId,
  day: (_, { name }) => name,
};

/** The least margin first; days in their order. */
export async function readMargins(records: MarginRecords, days: readonly Day[], by: MarginsBy): Promise<Margins> {
  const groups = new Map<string, MarginGroup>();
  let total = NO_MARGIN;
  let charged = { requests: 0, credit: 0n };
  for (const day of days) {
    for (const share of await records.within(day)) {
      const id = ID_OF[by](share, day);
      groups.set(id, { id, ...plusMargin(groups.get(id) ?? NO_MARGIN, share) });
      total = plusMargin(total, share);
    }
    const all = await records.charged(day);
    charged = { requests: charged.requests + all.requests, credit: charged.credit + all.credit };
  }
  const rows = [...groups.values()];
  return {
    rows: by === 'day' ? rows : rows.sort((a, b) => Number(marginOf(a) - marginOf(b)) || (a.id < b.id ? -1 : 1)),
    total,
    unpriced: { requests: charged.requests - total.requests, credit: nanos(charged.credit - total.credit) },
  };
}

/** Each customer, model and engine of each day. */
export async function* marginsByDay(records: MarginRecords, days: readonly Day[]) {
  for (const day of days) yield (await records.within(day)).map((share) => ({ ...share, day: day.name }));
}
