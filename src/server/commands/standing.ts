/** `account suspend | resume | signout`. */

import { customers } from '../../features/customers/contract.ts';
import { type AccountNeeds, accountOf } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Command, required } from '../../platform/commands/command.ts';
import type { AccountAction } from '../stores/actions.ts';

type Needs = ActNeeds & AccountNeeds;

type Kind = (AccountAction & { readonly kind: 'suspend' | 'resume' | 'end-sessions' })['kind'];

type Standing = {
  readonly word: string;
  readonly about: string;
  readonly kind: Kind;
  readonly does: string;
  readonly said: (email: string) => string;
};

const standing = ({ word, about, kind, does, said }: Standing): Command<Needs> => ({
  usage: `account ${word} --account ID|EMAIL --reason TEXT [--json]`,
  about,
  options: ['account', 'reason'],
  does: [does],
  run: async (options, storage) => {
    const { id, email } = await accountOf(options, storage);
    await act(storage, { kind, accountId: id }, { reason: required(options, 'reason') });
    const status = (await storage.stores.accounts.find(id))!.status;
    return { json: { id, email, status }, text: said(email) };
  },
});

export const accountSuspend = standing({
  word: 'suspend',
  about: 'Refuses the requests of an account until it is resumed.',
  kind: 'suspend',
  does: customers.status.name,
  said: (email) => `${email} is suspended: requests are refused until "account resume". Running answers finish.`,
});

export const accountResume = standing({
  word: 'resume',
  about: 'Ends the suspension of an account.',
  kind: 'resume',
  does: customers.status.name,
  said: (email) => `${email} is not suspended any more. An account that owes money stays blocked.`,
});

export const accountSignOut = standing({
  word: 'signout',
  about: 'Ends all sign-ins of an account. Its keys are not changed.',
  kind: 'end-sessions',
  does: customers.endSessions.name,
  said: (email) => `All sessions of ${email} have ended: people have to sign in again. Its keys are not changed.`,
});
