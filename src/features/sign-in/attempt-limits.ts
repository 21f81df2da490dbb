/**
 * How often one may try. A wrong password counts for the network and the address together, for the network, and for the
 * address from anywhere. The last one is wide, because an attacker who knows an address could otherwise keep its owner
 * out. Wider networks, and everyone together, share limits that a proof of work passes. A device that has signed in
 * before is counted by itself and not with its network, so that strangers there do not keep its owner out.
 */
import { createHash } from 'node:crypto';
import type { AttemptLimit } from '../../core/people.ts';
import { networksOf } from '../../lib/ip-range.ts';
import type { Limited } from './endpoints.ts';
import type { KnownDevice } from './known-devices.ts';
import type { SignInSetup } from './setup.ts';

const MINUTE_MS = 60_000;
const GUESS_WINDOW_MS = 15 * MINUTE_MS;
const MAIL_WINDOW_MS = 60 * MINUTE_MS;
/** Wrong passwords for one address that one network, or one device of its owner, may try. */
const GUESSES_OF_BOTH = 10;
const GUESSES_OF_EMAIL = 100;
/** E-mails are unwelcome to a person who has not asked for them. */
const MAILS_TO_EMAIL = 5;

type Rule = {
  readonly windowMs: number;
  /** For one network: an IPv4 address, or 64 bits of an IPv6 address. */
  readonly network: number;
  /** Nothing is lost by more of them, so a proof of work passes also the limit of the network. */
  readonly costsNothing?: true;
  /** For everyone together, before proofs are asked for. */
  readonly everywhere?: number;
};

const RULES: Readonly<Record<Limited, Rule>> = {
  guess: { windowMs: GUESS_WINDOW_MS, network: 30 },
  begin: { windowMs: GUESS_WINDOW_MS, network: 300, costsNothing: true },
  mail: { windowMs: MAIL_WINDOW_MS, network: 20, everywhere: 6000 },
  'sign-up': { windowMs: MAIL_WINDOW_MS, network: 30, everywhere: 3000 },
};

type Attempt = {
  readonly limited: Limited;
  readonly address: string;
  /** The address that is tried, in lower case. */
  readonly email?: string | undefined;
  readonly device?: KnownDevice | undefined;
  readonly proof?: string | null;
};

type CountedAttempt = {
  /** It was no guess: the password was right, or no person was signed up. */
  wasFine(): Promise<void>;
};

export type AttemptLimits = (attempt: Attempt) => Promise<CountedAttempt>;

export function createAttemptLimits({
  attempts,
  countAttempt,
}: Pick<SignInSetup, 'attempts' | 'countAttempt'>): AttemptLimits {
  return async (attempt) => {
    const scopes = await countAttempt({ ...limitsOf(attempt), proof: attempt.proof ?? null });
    return {
      wasFine: async () => {
        // An e-mail that was sent stays counted, however welcome it was; so does a sign-in that was begun.
        if (attempt.limited === 'guess' || attempt.limited === 'sign-up') await attempts.giveBack(scopes);
      },
    };
  };
}

type Limits = { readonly hard: readonly AttemptLimit[]; readonly shared: readonly AttemptLimit[] };

function limitsOf({ limited, address, email, device }: Attempt): Limits {
  const { windowMs, network, costsNothing, everywhere } = RULES[limited];
  const of = (scope: string, max: number): AttemptLimit => ({ scope: `${limited}:${shortened(scope)}`, max, windowMs });
  const isGuess = limited === 'guess';
  const ofEmail = email ? [of(`email ${email}`, isGuess ? GUESSES_OF_EMAIL : MAILS_TO_EMAIL)] : [];

  if (device && isGuess && (!email || device.knows(email))) {
    return { hard: [of(`device ${device.id} ${email}`, GUESSES_OF_BOTH)], shared: [] };
  }
  if (device && !isGuess) return { hard: [of(`device ${device.id}`, network), ...ofEmail], shared: [] };

  const [narrow, ...wider] = networksOf(address);
  const both = isGuess && email ? [of(`both ${email} ${narrow!.network}`, GUESSES_OF_BOTH)] : [];
  const ofNetwork = of(`network ${narrow!.network}`, network);
  return {
    hard: [...both, ...(costsNothing ? [] : [ofNetwork]), ...ofEmail],
    shared: [
      ...(costsNothing ? [ofNetwork] : []),
      ...wider.map((one) => of(`network ${one.network}`, network * one.times)),
      ...(everywhere ? [{ scope: `${limited}:everywhere`, max: everywhere, windowMs }] : []),
    ],
  };
}

/** Scopes hold addresses of people and of networks: kept as a hash, they can be counted and not read. */
const shortened = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32);
