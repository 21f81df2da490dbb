/** Work that the server asks of a browser while many strangers are asking at once. People see that it takes a moment. */
import { useSyncExternalStore } from 'react';
import type { ProofChallenge } from '../../src/core/proof-of-work.ts';

let running = 0;
const listeners = new Set<() => void>();

/** Solves a challenge while pages say so. */
export async function proving(ask: () => Promise<ProofChallenge>): Promise<string> {
  change(1);
  try {
    // Most people never need it: it is not in the first load.
    const [{ solve }, challenge] = await Promise.all([import('./solve-proof.ts'), ask()]);
    return await solve(challenge);
  } finally {
    change(-1);
  }
}

function change(by: number): void {
  running += by;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsProving = (): boolean => useSyncExternalStore(subscribe, () => running > 0);
