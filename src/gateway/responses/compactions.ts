/** Summaries of conversations that clients keep themselves: sealed for one account, so that none can be made up or read elsewhere. */
import type { Vault } from '../../core/vault.ts';

export type Compactions = {
  seal(accountId: string, summary: string): Promise<string>;
  /** Undefined for what was changed, is another account's, or was sealed with another secret. */
  open(accountId: string, sealed: string): Promise<string | undefined>;
};

const ABOUT = 'compaction';

export const createCompactions = (vault: Vault): Compactions => ({
  seal: (accountId, summary) => vault.seal(accountId, ABOUT, summary),
  open: (accountId, sealed) => vault.open(accountId, ABOUT, sealed).catch(() => undefined),
});
