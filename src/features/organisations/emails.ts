/** E-mails about members and their keys. */
import { type EmailWords, emailsAbout } from '../../platform/notices/notice-email.ts';
import { memberContent } from './member-emails.ts';
import { KEYS_PAUSED, MEMBERS_CHANGED, type MembersChanged } from './notices.ts';
import { pausedKeysCs, pausedKeysEn } from './paused-keys-email.ts';

const changedMembers = (data: MembersChanged, { email, language, service }: EmailWords) =>
  memberContent({ ...data, kind: data.what, to: email, language }, service);

export const MEMBER_EMAILS = [
  emailsAbout(KEYS_PAUSED, { toOwner: { en: pausedKeysEn, cs: pausedKeysCs } }),
  emailsAbout(MEMBERS_CHANGED, { toOwner: { en: changedMembers, cs: changedMembers } }),
];
