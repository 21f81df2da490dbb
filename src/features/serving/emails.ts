/** E-mails to operators about engines. */
import { emailsAbout } from '../../platform/notices/notice-email.ts';
import { ENGINE_DOWN, ENGINE_UP } from './notices.ts';

export const ENGINE_EMAILS = [
  emailsAbout(ENGINE_DOWN, {
    toOperator: {
      en: ({ engine }, { service, date, atMs }) => ({
        subject: `${service}: engine ${engine} does not answer`,
        parts: [
          `Since about ${date(atMs)} the engine ${engine} does not answer. Requests to its models fail.`,
          'See Operator → Engines, "boreal doctor" and the log.',
        ],
      }),
      cs: ({ engine }, { service, date, atMs }) => ({
        subject: `${service}: engine ${engine} neodpovídá`,
        parts: [
          `Engine ${engine} neodpovídá přibližně od ${date(atMs)}. Požadavky na jeho modely selhávají.`,
          'Podívejte se na stránku Provoz → Enginy, do logu a na výstup příkazu „boreal doctor“.',
        ],
      }),
    },
  }),
  emailsAbout(ENGINE_UP, {
    toOperator: {
      en: ({ engine }, { service, date, atMs }) => ({
        subject: `${service}: engine ${engine} answers again`,
        parts: [`The engine ${engine} answers again since ${date(atMs)}.`],
      }),
      cs: ({ engine }, { service, date, atMs }) => ({
        subject: `${service}: engine ${engine} znovu odpovídá`,
        parts: [`Engine ${engine} znovu odpovídá od ${date(atMs)}.`],
      }),
    },
  }),
];
