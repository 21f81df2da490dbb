/** `receipt list`: the requests of an account. `receipt` shows one of them in full. */
import { z } from 'zod';
import type { Usages } from '../../core/ports.ts';
import type { RequestRecord } from '../../core/usage.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { defined } from '../../platform/http/defined.ts';
import { type RequestRow, requestRow, usage } from './contract.ts';
import { allRequests } from './request-search.ts';
import { requestToRow } from './usage-view.ts';

type Needs = AccountNeeds & { readonly stores: { readonly usages: Usages } };

const ROWS_MAX = 100_000;
const ROWS_DEFAULT = 50;

/** A command reads on by itself: it has no pages, and a number of rows. */
const requests = {
  ...usage.requests,
  query: usage.requests.query.omit({ before: true }).extend({ limit: z.int().min(1).max(ROWS_MAX).optional() }),
  reply: z.object({ requests: z.array(requestRow) }),
};

export const receiptList: Command<Needs> = fromContract('receipt list', requests, {
  about: `Lists what requests of an account cost, newest first; ${ROWS_DEFAULT} of them, unless --limit says more.`,
  names: { keyId: 'key' },
  run: async ({ account, query: { limit = ROWS_DEFAULT, search, ...filter } }, { stores }) => {
    const found: RequestRecord[] = [];
    const order = { accountId: account.id, filter: defined(filter), ...(search && { search }) };
    for await (const rows of allRequests(stores.usages, order)) {
      found.push(...rows);
      if (found.length >= limit) break;
    }
    return { requests: found.slice(0, limit).map(requestToRow) };
  },
  text: ({ requests: all }) => all.map(lineOf).join('\n') || 'There is no such request.',
});

const lineOf = ({ id, atMs, model, keyName, outcome, inputTokens, outputTokens, czk }: RequestRow): string =>
  [
    ...[new Date(atMs).toISOString(), id, model, `"${keyName}"`, outcome],
    `${inputTokens} + ${outputTokens} tokens, ${czk} CZK`,
  ].join('  ');
