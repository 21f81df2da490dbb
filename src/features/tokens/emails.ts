/** The e-mail about a management token that was made: to the owner of the account, and to the person for whom it acts. */

import type { EmailContent } from '../../platform/mail/render-email.ts';
import type { NoticeData, Owner } from '../../platform/notices/notice.ts';

type Made = NoticeData['token.made'];
type Words = { readonly service: string; readonly date: (atMs: number) => string };

export const managementTokenEmail = (data: Made, { email, language }: Owner, words: Words): EmailContent =>
  (language === 'cs' ? managementTokenEmailCs : managementTokenEmailEn)(data, words, email === data.person);

function managementTokenEmailEn(data: Made, { service, date }: Words, isPerson: boolean): EmailContent {
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

function managementTokenEmailCs(data: Made, { service, date }: Words, isPerson: boolean): EmailContent {
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
