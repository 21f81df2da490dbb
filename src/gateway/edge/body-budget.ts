/**
 * How many bytes of bodies may be on their way at once: for one account, and in all. A body that has been announced is
 * counted whole, because the runtime keeps room for what comes. Small bodies are not counted: they are most, and cheap.
 *
 * Where all room is taken, accounts that have less than an equal share still get theirs, so the bound in all is at most
 * twice `bodiesBytesMax`, and many large bodies of some accounts do not shut out the others.
 */

import { ServiceError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BodyRoom } from '../../platform/http/body.ts';

type BodyBudgetLimits = Pick<Limits, 'bodiesBytesMax' | 'accountBodiesBytesMax' | 'bodyMs'>;

export type BodyBudget = { open(accountId: string): BodyRoom };

type Held = { bytes: number; readonly untilMs: number };
type Account = { bytes: number; readonly held: Set<Held> };

const SMALL_BYTES = 64 * 1024;

export function createBodyBudget(limits: BodyBudgetLimits, clock: Pick<Clock, 'monotonicMs'>): BodyBudget {
  const accounts = new Map<string, Account>();
  let total = 0;

  function hasRoom(account: Account | undefined, more: number): boolean {
    const bytes = (account?.bytes ?? 0) + more;
    if (bytes > limits.accountBodiesBytesMax) return false;
    const sharers = account ? accounts.size : accounts.size + 1;
    return total + more <= limits.bodiesBytesMax || bytes <= limits.bodiesBytesMax / sharers;
  }

  /** The earliest moment at which a body has come or is given up, and its room is free. */
  function freeInMs(account: Account | undefined): number {
    const all = account?.held.size ? [account] : [...accounts.values()];
    const untilMs = Math.min(...all.flatMap(({ held }) => [...held].map((one) => one.untilMs)));
    return Math.max(1, untilMs - clock.monotonicMs());
  }

  function take(accountId: string, held: Held, bytes: number): void {
    const known = accounts.get(accountId);
    const more = bytes - held.bytes;
    if (!hasRoom(known, more)) throw tooMuch(freeInMs(known));
    const account = known ?? { bytes: 0, held: new Set() };
    accounts.set(accountId, account);
    account.held.add(held);
    account.bytes += more;
    held.bytes += more;
    total += more;
  }

  function give(accountId: string, held: Held): void {
    const account = accounts.get(accountId);
    if (!account?.held.delete(held)) return;
    account.bytes -= held.bytes;
    total -= held.bytes;
    if (account.held.size === 0) accounts.delete(accountId);
  }

  return {
    open: (accountId) => {
      let held: Held | undefined;
      return {
        grow: (bytes) => {
          if (bytes <= SMALL_BYTES) return;
          held ??= { bytes: 0, untilMs: clock.monotonicMs() + limits.bodyMs };
          take(accountId, held, bytes);
        },
        close: () => {
          if (held) give(accountId, held);
        },
      };
    },
  };
}

const tooMuch = (retryAfterMs: number): ServiceError =>
  new ServiceError(
    'rate_limited',
    `Too many large request bodies are on their way at once; try again in ${(retryAfterMs / 1000).toFixed(1)} seconds.`,
    { retryAfterMs },
  );
