/** Messages from the payment provider. Who sends them is known by the signature over exactly the bytes that came. */
import { ServiceError } from '../domain/errors.ts';
import type { ShopService } from '../service/shop.ts';
import { readBody } from './body.ts';
import type { Route } from './call.ts';

const BODY_LIMITS = { bodyBytesMax: 256 * 1024, bodyMs: 30_000 };

/** Whatever was read and checked is answered with 200, also where nothing was given: to send it again would not help. */
export const webhookRoute = ({ receive }: Pick<ShopService, 'receive'>): Route => ({
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
