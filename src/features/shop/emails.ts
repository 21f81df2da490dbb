/** E-mails about orders, payments and plans. */
import type { CardFailure } from '../../core/card-failure.ts';
import { planName } from '../../core/plan.ts';
import { emailsAbout } from '../../platform/notices/notice-email.ts';
import { ORDER_TRANSFER, ORDER_WITHDRAWN, PAYMENT_FAILED, PLAN_RENEWED } from './notices.ts';
import { transferEmail } from './transfer-email.ts';

const TOP_UP_FAILURES: Readonly<Record<'en' | 'cs', Readonly<Record<CardFailure, string>>>> = {
  en: {
    authentication: 'your bank wants you to confirm the payment',
    declined: 'your bank has declined the payment',
    expired: 'the saved card has expired',
    unusable: 'the saved card cannot be used any more',
  },
  cs: {
    authentication: 'banka chce, abyste platbu potvrdili',
    declined: 'banka platbu zamítla',
    expired: 'platnost uložené karty skončila',
    unusable: 'uloženou kartu už nelze použít',
  },
};

/** An amount as decimal text, with the comma of Czech. */
const comma = (czk: string): string => czk.replace('.', ',');

const FAILED = {
  en: { order: 'A payment', renewal: 'The payment for a renewal', 'top-up': 'The payment for an automatic top-up' },
  cs: { order: 'Platba', renewal: 'Platba za obnovení tarifu', 'top-up': 'Platba za automatické dobití' },
} as const;

export const SHOP_EMAILS = [
  emailsAbout(ORDER_TRANSFER, { toOwner: { en: transferEmail, cs: transferEmail } }),
  emailsAbout(PLAN_RENEWED, {
    toOwner: {
      en: ({ plan, name, endsAtMs }, { service, date }) => ({
        subject: `Your plan at ${service} was renewed`,
        parts: [
          `A new period of your plan ${name?.en ?? planName(plan, 'en')} has begun. It lasts until ${date(endsAtMs)}.`,
        ],
      }),
      cs: ({ plan, name, endsAtMs }, { service, date }) => ({
        subject: `Váš tarif ve službě ${service} byl obnoven`,
        parts: [`Začalo nové období vašeho tarifu ${name?.cs ?? planName(plan, 'cs')}. Trvá do ${date(endsAtMs)}.`],
      }),
    },
  }),
  emailsAbout(ORDER_WITHDRAWN, {
    toOwner: {
      en: (data, { service, date }) => ({
        subject: `You have withdrawn from an order at ${service}`,
        parts: [
          `We have received your withdrawal on ${date(data.declaredAtMs)} (Prague time). This is what you declared:`,
          `"I, ${data.name}, withdraw from the contract of order ${data.orderId}${data.invoiceNumber ? `, invoice ${data.invoiceNumber}` : ''}, for ${data.amountCzk} CZK."`,
          `${data.refundCzk} CZK go back to you for what was not used, within 14 days, ${data.method === 'bank' ? 'to the bank account that you have paid from' : 'to the card that you have paid with'}. The credit note is on the page of the order.`,
          { href: data.pageUrl, label: 'Open the order' },
        ],
      }),
      cs: (data, { service, date }) => ({
        subject: `Odstoupili jste od objednávky ve službě ${service}`,
        parts: [
          `Vaše odstoupení od smlouvy jsme přijali ${date(data.declaredAtMs)} (pražský čas). Prohlásili jste:`,
          `„Já, ${data.name}, odstupuji od smlouvy podle objednávky ${data.orderId}${data.invoiceNumber ? `, faktura ${data.invoiceNumber}` : ''}, na ${data.amountCzk.replace('.', ',')} Kč.“`,
          `Za to, co jste nevyužili, vám do 14 dnů vrátíme ${data.refundCzk.replace('.', ',')} Kč, a to ${data.method === 'bank' ? 'na bankovní účet, ze kterého jste platili' : 'na kartu, kterou jste platili'}. Opravný doklad najdete na stránce objednávky.`,
          { href: data.pageUrl, label: 'Otevřít objednávku' },
        ],
      }),
    },
    toOperator: {
      en: ({ name, email, orderId, invoiceNumber, refundCzk, method, hasConsent }, { service, date, atMs }) => ({
        subject: `${service}: ${email} has withdrawn from an order`,
        parts: [
          `${name} has withdrawn from order ${orderId} (invoice ${invoiceNumber}) on ${date(atMs)}. ${refundCzk} CZK go back.`,
          method === 'bank'
            ? 'Send the money by bank within 14 days, and say so under Operator → Orders or by "boreal withdrawal sent".'
            : 'The card is refunded by itself; the log says so if it cannot be.',
          ...(hasConsent
            ? []
            : ['No wish to begin at once is on record, so what was used may have to go back, too: ask your lawyer.']),
        ],
      }),
      cs: ({ name, email, orderId, invoiceNumber, refundCzk, method, hasConsent }, { service, date, atMs }) => ({
        subject: `${service}: ${email} odstoupil(a) od objednávky`,
        parts: [
          `${name} odstoupil(a) ${date(atMs)} od objednávky ${orderId} (faktura ${invoiceNumber}). Vrací se ${comma(refundCzk)} Kč.`,
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
    },
  }),
  emailsAbout(PAYMENT_FAILED, {
    toOwner: {
      en: ({ orderId, amountCzk, what, topUp }, { service }) => ({
        subject: `A payment at ${service} has failed`,
        parts: topUp
          ? [
              `Your credit is low, and the automatic top-up of ${amountCzk} CZK (order ${orderId}) did not go through: ${TOP_UP_FAILURES.en[topUp.failure]}. Nothing was booked.`,
              topUp.isPaused
                ? 'Automatic top-up is paused. Save another card, or top up by hand; saving the rule again tries this card once more.'
                : 'The card is tried again later. If your credit may run out before that, top up by hand.',
              { href: topUp.pageUrl, label: 'Open Billing' },
            ]
          : what === 'order'
            ? [
                `Your payment of ${amountCzk} CZK (order ${orderId}) did not go through. Nothing was booked.`,
                'You can try again under Billing.',
              ]
            : [
                `The next period of your plan (${amountCzk} CZK, order ${orderId}) could not be charged to your card.`,
                'The card is tried again in the next days. Until that succeeds, your credit pays.',
              ],
      }),
      cs: ({ orderId, amountCzk, what, topUp }, { service }) => ({
        subject: `Platba ve službě ${service} se nezdařila`,
        parts: topUp
          ? [
              `Máte málo kreditu a automatické dobití ${amountCzk.replace('.', ',')} Kč (objednávka ${orderId}) neproběhlo: ${TOP_UP_FAILURES.cs[topUp.failure]}. Nic nebylo zaúčtováno.`,
              topUp.isPaused
                ? 'Automatické dobíjení je pozastavené. Uložte jinou kartu, nebo dobijte kredit ručně; když nastavení znovu uložíte, zkusíme tuto kartu ještě jednou.'
                : 'Platbu později zkusíme znovu. Pokud by vám kredit mezitím mohl dojít, dobijte ho ručně.',
              { href: topUp.pageUrl, label: 'Otevřít Vyúčtování' },
            ]
          : what === 'order'
            ? [
                `Vaše platba ${amountCzk.replace('.', ',')} Kč (objednávka ${orderId}) neproběhla. Nic nebylo zaúčtováno.`,
                'Zaplatit můžete znovu na stránce Vyúčtování.',
              ]
            : [
                `Platbu za další období vašeho tarifu (${amountCzk.replace('.', ',')} Kč, objednávka ${orderId}) se nepodařilo strhnout z karty.`,
                'V příštích dnech platbu zkusíme znovu. Do té doby se požadavky platí z kreditu.',
              ],
      }),
    },
    toOperator: {
      en: ({ accountId, orderId, amountCzk, what }, { service, date, atMs }) => ({
        subject: `${service}: a payment of ${amountCzk} CZK has failed`,
        parts: [
          `${FAILED.en[what]} of ${amountCzk} CZK did not go through on ${date(atMs)} (order ${orderId}, account ${accountId}). Nothing was booked.`,
          'The customer has an e-mail about it. See Operator → Orders.',
        ],
      }),
      cs: ({ accountId, orderId, amountCzk, what }, { service, date, atMs }) => ({
        subject: `${service}: platba ${comma(amountCzk)} Kč se nezdařila`,
        parts: [
          `${FAILED.cs[what]} ${comma(amountCzk)} Kč ${date(atMs)} neproběhla (objednávka ${orderId}, účet ${accountId}). Nic nebylo zaúčtováno.`,
          'Zákazník dostal e-mail. Podívejte se na stránku Provoz → Objednávky.',
        ],
      }),
    },
  }),
];
