/** The server's own secret: from the configuration, or made once and kept in the data folder. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two processes may come first at once: the file appears whole or not at all, and both end with the same secret. */
export function serverSecret(configured: string, dataDir: string): string {
  if (configured) return configured;
  const path = join(dataDir, 'secret');
  if (!existsSync(path)) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  const secret = readFileSync(path, 'utf8').trim();
  if (secret.length < 32) throw new Error(`The file ${path} does not hold a secret: restore it from your backup.`);
  return secret;
}

/** The keyed hash that is stored of an API key, useless without the server's secret. */
export const keyFingerprint =
  (secret: string) =>
  (key: string): string =>
    new Bun.CryptoHasher('sha256', secret).update(key).digest('base64url');

/** With which the ledger is marked: an intruder with the database alone cannot make it. */
export const ledgerKey = (secret: string): string =>
  new Bun.CryptoHasher('sha256', secret).update('marks of the ledger').digest('hex');

/** The tag that an engine gets instead of an account: the same each time, different for each engine, and no id of ours. */
export function accountTags(secret: string): (engine: string, accountId: string) => string {
  const known = new Map<string, string>();
  return (engine, accountId) => {
    const text = `engine ${engine} ${accountId}`;
    const before = known.get(text);
    if (before !== undefined) return before;
    const tag = tagOf(secret, text);
    if (known.size >= KNOWN_TAGS_MAX) known.clear();
    known.set(text, tag);
    return tag;
  };
}

/** Room for the accounts that ask now. */
const KNOWN_TAGS_MAX = 10_000;

const tagOf = (secret: string, text: string): string =>
  new Bun.CryptoHasher('sha256', secret).update(text).digest('base64url').slice(0, 22);
