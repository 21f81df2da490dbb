import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Expected, isIntact, placeFile, removeOldDrafts } from './gguf-file.ts';

const CONTENT = Buffer.from('the whole content');
const EXPECTED: Expected = {
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-place-'));
  path = join(folder, 'models', 'm.gguf');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('placing a file', () => {
  test('makes the folder, and leaves nothing but the file', async () => {
    await placeFile(path, { chunks: inChunks(), expected: EXPECTED });
    expect(readFileSync(path)).toEqual(CONTENT);
    expect(readdirSync(join(folder, 'models'))).toEqual(['m.gguf']);
  });

  test('replaces a damaged file', async () => {
    put('damaged');
    await placeFile(path, { chunks: inChunks(), expected: EXPECTED });
    expect(readFileSync(path)).toEqual(CONTENT);
  });

  test('many at once end with one right file', async () => {
    await Promise.all(Array.from({ length: 8 }, () => placeFile(path, { chunks: inChunks(), expected: EXPECTED })));
    expect(readFileSync(path)).toEqual(CONTENT);
    expect(readdirSync(join(folder, 'models'))).toEqual(['m.gguf']);
  });

  test.each([
    ['other bytes', [Buffer.from('the whole c0ntent')]],
    ['too few bytes', [CONTENT.subarray(1)]],
    ['too many bytes', [CONTENT, Buffer.from('x')]],
  ])('refuses %s and keeps what was there', async (_what, chunks) => {
    put('before');
    await expect(placeFile(path, { chunks, expected: EXPECTED })).rejects.toThrow('m.gguf came out wrong');
    expect(readFileSync(path, 'utf8')).toBe('before');
    expect(readdirSync(join(folder, 'models'))).toEqual(['m.gguf']);
  });

  test('cleans up when the content fails halfway', async () => {
    const chunks = (function* () {
      yield CONTENT;
      throw new Error('no more');
    })();
    await expect(placeFile(path, { chunks, expected: EXPECTED })).rejects.toThrow('no more');
    expect(readdirSync(join(folder, 'models'))).toEqual([]);
  });
});

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

test('only old drafts of this very file are removed', async () => {
  const id = '123e4567-e89b-42d3-a456-426614174000';
  const nowMs = Date.now();
  const names = [`m.gguf.${id}.draft`, `n.gguf.${id}.draft`, 'm.gguf.mine.draft', 'm.gguf'];
  put(CONTENT);
  for (const name of names) writeAged(name, nowMs - 11 * 60_000);
  const fresh = `m.gguf.${id.replace('1', '2')}.draft`;
  writeAged(fresh, nowMs - 9 * 60_000);
  await removeOldDrafts(path, nowMs);
  expect(readdirSync(join(folder, 'models')).sort()).toEqual([...names.slice(1), fresh].sort());
});

function put(content: string | Uint8Array): void {
  mkdirSync(join(folder, 'models'), { recursive: true });
  writeFileSync(path, content);
}

function writeAged(name: string, atMs: number): void {
  const file = join(folder, 'models', name);
  writeFileSync(file, 'x');
  utimesSync(file, atMs / 1000, atMs / 1000);
}

function* inChunks(): Generator<Uint8Array, void> {
  for (let i = 0; i < CONTENT.length; i += 5) yield CONTENT.subarray(i, i + 5);
}
