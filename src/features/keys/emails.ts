import type { OwnerTexts } from '../../platform/notices/owner-texts.ts';

export const KEY_EMAILS: OwnerTexts<'key.expiring'> = {
  en: {
    'key.expiring': ({ name, hint, expiresAtMs }, { service, date }) => ({
      subject: `An API key at ${service} is about to expire`,
      parts: [
        `Your API key "${name}" (…${hint}) expires on ${date(expiresAtMs)}. After that, requests with it are refused.`,
        'You can give it a later date or rotate it on the page API.',
      ],
    }),
  },
  cs: {
    'key.expiring': ({ name, hint, expiresAtMs }, { service, date }) => ({
      subject: `Platnost API klíče ve službě ${service} brzy skončí`,
      parts: [
        `Platnost vašeho API klíče „${name}“ (…${hint}) skončí ${date(expiresAtMs)}. Potom bude služba požadavky s ním odmítat.`,
        'Na stránce API mu můžete prodloužit platnost, nebo ho vyměnit.',
      ],
    }),
  },
};
