/** A disk that is full, a folder that may not be written, a file that is no database: one sentence, and no stack trace. */
import { describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const BOREAL = resolve(import.meta.dir, '../../bin/boreal.mjs');
const COMMANDS = ['serve', 'migrate', 'account create --email eva@example.com --credit 5'];

type Ran = { readonly code: number | null; readonly stderr: string; readonly stdout: string };

function boreal(words: string, env: Record<string, string>, limit = ''): Ran {
  const { status, stderr, stdout } = spawnSync('sh', ['-c', `${limit}exec node "$0" ${words}`, BOREAL], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH ?? '',
      HOME: tmpdir(),
      BOREAL_PORT: '0',
      BOREAL_EMBEDDED: '{"enabled":false}',
      ...env,
    },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { code: status, stderr, stdout };
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-refused-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const expectSentence = ({ code, stderr }: Ran, sentence: RegExp) => {
  expect(stderr.trimEnd()).toMatch(/^boreal: [^\n]+$/);
  expect(stderr).toMatch(sentence);
  expect(code).toBe(1);
};

describe.each(COMMANDS)('"boreal %s"', (words) => {
  test('on a full disk says so', () => {
    inFolder((folder) => {
      const ran = boreal(words, { BOREAL_DATA_DIR: join(folder, 'data') }, 'ulimit -S -f 16; ');

      expectSentence(ran, /The disk of \S+ (?:is full|fails or is full)/);
    });
  });

  test('where nothing may be written says so', () => {
    inFolder((folder) => {
      // Root may write everywhere but in what the kernel shows.
      const isRoot = process.getuid?.() === 0;
      const dataDir = isRoot ? '/sys/boreal' : join(folder, 'data');
      if (!isRoot) chmodSync(folder, 0o500);
      const ran = boreal(words, { BOREAL_DATA_DIR: dataDir });
      chmodSync(folder, 0o700);

      expectSentence(ran, /cannot be written/);
    });
  });

  test('on a file that is no database says so', () => {
    inFolder((folder) => {
      mkdirSync(join(folder, 'data'));
      writeFileSync(join(folder, 'data', 'boreal.db'), 'This is a letter.\n'.repeat(500));

      expectSentence(boreal(words, { BOREAL_DATA_DIR: join(folder, 'data') }), /is damaged or no database of ours/);
    });
  });

  test('where PostgreSQL does not answer says so', () => {
    inFolder((folder) => {
      const env = {
        BOREAL_DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none',
        BOREAL_SECRET: 'a secret of this test that is long enough',
      };

      expectSentence(boreal(words, { BOREAL_DATA_DIR: join(folder, 'data'), ...env }), /cannot be reached/);
    });
  });
});
