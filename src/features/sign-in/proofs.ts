/** Challenges of work and their solutions. Nothing is kept of a challenge; of a solution, that it was used. */
import { createHash, randomBytes } from 'node:crypto';
import type { AttemptLimit } from '../../core/people.ts';
import { PROOF_BITS, type ProofChallenge } from '../../core/proof-of-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSignedText } from './signed-text.ts';

/** How long a challenge can be answered: phones are slow, and pages wait in other tabs. */
const LASTS_MS = 10 * 60_000;
/** Longer ones are not ours. */
const PROOF_MAX = 100;

/** Work that a stranger's browser does where many share a limit that is used up. */
export type Proofs = {
  ask(): ProofChallenge;
  /** The limit that lets a solution through once; nothing where it is none. */
  onceOf(proof: string | null): AttemptLimit | undefined;
};

export function createProofs({ clock }: Pick<Platform, 'clock'>, secret: string): Proofs {
  const signed = createSignedText(secret, 'challenges of work');

  return {
    ask: () => {
      const endsAt = (clock.nowMs() + LASTS_MS).toString(36);
      return { challenge: signed.sign(`${endsAt}.${randomBytes(12).toString('base64url')}`), bits: PROOF_BITS };
    },

    onceOf: (proof) => {
      if (proof === null || proof.length > PROOF_MAX) return undefined;
      const text = signed.read(proof.slice(0, proof.lastIndexOf('.')));
      if (text === undefined) return undefined;
      const windowMs = Number.parseInt(text.split('.')[0]!, 36) - clock.nowMs();
      const isSolved = createHash('sha256').update(proof).digest().readUInt32BE() >>> (32 - PROOF_BITS) === 0;
      return isSolved && windowMs > 0 ? { scope: `proof:${text}`, max: 1, windowMs } : undefined;
    },
  };
}
