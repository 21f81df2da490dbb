/** Settings → Billing: a statement for each month, to read and as a file. */

import { monthOf, monthSpanMs, monthsBetween } from '../../core/calendar.ts';
import { ServiceError } from '../../core/errors.ts';
import { addressOf, type Seller } from '../../core/offer.ts';
import type { Accounts, Clock, Person } from '../../core/ports.ts';
import { assert } from '../../lib/assert.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { type FileRules, fileResponse } from '../../platform/http/file-stream.ts';
import type { Buyers, Orders } from '../shop/index.ts';
import { statements as contract, type StatementView } from './contract.ts';
import type { Statements } from './statement.ts';
import { closeStatement } from './statement.ts';
import { statementToCsv } from './statement-csv.ts';
import { statementToView } from './statement-view.ts';

type StatementParts = {
  readonly accounts: Accounts;
  readonly statements: Statements;
  readonly orders: Orders;
  readonly buyers: Pick<Buyers, 'of'>;
  readonly seller: Seller | null;
  readonly clock: Clock;
  /** How files are answered. */
  readonly files: FileRules;
};

export function statementRoutes(parts: StatementParts): readonly Route[] {
  const { statements, orders, buyers, seller, clock, files } = parts;

  async function monthsOf(accountId: string): Promise<readonly string[]> {
    const account = await parts.accounts.find(accountId);
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
      return fileResponse(call, { ...files, ...file });
    },
  });
}
