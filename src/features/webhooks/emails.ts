import type { OwnerTexts } from '../../platform/notices/owner-texts.ts';

export const WEBHOOK_EMAILS: OwnerTexts<'webhook.disabled'> = {
  en: {
    'webhook.disabled': ({ url }, { service }) => ({
      subject: `A webhook at ${service} was disabled`,
      parts: [
        `Calls of ${url} have failed for more than a day, so it is not called any more.`,
        'When the receiver works again, you can enable the webhook on the page Webhooks. What happened meanwhile is not sent.',
      ],
    }),
  },
  cs: {
    'webhook.disabled': ({ url }, { service }) => ({
      subject: `Webhook ve službě ${service} je vypnutý`,
      parts: [
        `Volání adresy ${url} se déle než den nedaří, a proto ji už nevoláme.`,
        'Až bude příjemce v pořádku, můžete webhook znovu zapnout na stránce Webhooky. Co se mezitím stalo, už neposíláme.',
      ],
    }),
  },
};
