/** What the house model is made with: the generators draw well-formed conversations, the exporter a file that loads. */
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatRequest } from '../src/core/chat.ts';
import { loadModelForTest } from '../test/support/load-model.ts';

const CHECK = join(import.meta.dir, 'data/check.py');
const EXPORT = join(import.meta.dir, 'export_gguf.py');
const DRAWN = 1500;

const folder = mkdtempSync(join(tmpdir(), 'boreal-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = Bun.which('python3');
if (!python) console.warn('python3 is not here: the generators and the exporter of the house model are not tested');

type Report = {
  readonly domains: number;
  readonly facts: number;
  readonly conversations: number;
  readonly digest: string;
  readonly problems: readonly string[];
};

function run(...args: readonly string[]): string {
  const { stdout, stderr, success } = Bun.spawnSync(['python3', '-B', ...args]);
  if (!success && stdout.length === 0) throw new Error(stderr.toString());
  return stdout.toString();
}

const drawn = (seed: number, count = DRAWN): Report => JSON.parse(run(CHECK, String(seed), String(count)));

const QUESTION: ChatRequest = {
  model: 'm',
  stream: false,
  includeUsage: false,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Kolik je 7x9?' },
  ],
  tools: [],
};

describe.skipIf(!python)('the data of the house model', () => {
  test('is well-formed conversations, with one answer to a question, nothing known refused and no question of the evaluation', () => {
    const seed = Math.floor(Math.random() * 1e6);

    const report = drawn(seed);

    expect({ seed, problems: report.problems }).toEqual({ seed, problems: [] });
    expect(report.conversations).toBe(DRAWN);
    expect(report.domains).toBeGreaterThan(40);
    expect(report.facts).toBeGreaterThan(80);
  });

  test('is the same for the same seed', () => {
    expect(drawn(7, 100).digest).toBe(drawn(7, 100).digest);
  });
});

describe.skipIf(!python)('the exporter of the house model', () => {
  test('writes a file that the engine loads, with the tokenizer and the template of the model', async () => {
    const path = join(folder, 'tiny.gguf');
    run(EXPORT, 'tiny', path);
    await using loaded = await loadModelForTest(path);

    const written = loaded.template().render(QUESTION, { thinks: false });
    const prompt = await loaded.readPrompt(written, { account: 'acc_1', signal: new AbortController().signal });

    expect(loaded.model.detokenize(prompt, true)).toBe(
      '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nKolik je 7x9?<|im_end|>\n<|im_start|>assistant\n',
    );
    expect(loaded.model.tokenize('7x9').length).toBe(3);
  });
});
