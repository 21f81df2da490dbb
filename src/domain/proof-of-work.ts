/**
 * A puzzle that costs a browser a moment and a flood a lot. The server signs a challenge, the page looks for a number,
 * and `SHA-256(challenge + "." + number)` must begin with so many zero bits. Both sides read this file.
 */

/** The header that brings `challenge.number` with the call that was refused. */
export const PROOF_HEADER = 'boreal-proof';

/** A page needs 2^18 tries on average: a third of a second on a laptop, a second or two on a phone. */
export const PROOF_BITS = 18;

export type ProofChallenge = {
  readonly challenge: string;
  /** How many zero bits the hash must begin with. */
  readonly bits: number;
};

export function beginsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3;
  for (let at = 0; at < whole; at += 1) if (hash[at] !== 0) return false;
  const rest = bits & 7;
  return rest === 0 || hash[whole]! >> (8 - rest) === 0;
}
