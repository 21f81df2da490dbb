/** `account suspend | resume | signout`. */
import type { AccountDeed } from '../domain/operator.ts';
import { accountOf } from './accounts.ts';
import { act } from './action.ts';
import { type BooksCommand, required } from './command.ts';

type Kind = (AccountDeed & { readonly kind: 'suspend' | 'resume' | 'end-sessions' })['kind'];

const standing = (word: string, kind: Kind, said: (email: string) => string): BooksCommand => ({
  usage: `account ${word} --account ID|EMAIL --reason TEXT [--json]`,
  options: ['account', 'reason'],
  run: async (options, books) => {
    const { id, email } = await accountOf(options, books);
    await act(books, { kind, accountId: id }, { reason: required(options, 'reason') });
    const status = (await books.stores.accounts.find(id))!.status;
    return { json: { id, email, status }, text: said(email) };
  },
});

export const accountSuspend = standing(
  'suspend',
  'suspend',
  (email) => `${email} is suspended: requests are refused until "account resume". Running answers finish.`,
);

export const accountResume = standing(
  'resume',
  'resume',
  (email) => `${email} is not suspended any more. An account that owes money stays blocked.`,
);

export const accountSignOut = standing(
  'signout',
  'end-sessions',
  (email) => `Everybody who is signed in to ${email} has to sign in again. Its keys are not changed.`,
);
