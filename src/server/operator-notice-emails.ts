/** The e-mails of notices to operators, in the language of one: what happened, what to do, and what is known of it. */
import { gatheredContent } from '../platform/mail/gathered-email.ts';
import type { Email } from '../platform/mail/mail.ts';
import { type EmailContent, renderEmail } from '../platform/mail/render-email.ts';
import type { Notice, NoticeData, Owner } from '../platform/notices/notice.ts';

/** The kinds that operators get. */
type Told =
  | 'engine.down'
  | 'engine.up'
  | 'model.below-cost'
  | 'audit.broken'
  | 'order.withdrawn'
  | 'payment.failed'
  | 'token.made';
type Words = { readonly service: string; readonly at: string };
type Texts = { readonly [Kind in Told]: (data: NoticeData[Kind], words: Words) => EmailContent };

const PROBLEMS_SHOWN = 20;

export function operatorNoticesEmail(notices: readonly Notice[], operator: Owner, service: string): Email {
  const date = dateIn(operator.language);
  const told = notices.map((notice) => ({ atMs: notice.atMs, content: contentOf(notice, operator, service) }));
  return renderEmail(operator.email, gatheredContent(told, { ...operator, date }));
}

function contentOf({ type, data, atMs }: Notice, { language }: Owner, service: string): EmailContent {
  const texts: Partial<Record<Notice['type'], (data: never, words: Words) => EmailContent>> = TEXTS[language];
  const write = texts[type];
  if (!write) throw new Error(`There is no e-mail to operators about ${type}.`);
  return write(data as never, { service, at: dateIn(language)(atMs) });
}

export const dateIn =
  (language: Owner['language']) =>
  (atMs: number): string =>
    new Date(atMs).toLocaleString(language === 'cs' ? 'cs-CZ' : 'en-GB', {
      timeZone: 'Europe/Prague',
      dateStyle: 'long',
      timeStyle: 'short',
    });

/** An amount as decimal text, with the comma of Czech. */
const comma = (czk: string): string => czk.replace('.', ',');

const TEXTS: Readonly<Record<Owner['language'], Texts>> = {
  en: {
    'engine.down': ({ engine }, { service, at }) => ({
      subject: `${service}: engine ${engine} does not answer`,
      parts: [
        `Since about ${at} the engine ${engine} does not answer. Requests to its models fail.`,
        'See Operator → Engines, "boreal doctor" and the log.',
      ],
    }),
    'engine.up': ({ engine }, { service, at }) => ({
      subject: `${service}: engine ${engine} answers again`,
      parts: [`The engine ${engine} answers again since ${at}.`],
    }),
    'model.below-cost': ({ model, engine, tokens }, { service, at }) => ({
      subject: `${service}: ${model} is sold below cost`,
      parts: [
        `Since about ${at} tokens of ${model} cost more at the engine ${engine} than customers pay: ${tokens.join(', ')}.`,
        'See Operator → Margins, or "boreal buying list".',
      ],
    }),
    'audit.broken': ({ problems }, { service }) => ({
      subject: `${service}: the audit has found something`,
      parts: [
        'The ledger has errors. Copy the data folder before you change anything.',
        ...problems.slice(0, PROBLEMS_SHOWN),
      ],
    }),
    'order.withdrawn': ({ name, email, orderId, invoiceNumber, refundCzk, method, hasConsent }, { service, at }) => ({
      subject: `${service}: ${email} has withdrawn from an order`,
      parts: [
        `${name} has withdrawn from order ${orderId} (invoice ${invoiceNumber}) on ${at}. ${refundCzk} CZK go back.`,
        method === 'bank'
          ? 'Send the money by bank within 14 days, and say so under Operator → Orders or by "boreal withdrawal sent".'
          : 'The card is refunded by itself; the log says so if it cannot be.',
        ...(hasConsent
          ? []
          : ['No wish to begin at once is on record, so what was used may have to go back, too: ask your lawyer.']),
      ],
    }),
    'payment.failed': ({ accountId, orderId, amountCzk, what }, { service, at }) => ({
      subject: `${service}: a payment of ${amountCzk} CZK has failed`,
      parts: [
        `${FAILED.en[what]} of ${amountCzk} CZK did not go through on ${at} (order ${orderId}, account ${accountId}). Nothing was booked.`,
        'The customer has an e-mail about it. See Operator → Orders.',
      ],
    }),
    'token.made': ({ person, name, hint, scopes, by }, { service, at }) => ({
      subject: `${service}: an access token of ${person} was made`,
      parts: [
        `Made on ${at} by ${by}: "${name}" (…${hint}), with ${scopes.join(', ')}.`,
        'If no operator knows of it, revoke it under Operator → Access tokens or by "boreal token revoke".',
      ],
    }),
  },
  cs: {
    'engine.down': ({ engine }, { service, at }) => ({
      subject: `${service}: engine ${engine} neodpovídá`,
      parts: [
        `Engine ${engine} neodpovídá přibližně od ${at}. Požadavky na jeho modely selhávají.`,
        'Podívejte se na stránku Provoz → Enginy, do logu a na výstup příkazu „boreal doctor“.',
      ],
    }),
    'engine.up': ({ engine }, { service, at }) => ({
      subject: `${service}: engine ${engine} znovu odpovídá`,
      parts: [`Engine ${engine} znovu odpovídá od ${at}.`],
    }),
    'model.below-cost': ({ model, engine, tokens }, { service, at }) => ({
      subject: `${service}: ${model} se prodává pod náklady`,
      parts: [
        `Přibližně od ${at} stojí tokeny modelu ${model} u enginu ${engine} víc, než za ně zákazníci platí: ${tokens.join(', ')}.`,
        'Podívejte se na stránku Provoz → Marže, nebo použijte příkaz „boreal buying list“.',
      ],
    }),
    'audit.broken': ({ problems }, { service }) => ({
      subject: `${service}: kontrola účetnictví našla chyby`,
      parts: [
        'V účetnictví jsou chyby. Než cokoli změníte, zkopírujte si složku s daty.',
        ...problems.slice(0, PROBLEMS_SHOWN),
      ],
    }),
    'order.withdrawn': ({ name, email, orderId, invoiceNumber, refundCzk, method, hasConsent }, { service, at }) => ({
      subject: `${service}: ${email} odstoupil(a) od objednávky`,
      parts: [
        `${name} odstoupil(a) ${at} od objednávky ${orderId} (faktura ${invoiceNumber}). Vrací se ${comma(refundCzk)} Kč.`,
        method === 'bank'
          ? 'Pošlete peníze do 14 dnů převodem a potvrďte to na stránce Provoz → Objednávky nebo příkazem „boreal withdrawal sent“.'
          : 'Na kartu se peníze vrátí samy; kdyby to nešlo, najdete to v logu.',
        ...(hasConsent
          ? []
          : [
              'Žádost o okamžité plnění není zaznamenaná, a tak se možná musí vrátit i to, co bylo využito: poraďte se s právníkem.',
            ]),
      ],
    }),
    'payment.failed': ({ accountId, orderId, amountCzk, what }, { service, at }) => ({
      subject: `${service}: platba ${comma(amountCzk)} Kč se nezdařila`,
      parts: [
        `${FAILED.cs[what]} ${comma(amountCzk)} Kč ${at} neproběhla (objednávka ${orderId}, účet ${accountId}). Nic nebylo zaúčtováno.`,
        'Zákazník dostal e-mail. Podívejte se na stránku Provoz → Objednávky.',
      ],
    }),
    'token.made': ({ person, name, hint, scopes, by }, { service, at }) => ({
      subject: `${service}: vznikl přístupový token uživatele ${person}`,
      parts: [
        `${at} ho vytvořil(a) ${by}: „${name}“ (…${hint}), s oprávněním ${scopes.join(', ')}.`,
        'Pokud o něm žádný provozovatel neví, zneplatněte ho na stránce Provoz → Přístupové tokeny nebo příkazem „boreal token revoke“.',
      ],
    }),
  },
};

const FAILED = {
  en: { order: 'A payment', renewal: 'The payment for a renewal', 'top-up': 'The payment for an automatic top-up' },
  cs: { order: 'Platba', renewal: 'Platba za obnovení tarifu', 'top-up': 'Platba za automatické dobití' },
} as const;
