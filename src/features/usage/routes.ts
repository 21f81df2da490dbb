/** Settings → Usage: charts, the table of requests, one of them as a receipt, and all of them as a file. */

import { invalidField } from '../../core/errors.ts';
import type { OutcomeRecords } from '../../core/outcome.ts';
import type { Person } from '../../core/person.ts';
import { requestIdOf } from '../../core/request-id.ts';
import type { RequestCursor, RequestFilter, UsageBy } from '../../core/usage.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Usages } from '../../ledger/usage-hours.ts';
import { implement } from '../../platform/api/implement.ts';
import { ownOnly } from '../../platform/api/own-only.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountKeys } from '../keys/index.ts';
import type { Members } from '../organisations/index.ts';
import { type RequestsQuery, usage } from './contract.ts';
import { missingReceipt } from './missing-receipt.ts';
import { allRequests, searchRequests } from './request-search.ts';
import { requestsCsv } from './requests-csv.ts';
import { chartOf } from './usage-chart.ts';
import { chartToView, receiptToView, requestToView } from './usage-view.ts';

export type UsageStores = {
  readonly usages: Usages;
  readonly ledger: Pick<LedgerReader, 'archivedUntilMs'>;
  readonly outcomes: Pick<OutcomeRecords, 'ofAccount'>;
  readonly accountKeys: AccountKeys;
  readonly members: Pick<Members, 'of'>;
};

export function usageRoutes(
  { clock }: Platform,
  { usages, ledger, outcomes, accountKeys, members }: UsageStores,
  sendFile: SendFile,
): readonly Route[] {
  async function namesOf(by: UsageBy, accountId: string): Promise<ReadonlyMap<string, string>> {
    const nowMs = clock.nowMs();
    if (by === 'member') return new Map((await members.of(accountId)).map(({ userId, email }) => [userId, email]));
    if (by !== 'key') return new Map();
    const keys = await accountKeys.list(accountId, { nowMs, dayFromMs: nowMs });
    return new Map(keys.map(({ id, name }) => [id, name]));
  }

  return implement(usage, {
    chart: async ({ person, query }) => {
      const { accountId } = person;
      const own = ownOnly(person);
      // Counted for the whole account: a member who sees their own alone gets none.
      const isWhole = own.ofUserId === undefined;
      const [chart, names, counted, firstEventsMs] = await Promise.all([
        chartOf(usages, accountId, { ...query, ...own }),
        namesOf(query.by, accountId),
        isWhole ? outcomes.ofAccount(accountId, query) : [],
        isWhole ? usages.firstEvents(accountId, query) : [],
      ]);
      const labelOf = (id: string) => names.get(id) ?? (id === '' ? 'organisation' : id);
      return chartToView({ ...query, ...chart, outcomes: counted, firstEventsMs, labelOf });
    },

    requests: async ({ person, query: { before: from, ...query } }) => {
      const before = from === undefined ? null : cursorFromText(from);
      const { rows, next, searchedToMs } = await searchRequests(usages, { ...searchOf(person, query), before });
      return { requests: rows.map(requestToView), next: next && cursorToText(next), searchedToMs };
    },

    receipt: async ({ person, params }) => {
      const requestId = requestIdOf(params.id);
      const receipt = requestId && (await usages.find(person.accountId, requestId));
      const { ofUserId } = ownOnly(person);
      if (receipt && (ofUserId === undefined || receipt.keyUserId === ofUserId)) return receiptToView(receipt);
      throw await missingReceipt(ledger, requestId, 'This account has no such request.');
    },

    requestsCsv: ({ query: { for: form, before: _, ...query }, ...call }) => {
      const pieces = async function* () {
        yield requestsCsv.head(form);
        for await (const rows of allRequests(usages, searchOf(call.person, query))) yield requestsCsv.rows(rows, form);
      };
      return sendFile(call, { name: 'requests.csv', type: 'text/csv; charset=utf-8', pieces: pieces() });
    },
  });
}

function searchOf(person: Person, { search, ...filter }: Omit<RequestsQuery, 'before'>) {
  const { accountId } = person;
  const given = Object.entries({ ...filter, userId: ownOnly(person).ofUserId }).filter(
    ([, value]) => value !== undefined,
  );
  return { accountId, filter: Object.fromEntries(given) as RequestFilter, ...(search && { search }) };
}

const cursorToText = ({ atMs, id }: RequestCursor): string => `${atMs}.${id}`;

function cursorFromText(text: string): RequestCursor {
  const match = /^(\d{1,16})\.(\w{1,100})$/.exec(text);
  if (!match) throw invalidField('before', 'must be the next of an earlier page');
  return { atMs: Number(match[1]), id: match[2]! };
}
