/** Looks through an account's requests, newest first, a bounded number at a time. */

import { SETTINGS_LIMITS } from '../../core/limits.ts';
import { requestIdPrefixOf, timesOfPrefix } from '../../core/request-id.ts';
import type { RequestCursor, RequestFilter, RequestRecord } from '../../core/usage.ts';
import type { Usages } from '../../ledger/usage-hours.ts';

type Search = {
  readonly accountId: string;
  readonly filter: Omit<RequestFilter, 'idPrefix'>;
  /** A request or completion id, or its beginning. */
  readonly search?: string;
  readonly before: RequestCursor | null;
};

type Found = {
  readonly rows: readonly RequestRecord[];
  readonly next: RequestCursor | null;
  /** How far back was looked. */
  readonly searchedToMs: number;
};

/** One page for a table: as many rows as it shows, unless looking for them would take too long. */
export async function searchRequests(usages: Usages, search: Search): Promise<Found> {
  const filter = filterOf(search);
  const rows: RequestRecord[] = [];
  let next = search.before;
  let left: number = SETTINGS_LIMITS.requestsSearched;
  if (!filter) return { rows, next: null, searchedToMs: search.filter.fromMs ?? 0 };
  do {
    const rowsMax = SETTINGS_LIMITS.requestsShown - rows.length;
    const page = await usages.page({ accountId: search.accountId, filter, before: next, rowsMax });
    rows.push(...page.rows);
    next = page.next;
    left -= page.read;
  } while (next && left > 0 && rows.length < SETTINGS_LIMITS.requestsShown);
  return { rows, next, searchedToMs: next?.atMs ?? filter.fromMs ?? 0 };
}

/** Every request, in pieces as large as one call may read. A caller that stops pulling stops the reading. */
export async function* allRequests(
  usages: Usages,
  search: Omit<Search, 'before'>,
): AsyncGenerator<readonly RequestRecord[], void> {
  const filter = filterOf(search);
  let before: RequestCursor | null = null;
  if (!filter) return;
  do {
    const { rows, next } = await usages.page({
      accountId: search.accountId,
      filter,
      before,
      rowsMax: SETTINGS_LIMITS.rowsAtOnce,
    });
    if (rows.length > 0) yield rows;
    before = next;
  } while (before);
}

/** A request is admitted when its body has come; no body takes so long. */
const ADMITTED_WITHIN_MS = 60 * 60 * 1000;

/** Undefined when nothing can be found. The beginning of an id says when it was made, and so where to look. */
function filterOf({ filter, search }: Omit<Search, 'before'>): RequestFilter | undefined {
  if (!search) return filter;
  const idPrefix = requestIdPrefixOf(search);
  if (idPrefix === undefined) return undefined;
  const made = timesOfPrefix(idPrefix);
  return {
    ...filter,
    idPrefix,
    fromMs: Math.max(filter.fromMs ?? 0, made.fromMs),
    toMs: Math.min(filter.toMs ?? Number.MAX_SAFE_INTEGER, made.toMs + ADMITTED_WITHIN_MS),
  };
}
