/** `order reconcile`: asks the provider what has happened, and acts on what the ledger does not know. */

import { ServiceError } from '../../core/errors.ts';

import type { EventOutcome, Orders, PaymentProvider } from '../../features/shop/payment-ports.ts';
import { type Command, type Options, required, UsageError } from '../../platform/commands/command.ts';
import { saidBy } from '../../platform/commands/doctor-finding.ts';
import type { Platform } from '../../platform/platform.ts';

type Needs = {
  readonly stores: { readonly orders: Pick<Orders, 'apply'> };
  /** Missing where cards are off. */
  readonly provider?: Pick<PaymentProvider, 'events'> | undefined;
  readonly platform: Pick<Platform, 'clock'>;
};

const PROVIDER = 'stripe';
const FITTING: readonly EventOutcome[] = ['done', 'duplicate', 'waiting'];

export const orderReconcile: Command<Needs> = {
  usage: 'order reconcile --since DATE [--json]',
  about: 'Asks the card provider what was paid since a date, and delivers what is missing.',
  options: ['since'],
  run: async (options, { stores, provider, platform: { clock } }) => {
    if (!provider) throw new UsageError('Payment by card is off: there is no provider to ask.');
    const counts = { done: 0, duplicate: 0, waiting: 0 };
    const problems: { readonly event: string; readonly kind: string; readonly outcome: EventOutcome }[] = [];
    const sinceMs = sinceOf(options, clock.nowMs());
    let error: string | null = null;
    try {
      for await (const event of provider.events(sinceMs)) {
        const { outcome } = await stores.orders.apply(event, { actor: PROVIDER, atMs: clock.nowMs() });
        if (FITTING.includes(outcome)) counts[outcome as keyof typeof counts] += 1;
        else problems.push({ event: event.id, kind: event.kind, outcome });
      }
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      // What was acted on until then stays; to ask again does no harm.
      error = saidBy(thrown.details.cause ?? thrown);
    }
    const { done, duplicate, waiting } = counts;
    const lines = [
      `${done} messages were new, ${duplicate} were known, ${waiting} wait for the order that they belong to.`,
      ...(error === null ? [] : [`Stripe did not tell everything, ask again: ${error}`]),
      ...problems.map(({ event, kind, outcome }) => `${event} (${kind}) did not fit: ${outcome}`),
    ];
    return {
      json: { ...counts, problems, error },
      text: lines.join('\n'),
      failed: error !== null || problems.length > 0,
    };
  },
};

function sinceOf(options: Options, nowMs: number): number {
  const atMs = Date.parse(required(options, 'since'));
  if (atMs < nowMs) return atMs;
  throw new UsageError('--since must be a date in the past, such as 2026-11-01.');
}
