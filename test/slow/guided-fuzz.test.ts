/** Fuzzing that is guided by coverage, as `npm run fuzz` does it, with the same inputs in each run. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import * as targets from '../fuzz/guided/targets.ts';
import { isThorough } from '../support/thorough.ts';

const ROOT = join(import.meta.dir, '../..');
const INPUTS = isThorough ? 30_000 : 2000;

test(`readers read or refuse ${INPUTS} inputs each, which coverage leads on from the corpus`, async () => {
  const fuzz = Bun.spawn(['node', join(ROOT, 'scripts/fuzz.mjs'), '--short'], { stdout: 'pipe', stderr: 'inherit' });
  const said = await new Response(fuzz.stdout).text();

  expect(await fuzz.exited, said).toBe(0);
  for (const reader of Object.keys(targets)) expect(said).toContain(`${reader}: ${INPUTS} inputs`);
});
