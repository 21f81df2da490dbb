/** Prompts that are meant to hurt the embedded engine, through the whole service: it is refused, and the others go on. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type TestService, until } from '../support/service.ts';
import { writeTinyModel } from '../support/tiny-gguf.ts';

const MARKS = ['<|im_start|>', '<|im_end|>'];
/** So long that a prompt of a megabyte may fit: only the work itself can bound the work. */
const CONTEXT_TOKENS = 100_000;
const BODY_BYTES = 7_900_000;
/** With marks of 12 bytes and this context, at most so many bytes can fit. */
const BYTES_TO_READ = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'boreal-hostile-'));
let service: TestService;
beforeAll(async () => {
  const model = writeTinyModel(join(folder, 'tiny.gguf'), { marks: MARKS, contextTokens: CONTEXT_TOKENS });
  service = await startService({
    embedded: { model, slots: 3, contextTokens: CONTEXT_TOKENS },
    env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' },
  });
  await until('the engine is ready', () => isReady(service));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const isReady = async (one: TestService): Promise<boolean> =>
  (await fetch(one.url.replace('/v1', '/readyz'))).status === 200;
const pidsOf = (one: TestService): readonly unknown[] =>
  one.log.flatMap((line) => (line.message === 'embedded engine is ready' ? [line.pid] : []));
const user = (content: string) => [{ role: 'user', content }];
const filled = (unit: string, bytes: number): string =>
  unit.repeat(Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1))));

async function expectTooLong(answer: Response, contextTokens: number): Promise<void> {
  const { error } = (await answer.json()) as { error: { code: string; message: string; param: string } };
  expect({ status: answer.status, code: error.code }).toEqual({ status: 400, code: 'context_length_exceeded' });
  expect(error.message).toStartWith(`This model's maximum context length is ${contextTokens} tokens.`);
  expect(error.param).toBe('messages');
}

describe('a prompt that is far too long', () => {
  for (const [name, unit] of [
    ['spaces', ' '],
    ['digits', '7'],
    ['one word', 'a'],
    ['line ends', '\n'],
    ['signs of other scripts', '漢'],
  ] as const) {
    test(`is refused and does not stop the engine: ${name}`, async () => {
      const before = await service.stores.ledger.balanceOf(service.accountId, Date.now());

      await expectTooLong(await service.post({ messages: user(filled(unit, BODY_BYTES)) }), CONTEXT_TOKENS);
      await expectTooLong(await service.post({ messages: user(filled(unit, BYTES_TO_READ)) }), CONTEXT_TOKENS);

      expect(pidsOf(service).length).toBe(1);
      expect(await service.stores.ledger.balanceOf(service.accountId, Date.now())).toEqual(before);
      expect((await service.post({ messages: user('Hi'), max_tokens: 2 })).status).toBe(200);
    });
  }
});
