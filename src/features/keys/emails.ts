/** E-mails about keys. */
import { emailsAbout } from '../../platform/notices/notice-email.ts';
import { KEY_EXPIRING } from './notices.ts';

export const KEY_EMAILS = [
  emailsAbout(KEY_EXPIRING, {
    toOwner: {
      en: ({ name, hint, expiresAtMs }, { service, date }) => ({
        subject: `An API key at ${service} is about to expire`,
        parts: [
          `Your API key "${name}" (…${hint}) expires on ${date(expiresAtMs)}. After that, requests with it are refused.`,
          'You can give it a later date or rotate it on the page API.',
        ],
      }),
      cs: ({ name, hint, expiresAtMs }, { service, date }) => ({
        subject: `Platnost API klíče ve službě ${service} brzy skončí`,
        parts: [
          `Platnost vašeho API klíče „${name}“ (…${hint}) skončí ${date(expiresAtMs)}. Potom bude služba požadavky s ním odmítat.`,
          'Na stránce API mu můžete prodloužit platnost, nebo ho vyměnit.',
        ],
      }),
    },
  }),
];
