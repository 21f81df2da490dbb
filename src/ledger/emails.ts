/** E-mails about limits to customers, and about the audit to operators. */
import { emailsAbout } from '../platform/notices/notice-email.ts';
import { budgetEmailCs, budgetEmailEn, isBudget } from './limits/budget-email.ts';
import { limitEmailCs, limitEmailEn } from './limits/limit-email.ts';
import { AUDIT_BROKEN, LIMIT_REACHED } from './notices.ts';

const PROBLEMS_SHOWN = 20;

export const LEDGER_EMAILS = [
  emailsAbout(LIMIT_REACHED, {
    toOwner: {
      en: (data, words) => (isBudget(data) ? budgetEmailEn(data, words) : limitEmailEn(data, words.service)),
      cs: (data, words) => (isBudget(data) ? budgetEmailCs(data, words) : limitEmailCs(data, words.service)),
    },
  }),
  emailsAbout(AUDIT_BROKEN, {
    toOperator: {
      en: ({ problems }, { service }) => ({
        subject: `${service}: the audit has found something`,
        parts: [
          'The ledger has errors. Copy the data folder before you change anything.',
          ...problems.slice(0, PROBLEMS_SHOWN),
        ],
      }),
      cs: ({ problems }, { service }) => ({
        subject: `${service}: kontrola účetnictví našla chyby`,
        parts: [
          'V účetnictví jsou chyby. Než cokoli změníte, zkopírujte si složku s daty.',
          ...problems.slice(0, PROBLEMS_SHOWN),
        ],
      }),
    },
  }),
];
