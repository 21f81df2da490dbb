/** `npm test` tries a failed file again, so it has to read from Bun's output which file that is. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Failure = { readonly file: string; readonly name: string };
type Run = { readonly failed: number; readonly failures: readonly Failure[]; readonly hasProblem: boolean };
const { filesToTryAgain, readFailures } = (await import(`${import.meta.dir}/../scripts/failures.mjs`)) as {
  readFailures(): { readonly failures: readonly Failure[]; write(text: string): void };
  filesToTryAgain(runs: readonly Run[]): readonly string[];
};

test('the failures that bun test prints are read with their files, whatever runs beside them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-failures-'));
  try {
    const file = (name: string, body: string) =>
      writeFileSync(join(folder, name), `import { test, expect } from 'bun:test';\n${body}`);
    file('first.test.ts', "test('is [1ms] wrong', () => expect(1).toBe(2)); test('is right', () => {});");
    file('second.test.ts', "test('throws', () => { throw new Error('(fail) not a test'); });");
    file('third.test.ts', "test('is right', () => console.error('second.test.ts'));");

    const { failures, write } = readFailures();
    const child = Bun.spawn([process.execPath, 'test', '--parallel=2', './'], { cwd: folder, stderr: 'pipe' });
    const decoder = new TextDecoder();
    for await (const piece of child.stderr) write(decoder.decode(piece, { stream: true }));

    const found = failures.map(({ file: of, name }) => `${of}: ${name}`).sort();
    expect(found).toEqual(['first.test.ts: is [1ms] wrong', 'second.test.ts: throws']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a run that was ended in the midst is no reason to try its failures again, whatever the other run counted', () => {
  const run = (name: string, failed = 1): Run => ({
    ...{ failed, hasProblem: false },
    failures: [{ file: `${name}.test.ts`, name: 'is right' }],
  });

  expect(filesToTryAgain([run('first'), run('second')])).toEqual(['first.test.ts', 'second.test.ts']);
  expect(filesToTryAgain([run('first', 2)])).toEqual([]);
  expect(filesToTryAgain([run('first'), { failed: 1, failures: [], hasProblem: true }])).toEqual([]);
  // Both ended by a signal: as many failures with a name as runs without a summary.
  const ended = { ...run('first'), failures: [...run('first').failures, ...run('second').failures], hasProblem: true };
  expect(filesToTryAgain([ended, { failed: 1, failures: [], hasProblem: true }])).toEqual([]);
  expect(filesToTryAgain(Array.from({ length: 11 }, (_, at) => run(`file-${at}`)))).toEqual([]);
});
