/** The e-mail with which an operator tries the mail server. */
import type { Email } from '../../platform/mail/mail.ts';
import { renderEmail } from '../../platform/mail/render-email.ts';

const TEXTS = {
  en: {
    subject: (service: string) => `${service}: e-mail works`,
    lead: (service: string) =>
      `This is a test of the mail server of ${service}. E-mails to customers leave the same way.`,
  },
  cs: {
    subject: (service: string) => `${service}: e-mail funguje`,
    lead: (service: string) =>
      `Toto je zkouška poštovního serveru služby ${service}. Stejnou cestou odcházejí e-maily zákazníkům.`,
  },
};

export function testEmail(to: string, language: 'cs' | 'en', service: string): Email {
  const words = TEXTS[language];
  return renderEmail(to, { subject: words.subject(service), parts: [words.lead(service)] });
}
