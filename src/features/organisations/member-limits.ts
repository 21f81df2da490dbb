/** Bounds on how many invitations are sent, and how often a network may guess at their links. */
import type { CountAttempt } from '../../core/people.ts';
import { networksOf } from '../../lib/ip-range.ts';
import type { Platform } from '../../platform/platform.ts';

const HOUR_MS = 60 * 60 * 1000;
/** An invitation is an e-mail to a stranger in the service's name, so few are sent. */
const MAILS_OF_ACCOUNT = 30;
const MAILS_TO_ADDRESS = 5;
/** Beyond it invitations take a proof of work. */
const MAILS_IN_ALL = 3000;
/** Wrong links that a network may ask about. */
const GUESSES_OF_NETWORK = 30;
const GUESS_WINDOW_MS = 15 * 60_000;

/** A visitor who asks what a link is, without being signed in. */
export type Guesser = { readonly address: string; readonly proof: string | null };

export function createMemberLimits(fingerprint: Platform['fingerprint'], countAttempt: CountAttempt) {
  return {
    takeMail: (accountId: string, email: string, proof: string | null) =>
      countAttempt({
        hard: [
          { scope: `member-mail:${accountId}`, max: MAILS_OF_ACCOUNT, windowMs: HOUR_MS },
          { scope: `member-mail:to:${fingerprint(email)}`, max: MAILS_TO_ADDRESS, windowMs: HOUR_MS },
        ],
        shared: [{ scope: 'member-mail:everywhere', max: MAILS_IN_ALL, windowMs: HOUR_MS }],
        proof,
        refusal: 'Too many invitations were sent',
      }),

    /** A link has too many bits to be guessed: this is about the reads of the database that guessing would cost. */
    takeGuess: ({ address, proof }: Guesser): Promise<readonly string[]> => {
      const [narrow, ...wider] = networksOf(address).map(({ network, times }) => ({
        scope: `invitation:network:${fingerprint(network)}`,
        max: GUESSES_OF_NETWORK * times,
        windowMs: GUESS_WINDOW_MS,
      }));
      return countAttempt({ hard: [narrow!], shared: wider, proof });
    },
  };
}
