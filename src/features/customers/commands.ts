/** `customer list`, `account export`, `anomaly list`, `audit list`: the customers, requests and audits that operators look for, and an account as a file. */
import { z } from 'zod';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { forService, fromContract } from '../../platform/commands/from-contract.ts';
import { commandFiles } from '../../platform/commands/via-route.ts';
import { account as accountContract } from './account-contract.ts';
import { type ExportStores, exportOf, type Kept } from './account-routes.ts';
import { auditToView } from './audit-operator-routes.ts';
import { audit, type CustomersView, customers } from './contract.ts';
import { findCustomers } from './customer-search.ts';
import type { CustomerCursor, CustomerList, ListedCustomer } from './customers.ts';
import { customerToView } from './operator-view.ts';

type Needs = ActNeeds & { readonly stores: { readonly customers: CustomerList } };

const ROWS_MAX = 100_000;
const ROWS_DEFAULT = 50;
const PAGE = 50;

/** A command reads on by itself: it has no pages, and a number of rows. */
const search = {
  ...customers.list,
  query: customers.list.query.omit({ after: true }).extend({ limit: z.int().min(1).max(ROWS_MAX).optional() }),
  reply: customers.list.reply.pick({ customers: true }),
};

export const customerList: Command<Needs> = forService('customer list', search, {
  about: `Finds customers by the beginning of an e-mail address or id, and by what they have; ${ROWS_DEFAULT}, unless --limit says more.`,
  run: async ({ query: { search: text = '', sort = 'newest', limit = ROWS_DEFAULT, ...filter } }, needs) => {
    const found: ListedCustomer[] = [];
    let after: CustomerCursor | null = null;
    do {
      const wish = { search: text, filter, sort, rowsMax: PAGE, nowMs: needs.platform.clock.nowMs(), after };
      const page = await findCustomers(needs.stores.customers, wish);
      found.push(...page.rows);
      after = page.next;
    } while (after !== null && found.length < limit);
    return { customers: found.slice(0, limit).map(customerToView) };
  },
  text: ({ customers: all }) => all.map(lineOf).join('\n') || 'There is no such customer.',
});

const lineOf = ({ id, email, status, creditCzk, plan, spentMonthCzk }: CustomersView['customers'][number]): string =>
  `${email} (${id}), ${status}: ${creditCzk} CZK${plan ? `, plan ${plan}` : ''}, spent ${spentMonthCzk} CZK this month`;

export const anomalyList: Command<Needs> = forService('anomaly list', audit.anomalies, {
  about: 'Lists requests whose engine reported what cannot be true, or went on past its limit.',
  run: async (_, { stores }) => ({ anomalies: await stores.customers.anomalies() }),
  text: ({ anomalies }) =>
    anomalies
      .map(({ atMs, requestId, accountId, model, details }) =>
        [new Date(atMs).toISOString(), requestId, accountId, model, details].join('  '),
      )
      .join('\n') || 'There is no such request.',
});

const run = z.object({
  startedAtMs: z.number(),
  endedAtMs: z.number(),
  actor: z.string(),
  ok: z.boolean().nullable(),
  checked: z.record(z.string(), z.number()),
  problems: z.array(z.string()),
});

const runs = {
  ...audit.look,
  query: z.strictObject({ limit: z.int().min(1).max(ROWS_MAX).optional() }),
  reply: z.object({ runs: z.array(run) }),
};

export const auditList: Command<Needs> = forService('audit list', runs, {
  about: 'Lists audits that were begun at the pages, newest first, with what they found.',
  run: async ({ query: { limit = ROWS_DEFAULT } }, { platform }) => {
    const found = await platform.actionLog.actions({ kind: 'audit', rowsMax: limit });
    return { runs: found.map(auditToView) };
  },
  text: ({ runs: all }) =>
    all
      .map(({ endedAtMs, actor, ok, problems }) => {
        const found = ok === null ? 'not finished' : ok ? 'right' : 'broken';
        return [new Date(endedAtMs).toISOString(), actor, found, ...problems].join('  ');
      })
      .join('\n') || 'No audit was begun at the pages yet.',
});

type ExportNeeds = ActNeeds &
  AccountNeeds & {
    readonly stores: ExportStores;
    readonly kept: Kept;
  };

export const accountExport: Command<ExportNeeds> = fromContract('account export', accountContract.export, {
  about: 'Writes everything that the service knows of an account into a JSON file.',
  run: async ({ account }, needs) => {
    const { stores, kept, platform } = needs;
    const owner = (await stores.members.of(account.id)).find(({ role }) => role === 'owner');
    const person = owner ? { ...owner, role: 'customer' as const, accounts: [] } : null;
    const pieces = await exportOf(account, person, { stores, kept, nowMs: platform.clock.nowMs() });
    const file = { name: 'account.json', type: 'application/json', pieces };
    return commandFiles(needs)({ onStreamEnd: () => {} }, file);
  },
});
