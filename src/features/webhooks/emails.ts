/** E-mails about webhooks. */
import { emailsAbout } from '../../platform/notices/notice-email.ts';
import { WEBHOOK_DISABLED } from './notices.ts';

export const WEBHOOK_EMAILS = [
  emailsAbout(WEBHOOK_DISABLED, {
    toOwner: {
      en: ({ url }, { service }) => ({
        subject: `A webhook at ${service} was disabled`,
        parts: [
          `Messages to ${url} could not be delivered for more than a day, so no more are sent.`,
          'When the receiver works again, you can enable the webhook on the page Webhooks. What happened meanwhile is not sent.',
        ],
      }),
      cs: ({ url }, { service }) => ({
        subject: `Webhook ve službě ${service} je vypnutý`,
        parts: [
          `Zprávy na adresu ${url} se déle než den nedaří doručit, a proto je už neposíláme.`,
          'Až bude příjemce v pořádku, můžete webhook znovu zapnout na stránce Webhooky. Co se mezitím stalo, už neposíláme.',
        ],
      }),
    },
  }),
];
