import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Expected, isIntact } from './gguf-file.ts';

const CONTENT = Buffer.from('the whole content');
const EXPECTED: Expected = {
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-file-'));
  path = join(folder, 'models', 'm.gguf');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a file is intact', () => {
  test('when it is what it must be', async () => {
    put(CONTENT);
    expect(await isIntact(path, EXPECTED)).toBe(true);
  });

  test.each([
    ['shorter', CONTENT.subarray(1)],
    ['longer', Buffer.concat([CONTENT, CONTENT])],
    ['of the same length', Buffer.from('the whole c0ntent')],
    ['empty', Buffer.alloc(0)],
  ])('but not when it is another, %s', async (_what, content) => {
    put(content);
    expect(await isIntact(path, EXPECTED)).toBe(false);
  });

  test('but not when it is missing or a folder', async () => {
    expect(await isIntact(path, EXPECTED)).toBe(false);
    mkdirSync(path, { recursive: true });
    expect(await isIntact(path, EXPECTED)).toBe(false);
  });
});

function put(content: string | Uint8Array): void {
  mkdirSync(join(folder, 'models'), { recursive: true });
  writeFileSync(path, content);
}
