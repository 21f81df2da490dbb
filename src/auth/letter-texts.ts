/** What is written to people, in both languages. A text has a subject, a few sentences, and perhaps a link at the end. */
import type { Language } from '../domain/people.ts';

export type LetterKind = 'verify' | 'reset' | 'already-registered' | 'email-changed';

export type LetterText = {
  readonly subject: string;
  readonly sentences: readonly string[];
  /** What the link is called. */
  readonly link?: string;
};

type Words = { readonly service: string; readonly detail: string };

export const LETTER_TEXTS: Readonly<Record<LetterKind, Readonly<Record<Language, (words: Words) => LetterText>>>> = {
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
      subject: `Potvrďte svou adresu pro ${service}`,
      sentences: [
        `Potvrďte prosím, že tato adresa patří vám a že ji chcete používat ve službě ${service}.`,
        'Odkaz platí jednu hodinu. Pokud jste o něj nežádali, zprávu ignorujte: bez odkazu se nic nestane.',
      ],
      link: 'Potvrdit adresu',
    }),
  },
  reset: {
    en: ({ service }) => ({
      subject: `Set a new password for ${service}`,
      sentences: [
        `Somebody, most likely you, asked for a new password for ${service}.`,
        'The link is valid for one hour. If it was not you, ignore this message: your password stays as it is.',
      ],
      link: 'Set a new password',
    }),
    cs: ({ service }) => ({
      subject: `Nastavte si nové heslo pro ${service}`,
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
        `Somebody, perhaps you, tried to sign up for ${service} with this address, which is registered already.`,
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
      subject: `Vaše adresa pro ${service} byla změněna`,
      sentences: [
        `Do služby ${service} se od teď přihlašujete adresou ${detail}; tato se už nepoužívá.`,
        'Pokud jste ji nezměnili vy, napište ihned provozovateli služby.',
      ],
    }),
  },
};
