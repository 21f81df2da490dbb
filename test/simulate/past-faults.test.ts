/** Faults that the product has had: that each can be put back into the source of today, and its row finds it then. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isThorough } from '../support/thorough.ts';
import { PAST_FAULTS, withFault } from './past-faults.ts';

const ROOT = resolve(import.meta.dir, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** They cost a second each. */
const CHEAP = ['stale-usage', 'refund-first', 'written-twice'];

describe.each(Object.entries(PAST_FAULTS))('%s', (name, fault) => {
  test('fits the source of today', () => {
    for (const { file } of fault.changes) expect(withFault(fault, file, read(file))).not.toBe(read(file));
  });

  test('is a row of the page', () => {
    const { says, seed, seconds, shrunkTo } = fault;
    const run = seconds === undefined ? `${seed}` : `${seed}, ${seconds} s`;
    const row = `| ${says} | \`${name}\` | ${run} | ${shrunkTo.join(', ') || 'no fault'} |`;
    expect(read('docs/internals/simulator.md')).toContain(row);
  });
});

/** A thorough run tries each of them. */
const tried = Object.entries(PAST_FAULTS).filter(([name]) => isThorough || CHEAP.includes(name));

test.each(tried)('%s is found by its seed, which shrinks to the faults of its row', async (name, fault) => {
  const { exitCode, stdout } = await run(name);

  expect(stdout).toContain(fault.broken);
  expect(exitCode).toBe(0);
  const left = [...stdout.matchAll(/^fault: ([a-z ]+) \d+ at /gm)].map(([, kind]) => kind!);
  expect(left).toEqual([...fault.shrunkTo]);
});

test('a text that is not there once is refused', () => {
  const fault = { ...PAST_FAULTS['stale-usage']!, changes: [{ file: 'a', now: 'x', was: 'y' }] };

  expect(() => withFault(fault, 'a', 'x and x')).toThrow('a has this 2 times');
  expect(() => withFault(fault, 'a', 'z')).toThrow('a has this 0 times');
});

async function run(name: string) {
  const inSimulator = (file: string) => join(import.meta.dir, file);
  const words = ['--put-back', name, '--seeds', '1'];
  const command = [process.execPath, '--preload', inSimulator('put-back.ts'), inSimulator('main.ts'), ...words];
  const { exited, stdout } = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' });
  return { stdout: await new Response(stdout).text(), exitCode: await exited };
}
