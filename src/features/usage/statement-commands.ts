/** `statement list | show | export`: the months of an account. */
import type { Seller } from '../../core/offer.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaRoute } from '../../platform/commands/via-route.ts';
import { type StatementView, statements } from './contract.ts';
import { type StatementStores, statementRoutes } from './statements-routes.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: StatementStores;
    readonly config: { readonly shop: { readonly seller: Seller | null } };
  };

const routesOf = (needs: Needs) =>
  statementRoutes(needs.platform, needs.stores, {
    seller: () => needs.config.shop.seller,
    sendFile: commandFiles(needs),
  });

/** A statement names the e-mail address of the account. */
const asOwner = async ({ email }: { readonly email: string }) => ({ userId: '', email, language: null });

export const statementList: Command<Needs> = fromContract('statement list', statements.months, {
  about: 'Lists the months of an account that have a statement, newest first.',
  run: viaRoute(statements.months, routesOf),
  text: ({ months }) => months.join('\n'),
});

export const statementShow: Command<Needs> = fromContract('statement show', statements.month, {
  about: 'Shows the statement of a month: the credit at both ends, what was paid, moved and charged.',
  run: viaRoute(statements.month, routesOf, asOwner),
  text: textOf,
});

export const statementExport: Command<Needs> = fromContract('statement export', statements.monthCsv, {
  about: 'Writes the statement of a month into a CSV file.',
  run: viaRoute(statements.monthCsv, routesOf, asOwner),
});

function textOf({ month, isFinal, openingCzk, closingCzk, chargedCzk, ...rows }: StatementView): string {
  return [
    `${month}${isFinal ? '' : ', which still runs'}: ${openingCzk} CZK at its beginning, ${closingCzk} CZK at its end`,
    ...rows.invoices.map(({ atMs, number, czk }) => `${dayOf(atMs)}  invoice ${number}  ${czk} CZK`),
    ...rows.movements.map(({ atMs, kind, label, czk, tokens }) =>
      [dayOf(atMs), kind, label, czk === null ? `${tokens} tokens` : `${czk} CZK`].join('  '),
    ),
    ...rows.usage.map(({ model, requests, czk }) => `${model}  ${requests} requests  ${czk} CZK`),
    `charged in all: ${chargedCzk} CZK`,
  ].join('\n');
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
