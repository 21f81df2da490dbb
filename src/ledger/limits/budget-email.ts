/** The e-mails about the budget of a member of which 80 % are used, or which is used up: to the member, and to the owner. */

import type { EmailContent } from '../../platform/mail/render-email.ts';
import type { EmailWords } from '../../platform/notices/notice-email.ts';
import type { Reached } from '../notices.ts';
import { amountsOf, untilCs, untilEn, whenCs, whenEn } from './limit-email.ts';

type Budget = Reached & { readonly member: NonNullable<Reached['member']> };

export const isBudget = (data: Reached): data is Budget => data.member !== null && data.member !== undefined;

export function budgetEmailEn(data: Budget, { service, email }: EmailWords): EmailContent {
  const { member, percent } = data;
  const isMember = email === member.email;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'en');
  const who = isMember ? `In ${member.organisation} you have` : `${member.email} has`;
  const usedUp = `${who} used ${used} of a budget of ${limit}${whenEn(data)}.`;
  const keys = isMember ? 'your keys' : 'keys of this member';
  const where = isMember
    ? 'An owner or admin of the organisation can raise your budget.'
    : 'You can change the budget on the page Team. These e-mails can be switched off under Billing.';
  const whose = isMember ? 'Your' : "A member's";
  if (percent === 80) {
    return {
      subject: `${whose} budget at ${service} has reached 80 %`,
      parts: [`${usedUp} When it is used up, requests with ${keys} are refused.`, where],
    };
  }
  return {
    subject: `${whose} budget at ${service} is used up`,
    parts: [
      `${usedUp}${isRestTooSmall ? ' What is left was too little for a request.' : ''}`,
      `Requests with ${keys} are refused until the budget is raised${untilEn(data)}.`,
      where,
    ],
  };
}

export function budgetEmailCs(data: Budget, { service, email }: EmailWords): EmailContent {
  const { member, percent } = data;
  const isMember = email === member.email;
  const { limit, used, isRestTooSmall } = amountsOf(data, 'cs');
  const usedUp = isMember
    ? `V organizaci ${member.organisation} jste${whenCs(data)} vyčerpali ${used} z rozpočtu ${limit}.`
    : `Uživatel ${member.email} vyčerpal${whenCs(data)} ${used} z rozpočtu ${limit}.`;
  const keys = isMember ? 'vašimi klíči' : 'jeho klíči';
  const where = isMember
    ? 'Rozpočet vám může zvýšit vlastník nebo správce organizace.'
    : 'Rozpočet můžete změnit na stránce Tým. Tato upozornění se vypínají na stránce Vyúčtování.';
  const whose = isMember ? 'Váš rozpočet' : 'Rozpočet člena týmu';
  if (percent === 80) {
    return {
      subject: `${whose} ve službě ${service} dosáhl 80 %`,
      parts: [`${usedUp} Až se rozpočet vyčerpá, bude služba požadavky s ${keys} odmítat.`, where],
    };
  }
  return {
    subject: `${whose} ve službě ${service} je vyčerpaný`,
    parts: [
      `${usedUp}${isRestTooSmall ? ' Zbytek už na další požadavek nestačil.' : ''}`,
      `Služba požadavky s ${keys} odmítá, dokud se rozpočet nezvýší${untilCs(data)}.`,
      where,
    ],
  };
}
