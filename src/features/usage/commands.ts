/** `usage show`, `receipt list | export`: what an account used, and its requests. `receipt` shows one of them in full. */
import { z } from 'zod';
import { formatCzk, nanos, readCzk } from '../../core/money.ts';
import type { RequestRecord } from '../../core/usage.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaRoute } from '../../platform/commands/via-route.ts';
import { defined } from '../../platform/http/defined.ts';
import { type RequestRow, requestRow, type UsagePoint, usage } from './contract.ts';
import { allRequests } from './request-search.ts';
import { type UsageStores, usageRoutes } from './routes.ts';
import { requestToView } from './usage-view.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: UsageStores;
  };

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
    const wanted = { accountId: account.id, filter: defined(filter), ...(search && { search }) };
    for await (const rows of allRequests(stores.usages, wanted)) {
      found.push(...rows);
      if (found.length >= limit) break;
    }
    return { requests: found.slice(0, limit).map(requestToView) };
  },
  text: ({ requests: all }) => all.map(lineOf).join('\n') || 'There is no such request.',
});

const lineOf = ({ id, atMs, model, keyName, outcome, inputTokens, outputTokens, czk }: RequestRow): string =>
  [
    new Date(atMs).toISOString(),
    id,
    model,
    `"${keyName}"`,
    outcome,
    `${inputTokens} + ${outputTokens} tokens, ${czk} CZK`,
  ].join('  ');

const allOf = (needs: Needs) => usageRoutes(needs.platform, needs.stores, commandFiles(needs));

const DAY_MS = 24 * 60 * 60 * 1000;

export const usageShow: Command<Needs> = fromContract('usage show', usage.chart, {
  about: 'Shows what an account used by model, key, member or pot; in the last 30 days, unless said.',
  defaults: {
    fromMs: ({ platform: { clock } }) => clock.nowMs() - 30 * DAY_MS,
    toMs: ({ platform: { clock } }) => clock.nowMs(),
    step: () => 'day',
    by: () => 'model',
    zone: () => 'UTC',
  },
  run: viaRoute(usage.chart, allOf),
  text: ({ series, total, errors }) =>
    [
      ...series.map(({ label, points }) => `${label}: ${sumText(points)}`),
      `total: ${sumText([total])}`,
      ...errors.map(({ status, responses }) => `answered with ${status}: ${responses}`),
    ].join('\n'),
});

type Sum = Pick<UsagePoint, 'requests' | 'inputTokens' | 'outputTokens' | 'czk'>;

function sumText(sums: readonly Sum[]): string {
  const sumOf = (key: 'requests' | 'inputTokens' | 'outputTokens') => sums.reduce((sum, one) => sum + one[key], 0);
  const czk = sums.reduce((sum, one) => nanos(sum + readCzk(one.czk)), nanos(0n));
  return `${sumOf('requests')} requests, ${sumOf('inputTokens')} + ${sumOf('outputTokens')} tokens, ${formatCzk(czk)} CZK`;
}

const requestsCsv = { ...usage.requestsCsv, query: usage.requestsCsv.query.omit({ before: true }) };

export const receiptExport: Command<Needs> = fromContract('receipt export', requestsCsv, {
  about: 'Writes what requests of an account cost into a CSV file, newest first.',
  names: { keyId: 'key', toMs: 'until' },
  run: viaRoute(requestsCsv, allOf),
});
