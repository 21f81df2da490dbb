/**
 * `npm run fuzz [-- --seconds <for each reader> --seed <number> <reader> …]`: fuzzing that is guided by coverage, on Node, whose V8 counts which
 * code has run. An input that reaches something new is kept in test/fixtures/corpus/guided and changed further; what shorter
 * ones reach as well is dropped from it.
 * `npm run fuzz -- --short` is what `npm test` runs: the same inputs each time, and nothing is kept or dropped.
 * Ends with 1 when a reader throws what it may not, and prints the input. The readers are in test/fuzz/guided/targets.ts.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf, numberOf, refuse } from './arguments.mjs';

const READERS = ['request', 'stream', 'target', 'csv', 'gpc', 'camt', 'fio'];
const FIXTURES = join(ROOT, 'test/fixtures');
const CORPUS = join(FIXTURES, 'corpus/guided');
/** Whole files to begin with, beside the corpus. */
const BEGINNINGS = {
  csv: ['fio.csv', 'generic.csv'],
  gpc: ['statement.gpc'],
  camt: ['camt053.xml'],
  fio: ['fio.json'],
};
const BYTES_MAX = 4096;
/** Blocks are counted once for so many inputs: asking takes longer than they do. */
const BATCH = 200;
const SHORT_INPUTS = process.env.BOREAL_TEST_THOROUGH === '1' ? 30_000 : 2000;
const SECONDS = '60';
const { values: options, positionals: wanted } = argumentsOf({
  options: { short: { type: 'boolean' }, seconds: { type: 'string' }, seed: { type: 'string' } },
  words: READERS.length,
});
const isShort = options.short === true;
if (isShort && options.seconds !== undefined) refuse('--short says how many inputs there are, and not for how long');
const unknown = wanted.find((reader) => !READERS.includes(reader));
if (unknown !== undefined) refuse(`There is no reader ${unknown}; say some of: ${READERS.join(', ')}`);
const seconds = isShort ? Number.POSITIVE_INFINITY : numberOf(options.seconds ?? SECONDS, '--seconds', { min: 1 });
const inputsMax = isShort ? SHORT_INPUTS : Number.POSITIVE_INFINITY;
const seed = numberOf(options.seed ?? (isShort ? '1' : String(Date.now() % 1_000_000)), '--seed', { min: 0 });
const TOKENS = [
  '"messages":',
  '"role":"user"',
  '"content":',
  '"tools":',
  '"stream":true',
  'null',
  '1e999',
  '-0',
  '[]',
  '{}',
  '\\ud800',
  'data: ',
  '\n\n',
  '\r\n',
  ': ',
  '[DONE]',
  'event: ',
  '<think>',
  '</think>',
  '"choices":[{"delta":{',
  '"tool_calls":[',
  '<Ntry>',
  '</Ntry>',
  '<Amt Ccy="CZK">',
  '<NtryDtls>',
  '<!--',
  '<![CDATA[',
  '&#x0;',
  '&lt;',
  '/VS',
  'xmlns="',
  '/>',
  '074',
  '075',
  '078',
  ';',
  '"',
  '""',
  '\t',
  '31.02.2026',
  '2026-02-29',
  '-0,00',
  '1 000,50',
  '99999999999999999',
  '"accountStatement":',
  '"transactionList":',
  '"column22":',
  '"value":',
  '1e21',
  '%2F',
  '%5c',
  '..',
  '//',
  '?',
  '#',
  '\u00e9',
  '\ufeff',
  '\0',
].map((text) => Buffer.from(text));

/** Each makes another input of one. */
const CHANGES = [
  (bytes) => spliced(bytes, { remove: 1, add: Buffer.from([below(256)]) }),
  (bytes) => spliced(bytes, { remove: below(16), add: pick(TOKENS) }),
  (bytes) => spliced(bytes, { remove: 0, add: pick(TOKENS) }),
  (bytes) => spliced(bytes, { remove: 1 + below(32), add: Buffer.alloc(0) }),
  (bytes) => spliced(bytes, { remove: 0, add: partOf(bytes) }),
  (bytes, inputs) => spliced(bytes, { remove: below(64), add: partOf(pick(inputs)) }),
];

/** A reader has done what it may not. */
class Found extends Error {}

let state = seed;
console.log(`seed ${seed}, ${isShort ? `${SHORT_INPUTS} inputs` : `${seconds} seconds`} for each reader`);
const folder = mkdtempSync(join(tmpdir(), 'boreal-fuzz-'));
try {
  for (const reader of READERS) {
    if (wanted.length > 0 && !wanted.includes(reader)) continue;
    if (!(await fuzz(reader))) process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fuzz(reader) {
  const { call, coverage } = await load(reader);
  const kept = join(CORPUS, reader);
  mkdirSync(kept, { recursive: true });
  const inputs = beginningsOf(reader);
  const run = async (batch) => {
    for (const input of batch) {
      try {
        await call(input);
      } catch (error) {
        throw new Found(`FAILED: ${reader}: ${error.stack}\nthe input, as base64: ${input.toString('base64')}`);
      }
    }
    return coverage.isNew();
  };
  /** Keeps what reaches something new: halves of what did, until it is one input. */
  const keepNew = async (batch) => {
    if (!(await run(batch))) return;
    if (batch.length > 1) {
      const middle = batch.length >> 1;
      await keepNew(batch.slice(0, middle));
      await keepNew(batch.slice(middle));
      return;
    }
    coverage.keep();
    inputs.push(batch[0]);
    found.inputs += 1;
    if (!isShort) writeFileSync(join(kept, createHash('sha1').update(batch[0]).digest('hex').slice(0, 16)), batch[0]);
  };
  const found = { before: 0, inputs: 0, ran: 0 };
  try {
    await run(inputs);
    found.before = coverage.keep();
    for (const file of byLength(kept)) {
      const input = readFileSync(file);
      // What shorter ones reach together needs no longer one.
      if (await run([input])) found.before = coverage.keep();
      else if (!isShort) rmSync(file);
      inputs.push(input);
    }
    const endMs = performance.now() + seconds * 1000;
    while (performance.now() < endMs && found.ran < inputsMax) {
      await keepNew(Array.from({ length: BATCH }, () => mutated(inputs)));
      found.ran += BATCH;
    }
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    console.log(error.message);
    return false;
  }
  console.log(
    `${reader}: ${found.ran} inputs, ${found.before} to ${coverage.keep()} characters of code, corpus ${inputs.length} (${found.inputs} new)`,
  );
  return true;
}

function beginningsOf(reader) {
  const files = (BEGINNINGS[reader] ?? []).map((name) => join(FIXTURES, 'statements', name));
  return files.length > 0 ? files.map((file) => readFileSync(file)) : [Buffer.from('{}')];
}

function byLength(folder) {
  const files = readdirSync(folder).map((name) => join(folder, name));
  return files.sort((a, b) => statSync(a).size - statSync(b).size);
}

/** The reader as one script of its own, and the blocks of it that have run since the last question. */
async function load(reader) {
  const entry = join(folder, `${reader}.ts`);
  const built = join(folder, `${reader}.cjs`);
  const targets = join(ROOT, 'test/fuzz/guided/targets.ts');
  writeFileSync(entry, `export { ${reader} as fuzz } from ${JSON.stringify(targets)};\n`);
  const build = ['build', entry, '--target=node', '--format=cjs', `--outfile=${built}`];
  const { status, stderr } = spawnSync(bunPath(), build, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The readers cannot be built: ${stderr}`);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const { fuzz: call } = createRequire(import.meta.url)(built);
  const counted = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result.filter(({ url }) => url.endsWith(`${reader}.cjs`)).flatMap(({ functions }) => functions);
  };
  return { call, coverage: createCoverage(counted, await counted()) };
}

/**
 * Which characters of the script have run. Blocks as V8 counts them cannot be compared: how it cuts them depends on how
 * often each has run. A character belongs to the innermost function around it, so all functions must be known.
 */
function createCoverage(counted, functions) {
  const outline = functions.map(({ ranges: [whole] }) => whole).sort((a, b) => widthOf(b) - widthOf(a));
  const owner = new Int32Array(Math.max(...outline.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset } of outline) owner.fill(startOffset, startOffset, endOffset);
  const seen = new Set();
  let fresh = [];
  return {
    /** Whether something has run, since the last question, that had not before. */
    isNew: async () => {
      fresh = (await counted()).flatMap(({ ranges }) => reached(ranges)).filter((at) => !seen.has(at));
      return fresh.length > 0;
    },
    /** Counts what the last question found as known, and says how much is known. */
    keep: () => {
      for (const at of fresh) seen.add(at);
      return seen.size;
    },
  };

  /** Inner blocks come after those around them, and have the word. */
  function reached(ranges) {
    const [{ startOffset, endOffset }] = ranges;
    const ran = new Uint8Array(endOffset - startOffset);
    for (const range of ranges) {
      ran.fill(range.count > 0 ? 1 : 0, range.startOffset - startOffset, range.endOffset - startOffset);
    }
    const places = [];
    ran.forEach((one, at) => {
      if (one === 1 && owner[startOffset + at] === startOffset) places.push(startOffset + at);
    });
    return places;
  }
}

function widthOf({ startOffset, endOffset }) {
  return endOffset - startOffset;
}

function mutated(inputs) {
  let bytes = Buffer.from(pick(inputs));
  for (let left = 1 + below(4); left > 0; left--) bytes = pick(CHANGES)(bytes, inputs);
  return bytes.subarray(0, BYTES_MAX);
}

function below(bound) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

function pick(list) {
  return list[below(list.length)];
}

function spliced(bytes, { remove, add }) {
  const at = below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), add, bytes.subarray(at + remove)]);
}

function partOf(bytes) {
  const at = below(bytes.length + 1);
  return bytes.subarray(at, at + 1 + below(64));
}
