/** The secret of servers that share a database with a test, and the key with which both mark what they write. */
import { ledgerKey } from '../../src/platform/secrets.ts';

export const SHARED_SECRET = 'the same on every server of this test';
export const LEDGER_KEY = ledgerKey(SHARED_SECRET);
