/** The operator's webhook: each notice as JSON, signed, so that the receiver knows that it is ours and new. */

import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { guardedPost } from '../guarded-post.ts';
import type { Notice } from './notice.ts';

type OperatorCallSettings = {
  readonly url: string;
  readonly secret: string;
  readonly allowPrivate: boolean;
  readonly ca?: string | undefined;
};

/** Resolves when the receiver has answered with 2xx. A redirect is an answer like any other that is not. */
export function createOperatorCall(settings: OperatorCallSettings, clock: Clock): (notice: Notice) => Promise<void> {
  return async (notice) => {
    const body = bodyOf(notice);
    const signature = signatureOf(body, settings.secret, Math.floor(clock.nowMs() / 1000));
    const headers = { 'user-agent': 'Boreal', 'boreal-signature': signature, 'boreal-notice-id': notice.id };
    const status = await guardedPost(targetOf(settings), { body, headers });
    if (status < 200 || status > 299) throw new Error(`The webhook answered with status ${status}.`);
  };
}

export const targetOf = ({ url, allowPrivate, ca }: OperatorCallSettings) =>
  ({ url, network: allowPrivate ? 'any' : 'public', ca }) as const;

/** `t=…,v1=…`: the time in seconds, and the HMAC-SHA-256 of the time, a dot and the body. */
function signatureOf(body: string, secret: string, atS: number): string {
  return `t=${atS},v1=${createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')}`;
}

function bodyOf({ id, type, atMs, data }: Notice): string {
  return JSON.stringify({ id, type, at: new Date(atMs).toISOString(), data: withIsoTimes(data) });
}

/** Times leave as text in UTC, as in the rest of the API: `endsAtMs` as `endsAt`. */
export function withIsoTimes(data: Notice['data']): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) =>
      name.endsWith('AtMs') ? [name.slice(0, -2), new Date(value as number).toISOString()] : [name, value],
    ),
  );
}
