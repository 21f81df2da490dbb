/** Looks for the number that a challenge of the server asks for. */
import { sha256 } from '@noble/hashes/sha2.js';
import { beginsWithZeroBits, type ProofChallenge } from '../../src/domain/proof-of-work.ts';

/** The page stays alive in between: some ten milliseconds at a time. */
const TRIES_AT_ONCE = 5000;

const encoder = new TextEncoder();

/** What is sent as the header `boreal-proof`. */
export async function solve({ challenge, bits }: ProofChallenge): Promise<string> {
  for (let number = 0; ; number += 1) {
    const proof = `${challenge}.${number.toString(36)}`;
    if (beginsWithZeroBits(sha256(encoder.encode(proof)), bits)) return proof;
    if (number % TRIES_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
