/** The part of this feature that others may use. */

export type { Invitation, Invitations } from './invitation.ts';
export {
  domainOfEmail,
  type MailDomain,
  type MailDomains,
  type SignInTarget,
  sealedAs,
  type TxtLookup,
} from './mail-domain.ts';
export { domainsOf } from './mail-domain-store.ts';
export { type ChangeEmail, logUnsent, noticesOf } from './member-mail.ts';
export { accountsOf, forgetClosing, membersOf, wasLeftByClosing } from './member-rows.ts';
export { budgetToView, memberToView } from './member-view.ts';
export { MEMBERS_MAX, type Member, type Members } from './members.ts';
