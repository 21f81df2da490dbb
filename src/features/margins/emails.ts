/** E-mails to operators about models that bring a loss. */
import { emailsAbout } from '../../platform/notices/notice-email.ts';
import { MODEL_BELOW_COST } from './notices.ts';

export const MARGIN_EMAILS = [
  emailsAbout(MODEL_BELOW_COST, {
    toOperator: {
      en: ({ model, engine, tokens }, { service, date, atMs }) => ({
        subject: `${service}: ${model} is sold below cost`,
        parts: [
          `Since about ${date(atMs)} tokens of ${model} cost more at the engine ${engine} than customers pay: ${tokens.join(', ')}.`,
          'See Operator → Margins, or "boreal buying list".',
        ],
      }),
      cs: ({ model, engine, tokens }, { service, date, atMs }) => ({
        subject: `${service}: ${model} se prodává pod náklady`,
        parts: [
          `Přibližně od ${date(atMs)} stojí tokeny modelu ${model} u enginu ${engine} víc, než za ně zákazníci platí: ${tokens.join(', ')}.`,
          'Podívejte se na stránku Provoz → Marže, nebo použijte příkaz „boreal buying list“.',
        ],
      }),
    },
  }),
];
