/** Webhooks of a customer: addresses that are called when something happens to the account. */

import { z } from 'zod';
import { CUSTOMER_EVENTS } from '../../core/customer-events.ts';
import { route, type View } from '../../platform/api/contract.ts';

const delivery = z.object({
  type: z.string(),
  atMs: z.number(),
  attempts: z.number(),
  arrivedAtMs: z.number().nullable(),
  nextAtMs: z.number().nullable().describe('When it is tried again; null where it has arrived or was given up.'),
  status: z.number().nullable(),
  problem: z.string().nullable(),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(CUSTOMER_EVENTS)),
  createdAtMs: z.number(),
  disabledAtMs: z.number().nullable().describe('Since when it is not called, because calls have failed for too long.'),
  deliveries: z.array(delivery).describe('The last ones, newest first.'),
});

const webhooksView = z.object({ webhooks: z.array(webhook), webhooksMax: z.number() }).meta({ id: 'WebhooksView' });
export type WebhooksView = View<typeof webhooksView>;

const isCallable = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
};

const newWebhook = z.strictObject({
  url: z.string().trim().max(500).refine(isCallable, 'must be an https address without user name'),
  events: z
    .array(z.enum(CUSTOMER_EVENTS))
    .min(1, 'must name at least one event')
    .max(CUSTOMER_EVENTS.length)
    .refine((events) => new Set(events).size === events.length, 'must not name an event twice'),
});

const needs = 'manage-webhooks';

export const webhooks = {
  list: route('GET /api/webhooks', {
    about: 'Lists webhooks, each with its last deliveries.',
    needs,
    reply: webhooksView,
  }),
  add: route('POST /api/webhooks', {
    about: 'Adds a webhook. The secret is in this answer and nowhere else.',
    needs,
    body: newWebhook,
    reply: webhooksView.extend({ secret: z.string() }),
  }),
  test: route('POST /api/webhooks/{id}/test', {
    about: 'Adds a test to the deliveries.',
    needs,
    reply: webhooksView,
    refuses: ['too_many_attempts'],
  }),
  enable: route('POST /api/webhooks/{id}/enable', {
    about: 'Calls a webhook again that was disabled.',
    needs,
    reply: webhooksView,
  }),
  remove: route('POST /api/webhooks/{id}/delete', {
    about: 'Deletes a webhook, with all that still waits for it.',
    needs,
    reply: webhooksView,
  }),
};
