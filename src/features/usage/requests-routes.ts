/** Settings → Usage: the table of requests, one of them as a receipt, and all of them as a file. */
import { ServiceError } from '../../core/errors.ts';
import type { LedgerReader, Person, Usages } from '../../core/ports.ts';
import { requestIdOf } from '../../core/request-id.ts';
import type { RequestCursor, RequestFilter } from '../../core/usage.ts';
import type { PersonCall, Route } from '../../platform/http/call.ts';
import { type FileParts, fileResponse } from '../../platform/http/file-stream.ts';
import { queryOf } from '../../platform/http/page-route.ts';
import { type RequestsQuery, SETTINGS_INPUTS } from '../../server/api/settings-bodies.ts';
import { fileRoute, personRoute } from '../../server/api/settings-route.ts';
import { takeCsvForm } from './csv-query.ts';
import { missingReceipt } from './missing-receipt.ts';
import { ownOnly } from './own-only.ts';
import { allRequests, searchRequests } from './request-search.ts';
import { requestsCsvHead, requestsToCsv } from './requests-csv.ts';
import { receiptToView, requestToRow } from './usage-view.ts';

type RequestParts = FileParts & {
  readonly usages: Usages;
  readonly ledger: Pick<LedgerReader, 'archivedUntilMs'>;
};

export const requestRoutes = (parts: RequestParts): readonly Route[] => [
  personRoute('GET /api/requests', async ({ person }, { query }) => {
    const before = query.before === undefined ? null : cursorFromText(query.before);
    const { rows, next, searchedToMs } = await searchRequests(parts.usages, { ...orderOf(person, query), before });
    return { requests: rows.map(requestToRow), next: next && cursorToText(next), searchedToMs };
  }),

  personRoute('GET /api/requests/{id}', async ({ person, params }) => {
    const requestId = requestIdOf(params.id ?? '');
    const receipt = requestId && (await parts.usages.find(person.accountId, requestId));
    const { ofUserId } = ownOnly(person);
    if (receipt && (ofUserId === undefined || receipt.keyUserId === ofUserId)) return receiptToView(receipt);
    throw await missingReceipt(parts.ledger, requestId, 'This account has no such request.');
  }),

  fileRoute('GET /api/requests.csv', async (call) => csvOf(call, parts)),
];

function csvOf(call: PersonCall, { usages, filePrefix, writeStallMs, onFailure }: RequestParts): Response {
  const asked = takeCsvForm(queryOf(call.request));
  const query = SETTINGS_INPUTS['GET /api/requests'].query(asked.query);
  const pieces = async function* () {
    yield requestsCsvHead(asked.form);
    for await (const rows of allRequests(usages, orderOf(call.person, query))) {
      yield requestsToCsv(rows, asked.form);
    }
  };
  const file = { filePrefix, name: 'requests.csv', type: 'text/csv; charset=utf-8', writeStallMs, onFailure };
  return fileResponse(call, { ...file, pieces: pieces() });
}

function orderOf(person: Person, { before: _, search, ...filter }: RequestsQuery) {
  const { accountId } = person;
  const given = Object.entries({ ...filter, userId: ownOnly(person).ofUserId }).filter(
    ([, value]) => value !== undefined,
  );
  return { accountId, filter: Object.fromEntries(given) as RequestFilter, ...(search && { search }) };
}

const cursorToText = ({ atMs, id }: RequestCursor): string => `${atMs}.${id}`;

function cursorFromText(text: string): RequestCursor {
  const match = /^(\d{1,16})\.(\w{1,100})$/.exec(text);
  if (!match)
    throw new ServiceError('invalid_request', 'before must be the next of an earlier page.', { param: 'before' });
  return { atMs: Number(match[1]), id: match[2]! };
}
