/** The account that a command is about. */

import type { Account } from '../../core/ledger.ts';
import { type Options, required, UsageError } from './command.ts';

export const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export type AccountNeeds = {
  readonly stores: { readonly accounts: { find(idOrEmail: string): Promise<Account | undefined> } };
};

export async function accountOf(options: Options, { stores }: AccountNeeds): Promise<Account> {
  const named = required(options, 'account');
  const account = await stores.accounts.find(named);
  if (account) return account;
  throw new UsageError(`There is no account ${named}; give its id or its e-mail address.`);
}
