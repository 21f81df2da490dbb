import type { ActionKind } from '../../platform/action-log/contract.ts';
import type { ActivityArea } from './contract.ts';

/** The kinds of actions that members look for together. One that is in no area is in the whole list alone. */
export const KINDS_OF: Readonly<Record<ActivityArea, readonly ActionKind[]>> = {
  keys: ['make-key', 'change-key', 'rotate-key', 'revoke-key'],
  members: [
    'name-account',
    'invite-member',
    'resend-invitation',
    'withdraw-invitation',
    'join',
    'join-by-domain',
    'change-member',
    'limit-member',
    'remove-member',
    'hand-over',
  ],
  billing: [
    'set-limits',
    'set-alerts',
    'set-top-up',
    'save-card',
    'remove-card',
    'set-buyer',
    'place-order',
    'cancel-plan',
    'redeem-voucher',
    'withdraw-order',
  ] as const,
  tokens: ['make-token', 'revoke-token'],
  webhooks: ['add-webhook', 'enable-webhook', 'remove-webhook'],
  domains: ['claim-domain', 'verify-domain', 'remove-domain', 'set-provider', 'remove-provider'],
  'sign-in': ['sign-in', 'sign-in-failed'],
};
