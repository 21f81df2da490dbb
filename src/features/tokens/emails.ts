/** The e-mails about a management token that was made: to the owner of the account, to the person for whom it acts, to operators. */

import type { EmailContent } from '../../platform/mail/render-email.ts';
import { type EmailWords, emailsAbout } from '../../platform/notices/notice-email.ts';
import { type Made, TOKEN_MADE } from './notices.ts';

export const TOKEN_EMAILS = [
  emailsAbout(TOKEN_MADE, {
    toOwner: { en: emailEn, cs: emailCs },
    toOperator: {
      en: ({ person, name, hint, scopes, by }, { service, date, atMs }) => ({
        subject: `${service}: an access token of ${person} was made`,
        parts: [
          `Made on ${date(atMs)} by ${by}: "${name}" (…${hint}), with ${scopes.join(', ')}.`,
          'If no operator knows of it, revoke it under Operator → Access tokens or by "boreal token revoke".',
        ],
      }),
      cs: ({ person, name, hint, scopes, by }, { service, date, atMs }) => ({
        subject: `${service}: vznikl přístupový token uživatele ${person}`,
        parts: [
          `${date(atMs)} ho vytvořil(a) ${by}: „${name}“ (…${hint}), s oprávněním ${scopes.join(', ')}.`,
          'Pokud o něm žádný provozovatel neví, zneplatněte ho na stránce Provoz → Přístupové tokeny nebo příkazem „boreal token revoke“.',
        ],
      }),
    },
  }),
];

function emailEn(data: Made, { service, date, email }: EmailWords): EmailContent {
  const isPerson = email === data.person;
  const { name, hint, person, scopes, expiresAtMs, area } = data;
  const as = area === 'operator' ? ' as an operator' : ' in your account';
  const page = area === 'operator' ? 'Operator → Access tokens' : 'API → Access tokens';
  return {
    subject: `An access token was made at ${service}`,
    parts: [
      `With this token a program can act${as} in ${isPerson ? 'your name' : `the name of ${person}`}:`,
      {
        rows: [
          ['Token', `${name} (…${hint})`],
          ['Scopes', scopes.join(', ')],
          ['Ends', expiresAtMs === undefined ? 'never' : date(expiresAtMs)],
        ],
      },
      `If you do not know of it, revoke it at once on the page ${page}${isPerson ? ', and change your password' : ''}.`,
    ],
  };
}

function emailCs(data: Made, { service, date, email }: EmailWords): EmailContent {
  const isPerson = email === data.person;
  const { name, hint, person, scopes, expiresAtMs, area } = data;
  const as = area === 'operator' ? ' jako provozovatel' : ' ve vašem účtu';
  const page = area === 'operator' ? 'Provoz → Přístupové tokeny' : 'API → Přístupové tokeny';
  return {
    subject: `Ve službě ${service} vznikl přístupový token`,
    parts: [
      `S tímto tokenem může program jednat${as} ${isPerson ? 'vaším jménem' : `jménem uživatele ${person}`}:`,
      {
        rows: [
          ['Token', `${name} (…${hint})`],
          ['Oprávnění', scopes.join(', ')],
          ['Platí do', expiresAtMs === undefined ? 'bez omezení' : date(expiresAtMs)],
        ],
      },
      `Pokud o něm nevíte, hned ho zneplatněte na stránce ${page}${isPerson ? ' a změňte si heslo' : ''}.`,
    ],
  };
}
