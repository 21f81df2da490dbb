/** The e-mails of sign-in. A text has a subject, a few sentences, and perhaps a link at the end. */

import type { Language } from '../../core/people.ts';
import type { Email } from '../../platform/mail/mail.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';

export type SignInEmailKind =
  | 'verify'
  | 'reset'
  | 'already-registered'
  | 'email-changed'
  | 'password-changed'
  | 'second-factor-off'
  | 'passkey-added'
  | 'passkey-removed';

export type SignInEmail = {
  readonly kind: SignInEmailKind;
  readonly to: string;
  readonly language: Language;
  readonly link?: string;
  /** A word that the text needs. */
  readonly detail?: string;
};

type EmailText = {
  readonly subject: string;
  readonly sentences: readonly string[];
  /** The name of the link. */
  readonly link?: string;
};

export function signInEmail({ kind, to, language, link, detail = '' }: SignInEmail, service: string): Email {
  const text = SIGN_IN_EMAILS[kind][language]({ service, detail });
  const parts = link ? [...text.sentences, { href: link, label: text.link ?? link }] : text.sentences;
  return renderEmail(to, { subject: text.subject, parts });
}

type Words = { readonly service: string; readonly detail: string };

const NOT_YOU: Readonly<Record<Language, string>> = {
  en: 'If it was not you, set a new password at once, which signs out all devices, and write to the operator of the service.',
  cs: 'Pokud jste to nebyli vy, nastavte si ihned nové heslo (tím odhlásíte všechna zařízení) a obraťte se na provozovatele služby.',
};

export const SIGN_IN_EMAILS: Readonly<
  Record<SignInEmailKind, Readonly<Record<Language, (words: Words) => EmailText>>>
> = {
  verify: {
    en: ({ service }) => ({
      subject: `Confirm your address for ${service}`,
      sentences: [
        `Please confirm that this address belongs to you and that you want to use it with ${service}.`,
        'The link is valid for one hour. If you did not ask for it, ignore this message: without the link nothing happens.',
      ],
      link: 'Confirm the address',
    }),
    cs: ({ service }) => ({
      subject: `Potvrďte svou adresu pro službu ${service}`,
      sentences: [
        `Potvrďte prosím, že tato adresa patří vám a že ji chcete používat ve službě ${service}.`,
        'Odkaz platí jednu hodinu. Pokud jste o něj nežádali, zprávu ignorujte: bez potvrzení se nic nestane.',
      ],
      link: 'Potvrdit adresu',
    }),
  },
  reset: {
    en: ({ service }) => ({
      subject: `Set a new password for ${service}`,
      sentences: [
        `A new password for ${service} was requested, most likely by you.`,
        'The link is valid for one hour. If it was not you, ignore this message: your password stays as it is.',
      ],
      link: 'Set a new password',
    }),
    cs: ({ service }) => ({
      subject: `Nastavte si nové heslo pro službu ${service}`,
      sentences: [
        `Někdo, nejspíše vy, požádal o nové heslo ke službě ${service}.`,
        'Odkaz platí jednu hodinu. Pokud jste to nebyli vy, zprávu ignorujte: vaše heslo se nezmění.',
      ],
      link: 'Nastavit nové heslo',
    }),
  },
  'already-registered': {
    en: ({ service }) => ({
      subject: `You are already registered with ${service}`,
      sentences: [
        `This address was used to sign up for ${service}, perhaps by you, but it is registered already.`,
        'You can sign in with your password, or set a new one by this link within one hour. If it was not you, ignore this message.',
      ],
      link: 'Set a new password',
    }),
    cs: ({ service }) => ({
      subject: `Ve službě ${service} už jste zaregistrováni`,
      sentences: [
        `Někdo, možná vy, se pokusil zaregistrovat do služby ${service} s touto adresou, která už je zaregistrovaná.`,
        'Můžete se přihlásit svým heslem, nebo si do hodiny tímto odkazem nastavit nové. Pokud jste to nebyli vy, zprávu ignorujte.',
      ],
      link: 'Nastavit nové heslo',
    }),
  },
  'email-changed': {
    en: ({ service, detail }) => ({
      subject: `Your address for ${service} was changed`,
      sentences: [
        `From now on you sign in to ${service} with the address ${detail}; this one is no longer used.`,
        'If it was not you who changed it, write to the operator of the service at once.',
      ],
    }),
    cs: ({ service, detail }) => ({
      subject: `Vaše adresa pro službu ${service} byla změněna`,
      sentences: [
        `Do služby ${service} se teď přihlašujete adresou ${detail}; tato adresa už k přihlášení neslouží.`,
        'Pokud jste ji nezměnili vy, obraťte se ihned na provozovatele služby.',
      ],
    }),
  },
  'password-changed': {
    en: ({ service }) => ({
      subject: `Your password for ${service} was changed`,
      sentences: [`The password of your account at ${service} was changed.`, NOT_YOU.en],
    }),
    cs: ({ service }) => ({
      subject: `Vaše heslo pro službu ${service} bylo změněno`,
      sentences: [`Heslo k vašemu účtu ve službě ${service} bylo změněno.`, NOT_YOU.cs],
    }),
  },
  'second-factor-off': {
    en: ({ service }) => ({
      subject: `Two-factor sign-in at ${service} was turned off`,
      sentences: [`From now on your password alone signs you in to ${service}.`, NOT_YOU.en],
    }),
    cs: ({ service }) => ({
      subject: `Dvoufázové přihlášení ve službě ${service} bylo vypnuto`,
      sentences: [`K přihlášení do služby ${service} teď stačí samotné heslo.`, NOT_YOU.cs],
    }),
  },
  'passkey-added': {
    en: ({ service }) => ({
      subject: `A passkey was added to your account at ${service}`,
      sentences: [`A new passkey can sign in to your account at ${service}.`, NOT_YOU.en],
    }),
    cs: ({ service }) => ({
      subject: `K vašemu účtu ve službě ${service} byl přidán přístupový klíč`,
      sentences: [`Do vašeho účtu ve službě ${service} se lze přihlásit novým přístupovým klíčem.`, NOT_YOU.cs],
    }),
  },
  'passkey-removed': {
    en: ({ service }) => ({
      subject: `A passkey was removed from your account at ${service}`,
      sentences: [`One of your passkeys no longer signs in to ${service}.`, NOT_YOU.en],
    }),
    cs: ({ service }) => ({
      subject: `Z vašeho účtu ve službě ${service} byl odebrán přístupový klíč`,
      sentences: [`Jedním z vašich přístupových klíčů se už do služby ${service} nepřihlásíte.`, NOT_YOU.cs],
    }),
  },
};
