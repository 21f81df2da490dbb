/**
 * `npm run fuzz [-- <seconds for each reader> [<seed>]]`: fuzzing that is guided by coverage, on Node, whose V8 counts which
 * blocks of code have run. An input that reaches a new block is kept in test/fixtures/corpus/guided and changed further.
 * Ends with 1 when a reader throws what it may not, and prints the input. The readers are in test/fuzz/guided/targets.ts.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bunPath, ROOT } from '../bin/bun.mjs';

const READERS = ['request', 'stream', 'target'];
const CORPUS = join(ROOT, 'test/fixtures/corpus/guided');
const BYTES_MAX = 2048;
/** Blocks are counted once for so many inputs: asking takes longer than they do. */
const BATCH = 200;
const seconds = Number(process.argv[2] ?? 60);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const TOKENS = [
  ...[
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
  ],
  ...[
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
  ],
  ...['%2F', '%5c', '..', '//', '?', '#', '\u00e9', '\ufeff', '\0'],
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

let state = seed;
console.log(`seed ${seed}, ${seconds} seconds for each reader`);
const folder = mkdtempSync(join(tmpdir(), 'boreal-fuzz-'));
try {
  for (const reader of READERS) if (!(await fuzz(reader))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function fuzz(reader) {
  const { call, coverage } = await load(reader);
  const kept = join(CORPUS, reader);
  mkdirSync(kept, { recursive: true });
  const inputs = readdirSync(kept).map((name) => readFileSync(join(kept, name)));
  if (inputs.length === 0) inputs.push(Buffer.from('{}'));
  const seen = new Set();
  for (const input of inputs) await call(input);
  for (const block of await coverage()) seen.add(block);
  const found = { before: seen.size, inputs: 0, ran: 0 };
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs) {
    const batch = Array.from({ length: BATCH }, () => mutated(inputs));
    for (const input of batch) {
      try {
        await call(input);
      } catch (error) {
        console.log(`FAILED: ${reader}: ${error.stack}\nthe input, as base64: ${input.toString('base64')}`);
        return false;
      }
    }
    found.ran += batch.length;
    if (![...(await coverage())].some((block) => !seen.has(block))) continue;
    // Something in the batch was new: each again, alone.
    for (const input of batch) {
      await call(input);
      const fresh = [...(await coverage())].filter((block) => !seen.has(block));
      if (fresh.length === 0) continue;
      for (const block of fresh) seen.add(block);
      inputs.push(input);
      found.inputs += 1;
      writeFileSync(join(kept, createHash('sha1').update(input).digest('hex').slice(0, 16)), input);
    }
  }
  console.log(
    `${reader}: ${found.ran} inputs, blocks ${found.before} to ${seen.size}, corpus ${inputs.length} (${found.inputs} new)`,
  );
  return true;
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
  const coverage = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const own = result.filter(({ url }) => url.endsWith(`${reader}.cjs`)).flatMap(({ functions }) => functions);
    const ranges = own.flatMap(({ ranges }) => ranges).filter(({ count }) => count > 0);
    return new Set(ranges.map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`));
  };
  return { call, coverage };
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
