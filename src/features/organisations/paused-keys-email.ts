/** The e-mail about keys that a change of role has stopped: to the member whose keys they are, and to the owner. */

import type { EmailContent } from '../../platform/mail/render-email.ts';
import type { NoticeData, Owner } from '../../platform/notices/notice.ts';
import { ROLES } from './member-emails.ts';

type Paused = NoticeData['keys.paused'];

const EN = ({ organisation, member, isMember, role, keys, by }: Paused, service: string): EmailContent =>
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

const CS = ({ organisation, member, isMember, role, keys, by }: Paused, service: string): EmailContent =>
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

export const pausedKeysEmail = (data: Paused, { language }: Owner, service: string): EmailContent =>
  language === 'cs' ? CS(data, service) : EN(data, service);
