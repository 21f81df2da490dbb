/** `billing …`, `topup …`: what an account has, its own limits and alerts, and its automatic top-up. */
import type { AccountNeeds } from '../../platform/commands/account.ts';
import type { ActNeeds } from '../../platform/commands/action.ts';
import type { Command } from '../../platform/commands/command.ts';
import { fromContract } from '../../platform/commands/from-contract.ts';
import { limitLine } from '../../platform/commands/limit-words.ts';
import { viaRoute } from '../../platform/commands/via-route.ts';
import { type BillingStores, billingRoutes } from './billing-routes.ts';
import { type BillingView, billing, type PotView, type TopUpView, topUp } from './contract.ts';
import { topUpRoutes } from './top-up-routes.ts';
import type { TopUpService } from './top-ups.ts';

type BillingNeeds = ActNeeds &
  AccountNeeds & {
    readonly stores: BillingStores;
  };

const billingOf = ({ stores, platform }: BillingNeeds) => billingRoutes(platform, stores);

const leftText = ({ tokens, tokensLeft, crowns }: Pick<PotView, 'tokens' | 'tokensLeft' | 'crowns'>): string =>
  crowns ? `${crowns.leftCzk} of ${crowns.allCzk} CZK left` : `${tokensLeft} of ${tokens} tokens left`;

function billingText(view: BillingView): string {
  return [
    `credit ${view.creditCzk} CZK, held ${view.heldCzk} CZK, debt ${view.debtCzk} CZK`,
    ...(view.plan ? [`plan ${view.plan.id}: ${leftText(view.plan)}`] : []),
    ...view.packages.map((pot) => `package ${pot.label}: ${leftText(pot)}`),
    `alert below: ${view.alertBelowCzk === null ? 'none' : `${view.alertBelowCzk} CZK`}`,
    `e-mails about limits: ${view.limitAlerts ? 'on' : 'off'}`,
    ...view.limits.map(limitLine),
  ].join('\n');
}

export const billingShow: Command<BillingNeeds> = fromContract('billing show', billing.read, {
  about: 'Shows what an account has, and the limits and alerts that its members have set.',
  run: viaRoute(billing.read, billingOf),
  text: billingText,
});

export const billingAlert: Command<BillingNeeds> = fromContract('billing alert', billing.alert, {
  about: 'Sets the credit below which the owner gets an e-mail; "none" takes the alert away.',
  names: { belowCzk: 'below' },
  run: viaRoute(billing.alert, billingOf),
  text: billingText,
});

export const billingLimitAlerts: Command<BillingNeeds> = fromContract('billing limit-alerts', billing.limitAlerts, {
  about: 'Turns e-mails about limits that are nearly used up on or off.',
  names: { isOn: 'on' },
  run: viaRoute(billing.limitAlerts, billingOf),
  text: billingText,
});

export const billingLimits: Command<BillingNeeds> = fromContract('billing limits', billing.limits, {
  about: 'Sets what all keys may use together, as the account sets it; "none" takes all limits away.',
  run: viaRoute(billing.limits, billingOf),
  text: billingText,
});

type TopUpNeeds = ActNeeds & AccountNeeds & { readonly topUps: () => Promise<TopUpService> };

const topUpOf = async ({ topUps }: TopUpNeeds) => topUpRoutes(await topUps());

function topUpText({ card, rule, monthUsedCzk, failure }: TopUpView): string {
  const when = rule && `below ${rule.belowCzk} CZK, ${rule.amountCzk} CZK, at most ${rule.monthMaxCzk} CZK a month`;
  return [
    rule ? `automatic top-up ${rule.isOn ? 'on' : 'off'}: ${when}` : 'automatic top-up is not set',
    card ? `card ${card.brand} …${card.last4}, until ${card.expiryMonth}/${card.expiryYear}` : 'no card is saved',
    `charged this month: ${monthUsedCzk} CZK`,
    ...(failure ? [`the last charge has failed: ${failure.why}`] : []),
  ].join('\n');
}

export const topUpShow: Command<TopUpNeeds> = fromContract('topup show', topUp.read, {
  about: 'Shows the automatic top-up of an account: the rule, the card, and how it goes.',
  run: viaRoute(topUp.read, topUpOf),
  text: topUpText,
});

export const topUpSet: Command<TopUpNeeds> = fromContract('topup set', topUp.set, {
  about: 'Sets the rule of automatic top-up, and ends a pause. The card is saved by the customer at the pages.',
  names: { isOn: 'on', belowCzk: 'below', amountCzk: 'amount', monthMaxCzk: 'month-max' },
  run: viaRoute(topUp.set, topUpOf),
  text: topUpText,
});

export const topUpRemoveCard: Command<TopUpNeeds> = fromContract('topup remove-card', topUp.removeCard, {
  about: 'Forgets the saved card, and with it turns automatic top-up off.',
  run: viaRoute(topUp.removeCard, topUpOf),
  text: topUpText,
});
