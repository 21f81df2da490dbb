/**
 * E-mails about organisations: to a person who is invited, who was removed, to the old and the new owner, and to all of them
 * when it is closed.
 */

import type { Language } from '../../core/people.ts';
import type { GivenRole } from '../../core/roles.ts';
import type { Email } from '../../platform/mail/mail.ts';
import { type EmailContent, renderEmail } from '../../platform/mail/render-email.ts';

type MemberEmailKind = 'invited' | 'removed' | 'owner-now' | 'owner-before' | 'closed' | 'closed-own';

export type MemberEmail = {
  readonly kind: MemberEmailKind;
  readonly to: string;
  readonly language: Language;
  readonly organisation: string;
  /** The address of the person who did it. */
  readonly by: string;
  readonly role?: GivenRole;
  readonly days?: number;
  readonly link?: string;
  /** How many others belonged to it. */
  readonly colleagues?: number;
};

export const memberEmail = (email: MemberEmail, service: string): Email =>
  renderEmail(email.to, memberContent(email, service));

export const memberContent = (email: MemberEmail, service: string): EmailContent =>
  MEMBER_EMAILS[email.kind][email.language]({ ...email, service });

type Words = MemberEmail & { readonly service: string };

export const ROLES: Readonly<Record<Language, Readonly<Record<GivenRole, string>>>> = {
  en: { admin: 'admin', developer: 'developer', billing: 'billing', viewer: 'viewer' },
  cs: { admin: 'správce', developer: 'vývojář', billing: 'fakturace', viewer: 'čtenář' },
};

const roleIn = ({ language, role = 'viewer' }: Words): string => ROLES[language][role];
const linkOf = ({ link }: Words, label: string) => (link ? [{ href: link, label }] : []);

const MEMBER_EMAILS: Readonly<Record<MemberEmailKind, Readonly<Record<Language, (words: Words) => EmailContent>>>> = {
  invited: {
    en: (words) => ({
      subject: `You are invited to ${words.organisation} at ${words.service}`,
      parts: [
        `${words.by} invites you to the organisation ${words.organisation} at ${words.service}, in the role ${roleIn(words)}.`,
        `The link works once, for this address only, and for ${words.days} days. If you do not know the sender, ignore this message: without the link nothing happens.`,
        ...linkOf(words, 'Look at the invitation'),
      ],
    }),
    cs: (words) => ({
      subject: `Pozvánka do organizace ${words.organisation} ve službě ${words.service}`,
      parts: [
        `${words.by} vás zve do organizace ${words.organisation} ve službě ${words.service}. Vaše role bude: ${roleIn(words)}.`,
        `Odkaz lze použít jednou, jen s touto adresou, a platí ${words.days} dní. Pokud odesílatele neznáte, zprávu ignorujte: bez odkazu se nic nestane.`,
        ...linkOf(words, 'Zobrazit pozvánku'),
      ],
    }),
  },
  removed: {
    en: ({ organisation, service, by }) => ({
      subject: `You do not belong to ${organisation} at ${service} any more`,
      parts: [`${by} has removed you from the organisation ${organisation}. Keys of your own there are revoked.`],
    }),
    cs: ({ organisation, service, by }) => ({
      subject: `Už nejste v organizaci ${organisation} ve službě ${service}`,
      parts: [`${by} vás odebral(a) z organizace ${organisation}. Vaše vlastní klíče v ní jsou zneplatněné.`],
    }),
  },
  'owner-now': {
    en: ({ organisation, service, by }) => ({
      subject: `You are the owner of ${organisation} at ${service}`,
      parts: [
        `${by} has handed the organisation ${organisation} over to you. From now on e-mails about its credit, orders and keys come to you.`,
      ],
    }),
    cs: ({ organisation, service, by }) => ({
      subject: `Jste vlastníkem organizace ${organisation} ve službě ${service}`,
      parts: [
        `${by} vám předal(a) organizaci ${organisation}. Od teď dostáváte e-maily o jejím kreditu, objednávkách a klíčích.`,
      ],
    }),
  },
  'owner-before': {
    en: ({ organisation, service, by }) => ({
      subject: `You have handed over ${organisation} at ${service}`,
      parts: [
        `${by} is the owner of the organisation ${organisation} now, and you are one of its admins.`,
        'If it was not you, write to the operator of the service at once.',
      ],
    }),
    cs: ({ organisation, service, by }) => ({
      subject: `Předali jste organizaci ${organisation} ve službě ${service}`,
      parts: [
        `Vlastníkem organizace ${organisation} je teď ${by} a vy jste jedním z jejích správců.`,
        'Pokud jste to nebyli vy, obraťte se ihned na provozovatele služby.',
      ],
    }),
  },
  closed: {
    en: ({ organisation, service, by }) => ({
      subject: `The organisation ${organisation} at ${service} is closed`,
      parts: [
        `${by} has closed the organisation ${organisation}. All keys in it are revoked, your own too: programs that use one are refused from now on.`,
        'Your sign-in stays. If you belong to no other organisation, you can make an account of your own when you sign in.',
      ],
    }),
    cs: ({ organisation, service, by }) => ({
      subject: `Organizace ${organisation} ve službě ${service} je zrušená`,
      parts: [
        `${by} zrušil(a) organizaci ${organisation}. Všechny její klíče jsou zneplatněné, i ty vaše: programy, které některý z nich používají, budou od této chvíle odmítnuty.`,
        'Vaše přihlašovací údaje zůstávají. Pokud do jiné organizace nepatříte, můžete si po přihlášení založit vlastní účet.',
      ],
    }),
  },
  'closed-own': {
    en: ({ organisation, service, colleagues = 0 }) => ({
      subject: `Your account ${organisation} at ${service} is deleted`,
      parts: [
        `You have deleted the account ${organisation}. Its keys are revoked, and what was left of its credit is written off.`,
        ...(colleagues > 0 ? ['Its other members have been told by e-mail.'] : []),
        'If it was not you, write to the operator of the service at once.',
      ],
    }),
    cs: ({ organisation, service, colleagues = 0 }) => ({
      subject: `Váš účet ${organisation} ve službě ${service} je smazaný`,
      parts: [
        `Smazali jste účet ${organisation}. Jeho klíče jsou zneplatněné a zbylý kredit je odepsaný.`,
        ...(colleagues > 0 ? ['Ostatním členům jsme poslali e-mail.'] : []),
        'Pokud jste to nebyli vy, obraťte se ihned na provozovatele služby.',
      ],
    }),
  },
};
