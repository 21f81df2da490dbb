/** `boreal model fetch`: what it prints, what it refuses, and that two of them at once get along. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeGguf } from '../../src/engines/llama/gguf/gguf-writer.fixture.ts';
import { type ModelHub, sha256Of, startModelHub } from '../support/model-hub.ts';
import { runBoreal } from '../support/service-process.ts';

const MODEL = Buffer.concat([
  ...writeGguf({
    metadata: { 'general.architecture': { type: 'string', value: 'llama' } },
    tensors: [{ name: 'x', type: 'F32', dimensions: [2_000_000], data: () => new Uint8Array(8_000_000).fill(7) }],
  }),
]);

const folder = mkdtempSync(join(tmpdir(), 'boreal-fetch-'));
let hub: ModelHub;
beforeAll(async () => {
  hub = await startModelHub({
    files: { 'm-Q4_K_M.gguf': MODEL, 'm-Q8_0.gguf': Buffer.from('no model at all') },
    token: 'hf_right',
  });
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

const boreal = (words: string, hubToken = 'hf_right') =>
  runBoreal(
    words.split(' '),
    { BOREAL_DATA_DIR: join(folder, 'data'), BOREAL_EMBEDDED: JSON.stringify({ hub: hub.url, hubToken }) },
    folder,
  );

test('two commands at once fetch a model once, and both say where it is', async () => {
  const [first, second] = await Promise.all([
    boreal('model fetch hf:owner/name --json'),
    boreal('model fetch hf:owner/name --json'),
  ]);

  const { path, ...rest } = JSON.parse(first.stdout) as { path: string };
  expect(rest).toEqual({ reference: 'hf:owner/name', bytes: MODEL.length });
  expect(path).toStartWith(join(folder, 'data', 'models', 'hub', 'owner', 'name'));
  expect(sha256Of(readFileSync(path))).toBe(sha256Of(MODEL));
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(second).toEqual(first);
  expect(readdirSync(dirname(path))).toEqual(['m-Q4_K_M.gguf']);
  expect(hub.seen.filter(({ at }) => at === 'storage')).toHaveLength(1);
});

test('a model that is there is not fetched again, and a sentence says so', async () => {
  const ran = await boreal('model fetch hf:owner/name/m-Q4_K_M.gguf');

  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/^hf:owner\/name\/m-Q4_K_M\.gguf is in \S+\/m-Q4_K_M\.gguf \(8\.0 MB\), checked\.\n$/);
});

test('what is no model, or may not be read, is said in one sentence', async () => {
  const noModel = await boreal('model fetch hf:owner/name:Q8_0');
  const gated = await boreal('model fetch hf:owner/name', 'hf_wrong');

  expect(noModel.code).toBe(1);
  expect(noModel.stderr).toMatch(/boreal: \S+\/m-Q8_0\.gguf is not a GGUF file\.\n$/);
  expect(gated).toMatchObject({ code: 1, stdout: '' });
  expect(gated.stderr).toStartWith('boreal: owner/name is gated, and the account of embedded.hubToken has no access');
  expect(gated.stderr).not.toContain('hf_wrong');
});

test.each([
  ['model fetch', 'boreal: The reference of the model is missing.'],
  ['model fetch ./m.gguf', 'boreal: "./m.gguf" is a path, not a model on the hub'],
  ['model fetch hf:owner', 'boreal: "hf:owner" is not a model on the hub'],
  ['model fetch hf:a/b hf:c/d', 'boreal: "hf:c/d" is one word too many.'],
  ['model fetch hf:a/b --force', 'boreal: There is no option --force'],
  ['model forget hf:a/b', 'boreal: "model forget" is not a command.'],
])('wrong words end with code 2: %s', async (words, sentence) => {
  const ran = await boreal(words);

  expect(ran).toMatchObject({ code: 2, stdout: '' });
  expect(ran.stderr).toStartWith(sentence);
});
