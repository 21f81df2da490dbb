/** The e-mail about keys that a change of role has stopped: to the member whose keys they are, and to the owner. */

import type { EmailContent } from '../../platform/mail/render-email.ts';
import type { EmailWords } from '../../platform/notices/notice-email.ts';
import { ROLES } from './member-emails.ts';
import type { PausedKeys } from './notices.ts';

export const pausedKeysEn = (
  { organisation, member, isMember, role, keys, by }: PausedKeys,
  { service }: EmailWords,
): EmailContent =>
  isMember
    ? {
        subject: `Your API keys in ${organisation} at ${service} are stopped`,
        parts: [
          `${by} has changed your role in the organisation ${organisation} to ${ROLES.en[role]}. This role may not spend, so requests with your API keys there are refused (keys: ${keys}).`,
          'The keys work again when your role allows it. You can revoke them on the page API.',
        ],
      }
    : {
        subject: `API keys of a member of ${organisation} at ${service} are stopped`,
        parts: [
          `${by} has changed the role of ${member} in the organisation ${organisation} to ${ROLES.en[role]}. This role may not spend, so requests with that member's API keys are refused (keys: ${keys}).`,
          'The keys work again when the role allows it. For what must go on, use a key of the organisation.',
        ],
      };

export const pausedKeysCs = (
  { organisation, member, isMember, role, keys, by }: PausedKeys,
  { service }: EmailWords,
): EmailContent =>
  isMember
    ? {
        subject: `Vaše API klíče v organizaci ${organisation} ve službě ${service} jsou pozastavené`,
        parts: [
          `${by} vám v organizaci ${organisation} změnil(a) roli na: ${ROLES.cs[role]}. Tato role nesmí utrácet, a proto služba požadavky s vašimi API klíči v ní odmítá (počet klíčů: ${keys}).`,
          'Klíče budou znovu fungovat, až to vaše role dovolí. Zneplatnit je můžete na stránce API.',
        ],
      }
    : {
        subject: `API klíče člena organizace ${organisation} ve službě ${service} jsou pozastavené`,
        parts: [
          `${by} změnil(a) v organizaci ${organisation} roli člena ${member} na: ${ROLES.cs[role]}. Tato role nesmí utrácet, a proto služba požadavky s jeho API klíči odmítá (počet klíčů: ${keys}).`,
          'Klíče budou znovu fungovat, až to role dovolí. Pro to, co musí běžet dál, použijte klíč organizace.',
        ],
      };
