/** Answers that are written side by side stay apart: each is what it would be alone. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Token } from 'node-llama-cpp';
import { type LoadedModel, loadModel } from '../../src/engines/llama/model.ts';
import { times } from '../support/thorough.ts';

const MODEL = join(import.meta.dir, '../../model/boreal-mini.gguf');
const SLOTS = 12;
const ROUNDS = times(8, 20);
const TOKENS = 10;

async function answer({ model, slots }: LoadedModel, question: string): Promise<string> {
  const tokens = model.tokenize(`<|im_start|>user\n${question}<|im_end|>\n<|im_start|>assistant\n`, true);
  const { sequence, release } = await slots.acquire({ tokens, accountId: 'a', signal: new AbortController().signal });
  const written: Token[] = [];
  await sequence.clearHistory();
  for await (const token of sequence.evaluate(tokens, { temperature: 0 })) {
    if (written.push(token) === TOKENS) break;
  }
  release();
  return model.detokenize(written);
}

test('an answer is the same beside eleven others as alone', async () => {
  const loaded = await loadModel(MODEL, { contextTokens: 256, slots: SLOTS, threads: 1, queueMax: SLOTS });
  const questions = Array.from({ length: SLOTS }, (_, n) => `What is ${7 * n + 3} + ${n}?`);
  const alone: string[] = [];
  for (const question of questions) alone.push(await answer(loaded, question));

  for (let round = 0; round < ROUNDS; round++) {
    const together = await Promise.all(questions.map((question) => answer(loaded, question)));
    expect(together, `round ${round}`).toEqual(alone);
  }
  await loaded.unload();
});
