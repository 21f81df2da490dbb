/**
 * A sign-in that a stranger begins leaves no row: better-auth would write the challenge of a passkey or the state of a provider to
 * the database, and anyone could fill it. Here the row travels in an encrypted cookie of its client. It works once: of
 * calls that bring the same row the first one gets it, and only then is something written.
 */
import { createHmac } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuthCondition, AuthRow, AuthRows } from './auth-rows.ts';
import { callContext } from './call-context.ts';
import type { Cookies } from './cookies.ts';
import type { SignInSetup } from './setup.ts';

/** Each has its own cookie: a sign-in by passkey in one tab does not undo one at a provider in another. */
export type Carrier = 'passkey' | 'provider';

export type CarriedRows = ReturnType<typeof createCarriedRows>;

const MODEL = 'verification';

export function createCarriedRows(
  { clock }: Pick<Platform, 'clock'>,
  { rows, attempts, secret }: Pick<SignInSetup, 'rows' | 'attempts' | 'secret'>,
  cookies: Cookies,
) {
  const key = createHmac('sha256', secret).update('sign-ins that were begun').digest('base64url');

  /** The line for `Set-Cookie` that gives the row to its client. */
  async function cookieOf(carrier: Carrier, row: AuthRow): Promise<string> {
    const seconds = Math.ceil((Number(row.expiresAt) - clock.nowMs()) / 1000);
    return cookies.write(`begun_${carrier}`, await symmetricEncrypt({ key, data: JSON.stringify(row) }), seconds);
  }

  /** The row that a client brings back; nothing where it is not ours or has expired. */
  async function broughtIn(carrier: Carrier, headers: Headers): Promise<AuthRow | undefined> {
    const data = cookies.read(headers, `begun_${carrier}`);
    if (!data) return undefined;
    const row = parseJson(await symmetricDecrypt({ key, data }).catch(() => ''));
    return isRecord(row) && Number(row.expiresAt) > clock.nowMs() ? (row as AuthRow) : undefined;
  }

  /** The row of this call, if it is the one that is asked for and no other call has had it. */
  async function brought(model: string, where: readonly AuthCondition[]): Promise<AuthRow | undefined> {
    const context = callContext();
    const row = context?.brought;
    if (model !== MODEL || !row || where.length === 0) return undefined;
    if (!where.every(({ field, value }) => row[field] === value)) return undefined;
    const windowMs = Number(row.expiresAt) - clock.nowMs();
    context.broughtFirst ??= attempts
      .take([{ scope: `begun:${row.id}`, max: 1, windowMs }], clock.nowMs())
      .then(({ waitMs }) => waitMs === 0);
    return (await context.broughtFirst) ? row : undefined;
  }

  const carrying: AuthRows = {
    ...rows,
    create: async (model, row) => {
      const context = callContext();
      if (model === MODEL && context?.carries) context.carried = row;
      else await rows.create(model, row);
    },
    find: async (query) => {
      noteFactor(query);
      const row = await brought(query.model, query.where);
      return row ? [row] : rows.find(query);
    },
    takeOne: async (model, where) => (await brought(model, where)) ?? rows.takeOne(model, where),
  };

  return { rows: carrying, cookieOf, broughtIn };
}

/** The only place that says who is asked for a second factor where it is wrong. */
function noteFactor({ model, where = [] }: Parameters<AuthRows['find']>[0]): void {
  const context = callContext();
  const userId = where.find(({ field }) => field === 'userId')?.value;
  if (context && model === 'twoFactor' && typeof userId === 'string') context.factorOf = userId;
}
