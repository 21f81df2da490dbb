/** `account delete`: what an owner can do on the page, by the operator. */
import { invalidField } from '../../core/errors.ts';
import { formatCzk, nanos, readCzk } from '../../core/money.ts';
import { colleaguesIn, emailsOf } from '../../features/customers/account-closing.ts';
import { account as contract } from '../../features/customers/account-contract.ts';
import { noticesOf } from '../../features/organisations/member-mail.ts';
import type { Members } from '../../features/organisations/members.ts';
import type { Owners } from '../../features/sign-in/rules.ts';
import type { AccountNeeds } from '../../platform/commands/account.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';

type Needs = ActNeeds &
  AccountNeeds & {
    readonly stores: { readonly members: Pick<Members, 'of'>; readonly owners: Pick<Owners, 'forget'> };
  };

/** The operator has no password of the customer. */
const deletion = { ...contract.delete, body: contract.delete.body.omit({ password: true }) };

export const accountDelete: Command<Needs> = fromContract('account delete', deletion, {
  about: 'Closes an account for good. --email is its address, typed again; what is left of the credit is written off.',
  run: async ({ account, body }, needs) => {
    const { id: accountId, email, name } = account;
    if (body.email.trim().toLowerCase() !== email) {
      throw invalidField('email', 'must be the address of this account');
    }
    const { platform, stores } = needs;
    const members = await stores.members.of(accountId);
    const owner = members.find(({ role }) => role === 'owner');
    const emails = emailsOf(owner ?? { email, language: null }, {
      by: platform.serviceName,
      organisation: name ?? email,
      colleagues: colleaguesIn(members, body.colleagues),
    });
    const told = noticesOf(platform, accountId, emails);
    const { before, after } = await act(
      needs,
      { kind: 'close-account', accountId },
      { reason: 'closed by the operator', told },
    );
    if (owner) await stores.owners.forget(owner.userId, accountId);
    const writtenOff = readCzk(String(before.creditCzk)) - readCzk(String(after.creditCzk));
    return { deleted: true as const, writtenOffCzk: formatCzk(nanos(writtenOff)) };
  },
  text: ({ writtenOffCzk }, { account: { email } }) =>
    `The account of ${email} is closed for good; ${writtenOffCzk} CZK of credit were written off.`,
});
