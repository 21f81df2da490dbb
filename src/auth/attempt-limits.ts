/**
 * How often one may try. A wrong password counts for the network and the address together, for the network, and for the
 * address from anywhere. The last one is wide, because an attacker who knows an address could otherwise keep its owner
 * out. What writes rows or sends e-mails is also bounded over all networks: an attacker may have very many of them.
 */
import { createHash } from 'node:crypto';
import { ServiceError } from '../domain/errors.ts';
import type { AttemptLimit, Attempts } from '../domain/people.ts';
import type { Clock } from '../domain/ports.ts';
import { networkOf } from '../lib/ip-range.ts';
import type { Limited } from './endpoints.ts';

const MINUTE_MS = 60_000;
const GUESS_WINDOW_MS = 15 * MINUTE_MS;
const MAIL_WINDOW_MS = 60 * MINUTE_MS;

type Attempt = {
  readonly limited: Limited;
  readonly address: string;
  /** The address that is tried, in lower case. */
  readonly email?: string | undefined;
};

type CountedAttempt = {
  /** It was no guess: the password was right, or no person was signed up. */
  wasFine(): Promise<void>;
};

export type AttemptLimits = (attempt: Attempt) => Promise<CountedAttempt>;

export function createAttemptLimits({ attempts, clock }: { attempts: Attempts; clock: Clock }): AttemptLimits {
  return async (attempt) => {
    const limits = limitsOf(attempt);
    const { waitMs } = await attempts.take(limits, clock.nowMs());
    if (waitMs > 0) throw tooMany(waitMs);
    return {
      wasFine: async () => {
        // An e-mail that was sent stays counted, however welcome it was; so does a sign-in that was begun.
        if (attempt.limited === 'guess' || attempt.limited === 'sign-up')
          await attempts.giveBack(limits.map(({ scope }) => scope));
      },
    };
  };
}

function limitsOf({ limited, address, email }: Attempt): readonly AttemptLimit[] {
  const network = networkOf(address);
  const of = (scope: string, max: number, windowMs: number): AttemptLimit => ({
    scope: `${limited}:${shortened(scope)}`,
    max,
    windowMs,
  });
  if (limited === 'guess') {
    return [
      ...(email ? [of(`both ${email} ${network}`, 10, GUESS_WINDOW_MS)] : []),
      of(`network ${network}`, 30, GUESS_WINDOW_MS),
      ...(email ? [of(`email ${email}`, 100, GUESS_WINDOW_MS)] : []),
    ];
  }
  // Counted last, so that what a network or an address is refused does not use up what all of them share.
  const everywhere = (max: number, windowMs: number) => ({ scope: `${limited}:everywhere`, max, windowMs });
  if (limited === 'begin') {
    return [of(`network ${network}`, 300, GUESS_WINDOW_MS), everywhere(30_000, GUESS_WINDOW_MS)];
  }
  const isMail = limited === 'mail';
  return [
    of(`network ${network}`, isMail ? 20 : 30, MAIL_WINDOW_MS),
    ...(email ? [of(`email ${email}`, 5, MAIL_WINDOW_MS)] : []),
    everywhere(isMail ? 6000 : 3000, MAIL_WINDOW_MS),
  ];
}

/** Scopes hold addresses of people and of networks: kept as a hash, they can be counted and not read. */
const shortened = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32);

function tooMany(waitMs: number): ServiceError {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  return new ServiceError(
    'too_many_attempts',
    `Too many attempts: please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterMs: waitMs },
  );
}
