/** The guided fuzzer's corpus, once more: inputs that together reach as much of each reader as was ever reached. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as targets from './targets.ts';

const CORPUS = join(import.meta.dir, '../../fixtures/corpus/guided');

test('every reader that is fuzzed has a corpus', () => {
  expect(readdirSync(CORPUS).toSorted()).toEqual(Object.keys(targets).toSorted());
});

test.each(Object.entries(targets))(
  'every input that was kept for %s is read or refused as it should be',
  async (name, read) => {
    const folder = join(CORPUS, name);
    const files = readdirSync(folder);

    for (const file of files) await read(readFileSync(join(folder, file)));

    expect(files.length).toBeGreaterThan(0);
  },
);
