/** `credit grant | correct | refund`, `package grant`, `plan set | cancel`: every one with its reason in the books. */
import { formatCzk } from '../domain/money.ts';
import { accountOf } from './accounts.ts';
import { ACTOR, dateOf, planOf, requiredAmount } from './amounts.ts';
import { type Books, type BooksCommand, type Options, optional, required, UsageError } from './command.ts';

export const creditGrant: BooksCommand = {
  usage: 'credit grant --account ID|EMAIL --czk CZK [--reason TEXT] [--id ID] [--json]',
  options: ['account', 'czk', 'reason', 'id'],
  run: async (options, books) => {
    const { account, about } = await aboutOf(options, books);
    const amount = requiredAmount(options, 'czk');
    const id = grantIdOf(options);
    const reason = optional(options, 'reason') ?? 'granted by the operator';
    const booking = await refusable(
      books.stores.treasury.grant({ ...about, amount, reason, ...(id !== undefined && { id }) }),
    );
    const creditCzk = await creditOf(books, account.id);
    const grantedCzk = formatCzk(amount);
    const text =
      booking === 'repeated'
        ? `The grant ${id} was booked before and is not booked again; the credit of ${account.email} is ${creditCzk} CZK.`
        : `${grantedCzk} CZK granted to ${account.email}; the credit is now ${creditCzk} CZK.`;
    const repeated = id !== undefined && { grantId: id, repeated: booking === 'repeated' };
    return { json: { id: account.id, email: account.email, grantedCzk, creditCzk, ...repeated }, text };
  },
};

export const creditCorrect: BooksCommand = {
  usage: 'credit correct --account ID|EMAIL --czk=-CZK|CZK --reason TEXT [--json]',
  options: ['account', 'czk', 'reason'],
  run: async (options, books) => {
    const { account, about } = await aboutOf(options, books);
    const amount = requiredAmount(options, 'czk', { isSigned: true });
    await refusable(books.stores.treasury.correct({ ...about, amount, reason: required(options, 'reason') }));
    const creditCzk = await creditOf(books, account.id);
    return {
      json: { id: account.id, email: account.email, correctedCzk: formatCzk(amount), creditCzk },
      text: `The credit of ${account.email} was corrected by ${formatCzk(amount)} CZK and is now ${creditCzk} CZK.`,
    };
  },
};

export const creditRefund: BooksCommand = {
  usage: 'credit refund --account ID|EMAIL --czk CZK --reason TEXT [--json]',
  options: ['account', 'czk', 'reason'],
  run: async (options, books) => {
    const { account, about } = await aboutOf(options, books);
    const amount = requiredAmount(options, 'czk');
    const debt = await books.stores.treasury.takeBack({ ...about, amount, reason: required(options, 'reason') });
    const creditCzk = await creditOf(books, account.id);
    const owes =
      debt > 0n ? ` ${formatCzk(debt)} CZK were already spent: they are a debt now and the account is blocked.` : '';
    return {
      json: {
        id: account.id,
        email: account.email,
        refundedCzk: formatCzk(amount),
        debtCzk: formatCzk(debt),
        creditCzk,
      },
      text: `${formatCzk(amount)} CZK taken back from ${account.email}; the credit is now ${creditCzk} CZK.${owes}`,
    };
  },
};

export const packageGrant: BooksCommand = {
  usage: 'package grant --account ID|EMAIL --tokens N --expires DATE [--reason TEXT] [--json]',
  options: ['account', 'tokens', 'expires', 'reason'],
  run: async (options, books) => {
    const { account, about } = await aboutOf(options, books);
    const written = required(options, 'tokens');
    if (!/^[1-9]\d{0,14}$/.test(written)) throw new UsageError('--tokens must be a whole number above 0.');
    const expiresAtMs = dateOf(options, 'expires', about.atMs);
    if (expiresAtMs === undefined) throw new UsageError('--expires is missing.');
    const reason = optional(options, 'reason') ?? 'granted by the operator';
    await books.stores.treasury.grantPackage({ ...about, tokens: BigInt(written), expiresAtMs, reason });
    const expiresAt = new Date(expiresAtMs).toISOString();
    return {
      json: { id: account.id, email: account.email, tokens: Number(written), expiresAt },
      text: `A package of ${written} tokens for ${account.email}, until ${expiresAt}.`,
    };
  },
};

export const planSet: BooksCommand = {
  usage: 'plan set --account ID|EMAIL --plan pro|ultra [--json]',
  options: ['account', 'plan'],
  run: async (options, books) => {
    const { account, about } = await aboutOf(options, books);
    const plan = planOf(options);
    if (!plan) throw new UsageError('--plan is missing.');
    const change = await books.stores.plans.choose({ ...about, plan });
    const when = change === 'downgrade' ? 'with the next period' : 'now';
    return {
      json: { id: account.id, email: account.email, plan, change },
      text: `${account.email}: plan ${plan} ${when} (${change}).`,
    };
  },
};

export const planCancel: BooksCommand = {
  usage: 'plan cancel --account ID|EMAIL [--json]',
  options: ['account'],
  run: async (options, books) => {
    const { account, about } = await aboutOf(options, books);
    if (!(await books.stores.plans.cancel(about))) throw new UsageError(`${account.email} has no plan.`);
    return {
      json: { id: account.id, email: account.email, cancelled: true },
      text: `The plan of ${account.email} ends with its running period.`,
    };
  },
};

async function aboutOf(options: Options, books: Books) {
  const account = await accountOf(options, books);
  return { account, about: { accountId: account.id, actor: ACTOR, atMs: books.clock.nowMs() } };
}

async function creditOf({ stores, clock }: Books, accountId: string): Promise<string> {
  return formatCzk((await stores.ledger.balanceOf(accountId, clock.nowMs())).credit);
}

function grantIdOf(options: Options): string | undefined {
  const id = optional(options, 'id');
  if (id === undefined || /^[\x21-\x7e]{1,200}$/.test(id)) return id;
  throw new UsageError('--id must be 1 to 200 visible ASCII characters without spaces, such as invoice-2026-0017.');
}

/** What the books refuse is the operator's to know in one sentence. */
async function refusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}
