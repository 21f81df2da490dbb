import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountTags, keyFingerprint, serverSecret } from './secrets.ts';

const folders: string[] = [];
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-secrets-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the secret of the server', () => {
  test('is the configured one, and then nothing is written', () => {
    const folder = freshFolder();

    expect(serverSecret('s'.repeat(32), folder)).toBe('s'.repeat(32));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is made once and found again', () => {
    const folder = freshFolder();

    const made = serverSecret('', folder);

    expect(made).toMatch(/^[\w-]{43}$/);
    expect(serverSecret('', folder)).toBe(made);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  test('is another one in every folder', () => {
    expect(serverSecret('', freshFolder())).not.toBe(serverSecret('', freshFolder()));
  });

  test('can be read by the server alone', () => {
    const folder = freshFolder();

    serverSecret('', folder);

    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('that another process wrote first is the one that counts', () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'secret'), `${'x'.repeat(40)}\n`);

    expect(serverSecret('', folder)).toBe('x'.repeat(40));
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(`${'x'.repeat(40)}\n`);
  });

  test.each(['', '\n', 'x'.repeat(31)])('of %j in its file is refused, and never replaced', (content) => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'secret'), content);

    expect(() => serverSecret('', folder)).toThrow('does not hold a secret: restore it from your backup');
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(content);
  });

  test('needs the folder to exist', () => {
    expect(() => serverSecret('', join(freshFolder(), 'missing'))).toThrow();
  });
});

describe('the fingerprint of a key', () => {
  test('is HMAC-SHA-256 of the key with the secret', () => {
    // The second test vector of RFC 4231.
    const expected = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex');

    expect(keyFingerprint('Jefe')('what do ya want for nothing?')).toBe(expected.toString('base64url'));
  });

  test('is the same for the same key and secret, and another for any other', () => {
    const print = keyFingerprint('one');

    expect(print('key')).toBe(print('key'));
    expect(print('key')).not.toBe(print('kez'));
    expect(print('key')).not.toBe(keyFingerprint('two')('key'));
  });
});

test('the mark of an account is the same each time, and another for each engine, account and server', () => {
  const tagOf = accountTags('a secret');
  const tags = [tagOf('one', 'acc_1'), tagOf('two', 'acc_1'), tagOf('one', 'acc_2')];

  expect(new Set([...tags, accountTags('another')('one', 'acc_1')]).size).toBe(4);
  expect(tagOf('one', 'acc_1')).toBe(tags[0]!);
  expect(tags.join()).not.toContain('acc_');
});
