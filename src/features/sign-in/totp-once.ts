/**
 * Lets each code of a second factor work once. better-auth takes a code for as long as it is valid, so a code that was
 * seen over a shoulder could be used again. The step of a code is claimed before better-auth looks at it: of two calls
 * with the same code, one gets on.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Clock } from '../../platform/clock.ts';
import { type AuthRows, is } from './auth-rows.ts';

const STEP_MS = 30_000;
/** Clocks of phones differ: better-auth takes one step to either side. */
const STEPS_AROUND = [-1, 0, 1];
const DIGITS = 6;

export const totpOnce = (rows: AuthRows, clock: Clock): BetterAuthPlugin => ({
  id: 'totp-once',
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === '/two-factor/verify-totp',
        handler: createAuthMiddleware(async (ctx) => {
          const userId = await userIdOf(ctx);
          const [row] = userId ? await rows.find({ model: 'twoFactor', where: [is('userId', userId)], limit: 1 }) : [];
          const code: unknown = ctx.body?.code;
          if (typeof row?.secret !== 'string' || typeof code !== 'string') return;
          const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: row.secret });
          const step = stepOf(code, secret, clock.nowMs());
          // A wrong code is left to better-auth, which counts it.
          if (step === undefined) return;
          const isFree = { ...is('id', String(row.id)), field: 'lastStep', operator: 'lt', value: step };
          const where = [is('id', String(row.id)), isFree];
          const claimed = await rows.updateOne({ model: 'twoFactor', where, set: { lastStep: step } });
          if (!claimed) throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE' });
        }),
      },
    ],
  },
});

type HookContext = Parameters<typeof getSessionFromCtx>[0];

/** Whose code it is: of the session, or of the sign-in that waits for it. */
async function userIdOf(ctx: HookContext): Promise<string | undefined> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  const { name } = ctx.context.createAuthCookie('two_factor');
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  const found = challenge ? await ctx.context.internalAdapter.findVerificationValue(challenge) : undefined;
  return found?.value;
}

/** The latest step whose code this is (RFC 6238: SHA-1, six digits); undefined if it is of none around now. */
function stepOf(code: string, secret: string, nowMs: number): number | undefined {
  const now = Math.floor(nowMs / STEP_MS);
  return STEPS_AROUND.map((around) => now + around).findLast((step) => isSame(code, codeOf(secret, step)));
}

function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
}

const isSame = (given: string, wanted: string): boolean => {
  const left = Buffer.from(given);
  const right = Buffer.from(wanted);
  return left.length === right.length && timingSafeEqual(left, right);
};
