/** An account as one JSON file, in pieces: it may hold millions of requests. */

import type { ApiKey } from '../../core/api-key.ts';
import { type Account, isMoney, type PotBalance } from '../../core/ledger.ts';
import { formatCzk, type Nanos, nanos } from '../../core/money.ts';
import type { Person } from '../../core/person.ts';
import type { RequestRecord } from '../../core/usage.ts';
import { ruleToView } from '../../platform/api/limit-to-view.ts';
import { priceToView } from '../catalogue/index.ts';
import { type Member, memberToView } from '../organisations/index.ts';
import { type Order, type TopUpState, topUpToView } from '../shop/index.ts';
import { requestToView } from '../usage/index.ts';
import type { ExportAbout, ExportEntry } from './account-export.ts';

export type ExportedPerson = Pick<Person, 'email' | 'name' | 'role' | 'language' | 'hasTwoFactor' | 'accounts'>;

type AccountExport = {
  readonly atMs: number;
  readonly account: Account;
  /** Null where an operator takes the data of an account that no person owns yet. */
  readonly person: ExportedPerson | null;
  readonly keys: readonly (ApiKey & { readonly spent: Nanos })[];
  readonly about: ExportAbout;
  readonly members: readonly Member[];
  /** In pieces, as they are read. */
  readonly movements: AsyncIterable<readonly ExportEntry[]>;
  readonly requests: AsyncIterable<readonly RequestRecord[]>;
  /** What the API keeps of it, under the names that it has in the file. */
  readonly kept: Readonly<Record<string, AsyncIterable<readonly object[]>>>;
};

export async function* exportToView(whole: AccountExport): AsyncGenerator<string, void> {
  const { movements, requests, kept } = whole;
  yield `${JSON.stringify(headOf(whole)).slice(0, -1)},\n"movements":[`;
  yield* listOf(movements, movementToExport);
  yield '],\n"requests":[';
  yield* listOf(requests, requestToExport);
  for (const [name, pages] of Object.entries(kept)) {
    yield `],\n"${name}":[`;
    yield* listOf(pages, (one) => one);
  }
  yield ']}\n';
}

/** The data about one member: themselves, their own keys, and the requests of these. */
export async function* ownDataToView(own: Pick<AccountExport, 'atMs' | 'person' | 'keys' | 'requests'>) {
  const { atMs, person, keys, requests } = own;
  const head = { format: 1, exportedAtMs: atMs, person: personToExport(person), keys: keys.map(keyToExport) };
  yield `${JSON.stringify(head).slice(0, -1)},\n"requests":[`;
  yield* listOf(requests, requestToExport);
  yield ']}\n';
}

async function* listOf<T>(
  pages: AsyncIterable<readonly T[]>,
  toJson: (one: T) => object,
): AsyncGenerator<string, void> {
  let separator = '\n';
  for await (const page of pages) {
    yield separator + page.map((one) => JSON.stringify(toJson(one))).join(',\n');
    separator = ',\n';
  }
}

function headOf({ atMs, account, person, keys, about, members }: AccountExport): object {
  return {
    format: 1,
    exportedAtMs: atMs,
    account,
    person: personToExport(person),
    members: members.map(memberToView),
    keys: keys.map(keyToExport),
    limits: about.limits.map((limit) => ({ ...ruleToView(limit), setBy: limit.setBy })),
    pots: about.pots.map(potToExport),
    planPeriods: about.periods,
    debts: about.debts.map(({ amount, repaid, ...debt }) => ({
      ...debt,
      czk: formatCzk(amount),
      repaidCzk: formatCzk(repaid),
    })),
    buyer: about.buyer,
    acceptedTerms: about.terms,
    vatCheck: about.vatCheck,
    withdrawals: about.withdrawals.map(({ orderId, name, email, atMs, refund, sentAtMs }) => ({
      orderId,
      name,
      email,
      atMs,
      sentAtMs,
      refundCzk: formatCzk(refund),
    })),
    topUp: topUpToExport(about.topUp),
    mailDomains: about.mailDomains,
    webhooks: about.webhooks,
    orders: about.orders.map(orderToExport),
    prices: about.prices.map(({ price, ...version }) => ({ ...version, czkPerMillion: priceToView(price) })),
  };
}

const personToExport = (person: ExportedPerson | null) => {
  if (!person) return null;
  const { email, name, role, language, hasTwoFactor, accounts } = person;
  return { email, name, role, language, hasTwoFactor, accounts };
};

const keyToExport = ({ limits, spent, ...key }: AccountExport['keys'][number]) => ({
  ...key,
  limits: limits.map(ruleToView),
  spentCzk: formatCzk(spent),
});

const requestToExport = (request: RequestRecord) => ({ ...requestToView(request), priceVersion: request.priceVersion });

function topUpToExport(state: TopUpState): object {
  const { limits: _, ...topUp } = topUpToView({ ...state, limits: null });
  return topUp;
}

const orderToExport = (order: Order) => {
  const { id, offer, method, status, isAutomatic, vatId, createdAtMs, paidAtMs, variableSymbol, invoiceNumber } = order;
  const { termsVersion, beginsAtOnce } = order;
  const amounts = { czk: formatCzk(order.amount), refundedCzk: formatCzk(order.refunded) };
  return {
    id,
    offer,
    method,
    status,
    isAutomatic,
    ...amounts,
    vatId,
    createdAtMs,
    paidAtMs,
    variableSymbol,
    invoiceNumber,
    termsVersion,
    beginsAtOnce,
  };
};

const potToExport = ({ amount, held, spent, unit, ...pot }: PotBalance) => ({
  ...pot,
  ...inUnit(isMoney({ kind: pot.kind, ...(unit && { unit }) }), { left: amount, held, spent }),
});

const movementToExport = ({ amount, seq: _, unit, ...entry }: ExportEntry) => ({
  ...entry,
  ...inUnit(isMoney({ kind: entry.pot, ...(unit && { unit }) }), { amount }),
});

/** Credit, and plans of crowns, in CZK as texts; everything else in tokens, as numbers. */
function inUnit(isCredit: boolean, amounts: Readonly<Record<string, bigint>>): object {
  const written = Object.entries(amounts).map(([name, amount]) => [
    `${name}${isCredit ? 'Czk' : 'Tokens'}`,
    isCredit ? formatCzk(nanos(amount)) : Number(amount),
  ]);
  return Object.fromEntries(written);
}
