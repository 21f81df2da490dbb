/** Looks for the number that a challenge of the server asks for. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofChallenge } from '../../src/core/proof-of-work.ts';

/** The page stays alive in between: some thirty milliseconds at a time. */
const TRIES_AT_ONCE = 20_000;

const encoder = new TextEncoder();

/** The value of the header `boreal-proof`. */
export async function solve({ challenge, bits }: ProofChallenge): Promise<string> {
  for (let number = 0; ; number += 1) {
    const proof = `${challenge}.${number.toString(36)}`;
    if (new DataView(sha256(encoder.encode(proof)).buffer).getUint32(0) >>> (32 - bits) === 0) return proof;
    if (number % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
