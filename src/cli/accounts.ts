/** `account create`, `account show`, `credit grant`. */
import type { Account } from '../domain/ledger.ts';
import { formatCzk, type Nanos, parseCzk } from '../domain/money.ts';
import { type Books, type BooksCommand, type Options, optional, required, UsageError } from './command.ts';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export const accountCreate: BooksCommand = {
  usage: 'account create --email E [--credit CZK] [--json]',
  options: ['email', 'credit', 'plan'],
  run: async (options, books) => {
    const email = required(options, 'email').toLowerCase();
    if (!EMAIL.test(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
    if (options.plan !== undefined) throw new UsageError('--plan is not available in this version yet.');
    const credit = creditOf(options, 'credit');
    if (await books.stores.accounts.find(email)) throw new UsageError(`There is already an account for ${email}.`);
    const { clock, ids, stores } = books;
    const account: Account = { id: ids.next('acc_'), email, status: 'active', createdAtMs: clock.nowMs() };
    await stores.accounts.create(account);
    if (credit) await grant(books, account.id, { amount: credit, reason: 'opening credit' });
    const { credit: balance } = await stores.ledger.balanceOf(account.id);
    const creditCzk = formatCzk(balance);
    return {
      json: { id: account.id, email, creditCzk },
      text: `Account ${account.id} for ${email} with ${creditCzk} CZK of credit.`,
    };
  },
};

export const creditGrant: BooksCommand = {
  usage: 'credit grant --account ID|EMAIL --czk CZK [--reason TEXT] [--json]',
  options: ['account', 'czk', 'reason'],
  run: async (options, books) => {
    const account = await accountOf(options, books);
    required(options, 'czk');
    const amount = creditOf(options, 'czk')!;
    await grant(books, account.id, { amount, reason: optional(options, 'reason') ?? 'granted by the operator' });
    const { credit } = await books.stores.ledger.balanceOf(account.id);
    return {
      json: { id: account.id, email: account.email, grantedCzk: formatCzk(amount), creditCzk: formatCzk(credit) },
      text: `${formatCzk(amount)} CZK granted to ${account.email}; the credit is now ${formatCzk(credit)} CZK.`,
    };
  },
};

export const accountShow: BooksCommand = {
  usage: 'account show --account ID|EMAIL [--json]',
  options: ['account'],
  run: async (options, books) => {
    const account = await accountOf(options, books);
    const balance = await books.stores.ledger.balanceOf(account.id);
    const keys = (await books.stores.keys.list(account.id)).map((key) => ({
      id: key.id,
      name: key.name,
      hint: key.hint,
      spendCzk: formatCzk(key.spent),
      revoked: key.revokedAtMs !== undefined,
    }));
    const json = {
      id: account.id,
      email: account.email,
      status: account.status,
      creditCzk: formatCzk(balance.credit),
      heldCzk: formatCzk(balance.held),
      spendCzk: formatCzk(balance.spent),
      keys,
    };
    const lines = [
      `${account.email} (${account.id}), ${account.status}`,
      `credit ${json.creditCzk} CZK, of which ${json.heldCzk} CZK are held by running requests; spent ${json.spendCzk} CZK`,
      ...keys.map(
        (key) =>
          `key ${key.id} "${key.name}" …${key.hint}${key.revoked ? ' (revoked)' : ''}: spent ${key.spendCzk} CZK`,
      ),
    ];
    return { json, text: lines.join('\n') };
  },
};

export async function accountOf(options: Options, { stores }: Books): Promise<Account> {
  const named = required(options, 'account');
  const account = await stores.accounts.find(named);
  if (account) return account;
  throw new UsageError(`There is no account ${named}; give its id or its e-mail address.`);
}

const grant = (books: Books, accountId: string, { amount, reason }: { amount: Nanos; reason: string }): Promise<void> =>
  books.stores.ledger.grant({ accountId, amount, reason, actor: 'operator (command line)', atMs: books.clock.nowMs() });

function creditOf(options: Options, name: string): Nanos | undefined {
  const written = optional(options, name);
  if (written === undefined) return undefined;
  try {
    const amount = parseCzk(written);
    if (amount > 0n) return amount;
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--${name}: ${error.message}`);
    throw error;
  }
  if (name === 'credit' && parseCzk(written) === 0n) return undefined;
  throw new UsageError(`--${name} must be more than 0.`);
}
