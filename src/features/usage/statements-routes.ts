/** Settings → Billing: a statement for each month, to read and as a file. */

import { monthOf, monthSpanMs, monthsBetween } from '../../core/calendar.ts';
import { ServiceError } from '../../core/errors.ts';
import { addressOf, type Seller } from '../../core/offer.ts';
import type { Person } from '../../core/person.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import { assert } from '../../lib/assert.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Buyers, Orders } from '../shop/index.ts';
import { statements as contract, type StatementView } from './contract.ts';
import { closeStatement, type Statements } from './statement.ts';
import { statementToCsv } from './statement-csv.ts';
import { statementToView } from './statement-view.ts';

export type StatementStores = {
  readonly accounts: Accounts;
  readonly statements: Statements;
  readonly orders: Orders;
  readonly buyers: Pick<Buyers, 'of'>;
};

export function statementRoutes(
  { clock }: Platform,
  { accounts, statements, orders, buyers }: StatementStores,
  { seller: sellerNow, sendFile }: { readonly seller: () => Seller | null; readonly sendFile: SendFile },
): readonly Route[] {
  async function monthsOf(accountId: string): Promise<readonly string[]> {
    const account = await accounts.find(accountId);
    assert(account, 'A person who is signed in has an account.');
    return monthsBetween(account.createdAtMs, clock.nowMs());
  }

  async function statementOf({ accountId, email }: Person, month: string): Promise<StatementView> {
    const span = monthSpanMs(month);
    if (!span || !(await monthsOf(accountId)).includes(month)) {
      throw new ServiceError('not_found', 'This account has no such month.');
    }
    const statement = closeStatement(await statements.read({ accountId, ...span }));
    const paid = await orders.paidWithin({ accountId, ...span });
    const isFinal = month < monthOf(clock.nowMs());
    const seller = sellerNow();
    return statementToView(
      { ...statement, orders: paid },
      { month, ...span, isFinal, email, seller: seller && { ...seller, address: addressOf(seller) } },
    );
  }

  return implement(contract, {
    months: async ({ person }) => ({ months: await monthsOf(person.accountId) }),
    month: ({ person, params }) => statementOf(person, params.month),
    monthCsv: async ({ query, ...call }) => {
      const statement = await statementOf(call.person, call.params.month);
      const text = statementToCsv(statement, await buyers.of(call.person.accountId), query.for);
      const pieces = async function* () {
        yield text;
      };
      const file = { name: `statement-${statement.month}.csv`, type: 'text/csv; charset=utf-8', pieces: pieces() };
      return sendFile(call, file);
    },
  });
}
