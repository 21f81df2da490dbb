/** The fields that an operator sends with every change, and the answer. */
import { z } from 'zod';
import type { View } from '../api/contract.ts';
import { ms } from '../api/schemas.ts';

const REASON_MAX = 500;

/** Made by the page when the form opens: sent twice, it is done once. */
export const actionId = z.string().regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters, digits, _ or -');
export const actionFields = { id: actionId, reason: z.string().trim().min(1, 'must not be empty').max(REASON_MAX) };
export const actionBody = z.strictObject(actionFields);
export type ActionBody = z.input<typeof actionBody>;

/** From when it holds; null is as soon as every server knows it. */
export const fromMs = ms.nullable();

const ACTION_KINDS = [
  'grant',
  'correct',
  'refund',
  'package',
  'plan',
  'suspend',
  'resume',
  'end-sessions',
  'close-account',
  'limit-account',
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
  'sign-in',
  'sign-in-failed',
  // Of a time in which an account had limits of a minute alone from operators.
  'minute-limits',
  'undo-sweep',
  'repair-leases',
  'revoke-key',
  'change-key',
  'rotate-key',
  'confirm-order',
  'cancel-order',
  'send-refund',
  'open-account',
  'make-key',
  'make-token',
  'revoke-token',
  'token-call',
  'command-call',
  'look',
  'name-account',
  'invite-member',
  'resend-invitation',
  'withdraw-invitation',
  'join',
  'change-member',
  'limit-member',
  'remove-member',
  'hand-over',
  'claim-domain',
  'verify-domain',
  'lapse-domain',
  'remove-domain',
  'set-provider',
  'remove-provider',
  'join-by-domain',
  'add-webhook',
  'enable-webhook',
  'remove-webhook',
  'price',
  'plan-terms',
  'withdraw-plan',
  // Of a time in which the operator could change the tokens of a plan alone.
  'plan-tokens',
  'price-group',
  'join-price-group',
  'buying-price',
  'currency-rate',
  'offer',
  'withdraw-offer',
  'sign-up',
  'settings',
  'voucher',
  'revoke-voucher',
  'invite',
  'pause-batches',
  'note',
  'resolve-note',
  'remove-note',
  'engine-settings',
  'model-engines',
  'model',
  'preset',
  'withdraw-engine-change',
  'set-aside',
  'engine',
  'audit',
  'reload',
  'become-operator',
  'bank-import',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** Anything that JSON can hold. */
const state = z.record(z.string(), z.unknown());

export const actionView = z
  .object({
    seq: z.number(),
    id: z.string(),
    atMs: z.number(),
    actor: z.string(),
    memberId: z.string().nullable().describe('The member who did it; null: an operator, or the service by itself.'),
    kind: z.enum(ACTION_KINDS),
    accountId: z.string().nullable(),
    object: z.string(),
    reason: z.string(),
    wanted: state,
    before: state,
    after: state,
  })
  .meta({ id: 'ActionView' });
export type ActionView = View<typeof actionView>;

/** The answer to an action. One that is sent twice gets the same twice. */
export const done = z.object({ action: actionView }).meta({ id: 'Done' });
