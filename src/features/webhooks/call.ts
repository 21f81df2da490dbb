/** Calls of customers' webhooks, signed as the Standard Webhooks specification says. */

import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { checkedAddress, guardedPost, RefusedTarget } from '../../platform/guarded-post.ts';
import type { Notice } from '../../platform/notices/notice.ts';
import { withIsoTimes } from '../../platform/notices/operator-notices.ts';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const REFUSED = 'This address cannot be called: ';

export const newWebhookSecret = (): string =>
  `${SECRET_PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64')}`;

type Network = 'public' | 'any';

/** Why an address may not be called, in words; null where it may. A name that is not found now may be found later. */
export const webhookRefusals =
  (network: Network) =>
  async (url: string): Promise<string | null> => {
    try {
      await checkedAddress({ url, network });
      return null;
    } catch (cause) {
      return `${REFUSED}${cause instanceof RefusedTarget ? cause.message : 'its name was not found.'}`;
    }
  };

type Target = { readonly url: string; readonly secret: string };
type Calling = { readonly network: Network; readonly timeoutMs?: number; readonly clock: Clock };

/** Resolves with the status of the answer; no redirect is followed, and private addresses are refused. */
export function createCustomerWebhook(calling: Calling): (target: Target, notice: Notice) => Promise<number> {
  const { network, timeoutMs, clock } = calling;
  return ({ url, secret }, notice) => {
    const body = bodyOf(notice);
    const id = messageIdOf(notice);
    const atS = Math.floor(clock.nowMs() / 1000);
    const headers = {
      'user-agent': 'Boreal',
      'webhook-id': id,
      'webhook-timestamp': `${atS}`,
      'webhook-signature': `v1,${signatureOf(`${id}.${atS}.${body}`, secret)}`,
    };
    return guardedPost({ url, network, timeoutMs }, { body, headers });
  };
}

/** The same for every attempt, so that the receiver knows a repeat. */
const messageIdOf = ({ id }: Notice): string =>
  `msg_${createHash('sha256').update(id).digest('base64url').slice(0, 27)}`;

const signatureOf = (content: string, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
    .update(content)
    .digest('base64');

const bodyOf = ({ type, atMs, data }: Notice): string =>
  JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data: withIsoTimes(data) });
