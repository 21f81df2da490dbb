/**
 * A puzzle that costs a browser a moment and a flood a lot. The server signs a challenge, the page looks for a number,
 * and `SHA-256(challenge + "." + number)` must begin with so many zero bits.
 */

/** The header that brings `challenge.number` with the call that was refused. */
export const PROOF_HEADER = 'boreal-proof';

/** A page needs 2^18 tries on average: half a second on a laptop, two or three on a phone. */
export const PROOF_BITS = 18;

export type ProofChallenge = {
  readonly challenge: string;
  /** How many zero bits the hash must begin with, 32 at most. */
  readonly bits: number;
};
