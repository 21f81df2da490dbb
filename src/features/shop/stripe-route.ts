/** Messages from the payment provider. The sender is known by the signature over exactly the bytes that came. */
import { ServiceError } from '../../core/errors.ts';
import { readBody } from '../../platform/http/body.ts';
import type { Route } from '../../platform/http/call.ts';
import type { ShopService } from './service.ts';

const BODY_LIMITS = { bodyBytesMax: 256 * 1024, bodyMs: 30_000 };

/** A message that was read and checked is answered with 200, also where nothing was given: to send it again would not help. */
export const stripeEventsRoute = ({ receive }: Pick<ShopService, 'receive'>): Route => ({
  method: 'POST',
  path: '/webhooks/stripe',
  guard: 'none',
  handle: async ({ request }) => {
    if (!receive) throw new ServiceError('not_found', 'Payment by card is off.');
    const body = await readBody(request, BODY_LIMITS);
    const result = await receive(body, request.headers.get('stripe-signature') ?? '');
    return Response.json({ received: true, outcome: result?.outcome ?? 'ignored' });
  },
});
