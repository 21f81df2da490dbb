/**
 * Loaded before the tests where BOREAL_TEST_TIMES names a file: writes there, a line for each file of tests, the seconds
 * of the processor and of the clock that it took, with every process of the run: databases, browsers, commands. Files
 * then run one after the other.
 */

import { afterAll } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { plugin } from 'bun';

const TICKS_A_SECOND = 100;
const times = process.env.BOREAL_TEST_TIMES;
/** The runner, which has started the databases, too. */
const root = process.ppid;
let last = { file: 'the start', ...now() };

function now() {
  return { processor: ticksBelow(root) / TICKS_A_SECOND, clock: performance.now() / 1000 };
}

function begin(file) {
  const at = now();
  const line = [at.processor - last.processor, at.clock - last.clock].map((seconds) => seconds.toFixed(2));
  appendFileSync(times, `${[...line, last.file].join('\t')}\n`);
  last = { file, ...at };
}

/** Of all processes below one: what they took, and what those below them took that have ended. */
function ticksBelow(ancestor) {
  const known = new Map(readdirSync('/proc').filter(Number).flatMap(ofProcess));
  const isBelow = (pid) => pid === ancestor || (known.has(pid) && isBelow(known.get(pid).parent));
  return [...known].reduce((sum, [pid, { ticks }]) => (isBelow(pid) ? sum + ticks : sum), 0);
}

function ofProcess(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may have anything in it.
    const [, parent, ...others] = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return [[Number(pid), { parent, ticks: others.slice(9, 13).reduce((sum, it) => sum + it, 0) }]];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

plugin({
  name: 'times of files',
  setup: (build) =>
    void build.onLoad({ filter: /\.test\.ts$/ }, ({ path }) => {
      begin(relative('.', path));
      return { contents: readFileSync(path, 'utf8'), loader: 'ts' };
    }),
});
afterAll(() => begin(''));
