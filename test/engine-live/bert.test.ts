/** Files that only make vectors, as most embedding models are: a real BERT, of random weights, in the real process. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type TestService, until } from '../support/service.ts';
import { writeTinyBert } from '../support/tiny-bert.ts';

const folder = mkdtempSync(join(tmpdir(), 'boreal-bert-'));
const POOLINGS = ['mean', 'first', 'last'] as const;
let service: TestService;
beforeAll(async () => {
  const files = POOLINGS.map(
    (pooling) => [pooling, writeTinyBert(join(folder, `${pooling}.gguf`), { pooling })] as const,
  );
  const models = [...files, ['unknown', writeUnknown()] as const].map(([id, file]) => [id, vectorsOf(file)]);
  service = await startService({
    embedded: { slots: 1 },
    env: { BOREAL_MODELS: JSON.stringify(Object.fromEntries(models)) },
  });
  await until('the engine is ready', async () => (await fetch(new URL('/readyz', service.url))).status === 200);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** A file of an architecture that does not exist. */
function writeUnknown(): string {
  const known = readFileSync(writeTinyBert(join(folder, 'known.gguf'))).toString('latin1');
  const file = join(folder, 'unknown.gguf');
  writeFileSync(file, known.replaceAll(/(?<=architecture.{12})bert/gs, 'frog').replaceAll('bert.', 'frog.'), 'latin1');
  return file;
}

const vectorsOf = (file: string) => ({ kind: 'embedding', file, price: { input: '3' } });

type Embedded = { data: { embedding: number[] }[]; usage: { prompt_tokens: number; cost_czk: string } };
const embed = async (model: string, input: string | string[] | number[]): Promise<Embedded> =>
  (await service.client().embeddings.create({
    ...{ model, input, encoding_format: 'float' },
  })) as unknown as Embedded;

describe.each(POOLINGS)('a BERT that takes the %s of its tokens', (pooling) => {
  test('makes vectors by words, counts its two marks, and is paid by the token', async () => {
    const { data, usage } = await embed(pooling, ['The cat sleeps.', 'the cat sleeps .', 'dog runs']);
    const [first, spaced, other] = data.map(({ embedding }) => embedding);

    expect(first).toHaveLength(32);
    expect(spaced).toEqual(first!);
    expect(other).not.toEqual(first!);
    expect(Math.hypot(...first!)).toBeCloseTo(1, 5);
    expect(usage.prompt_tokens).toBe(6 + 6 + 4);
    expect(usage.cost_czk).toBe('0.000048');
  });

  test('reads a text that fills its context, and refuses one token more', async () => {
    const { usage } = await embed(pooling, 'cat '.repeat(126));
    const refused = await embed(pooling, 'cat '.repeat(127)).catch((error: unknown) => error);
    const refusedLong = await embed(pooling, 'cat '.repeat(5000)).catch((error: unknown) => error);

    expect(usage.prompt_tokens).toBe(128);
    for (const error of [refused, refusedLong]) {
      expect(error).toMatchObject({ status: 400, code: 'context_length_exceeded', param: 'input' });
      expect(String(error)).toContain('maximum context length is 128 tokens');
    }
  });
});

describe('a file that cannot do what it is named for', () => {
  test('a model that only makes vectors is not taken for chats', async () => {
    const file = writeTinyBert(join(folder, 'chat.gguf'));

    const refusal = startService({ embedded: {}, env: { BOREAL_MODELS: JSON.stringify({ 'svc-frost': { file } }) } });

    await expect(refusal).rejects.toThrow(
      `The model file of svc-frost cannot be used: ${file} makes vectors and cannot write answers: name it for a model of the kind "embedding".`,
    );
  });

  test('a reranker is taken for neither', async () => {
    const file = writeTinyBert(join(folder, 'rank.gguf'), { pooling: 'rank' });

    for (const model of [{ vectors: vectorsOf(file) }, { 'svc-frost': { file } }]) {
      const refusal = startService({ embedded: {}, env: { BOREAL_MODELS: JSON.stringify(model) } });
      await expect(refusal).rejects.toThrow(
        `cannot be used: ${file} is a reranker: it makes scores, and neither answers nor vectors.`,
      );
    }
  });

  test('an architecture that the engine does not know is named in the log, and the request is a 502', async () => {
    const refused = await embed('unknown', 'cat').catch((error: unknown) => error);

    expect(refused).toMatchObject({ status: 502 });
    expect(String(refused)).not.toContain(folder);
    const told = service.log.find((line) => line.message === 'embedded engine cannot load a model');
    expect(told?.reason).toContain('the architecture frog may be one that this engine does not know');
  });
});
