/** Whatever is sent, it is read or refused as a mistake of the caller; nothing else happens. */
import { expect, test } from 'bun:test';
import type { ChatRequest, JsonObject } from '../../src/core/chat.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createRequestReader } from '../../src/dialects/chat/chat-request.ts';
import { toUpstreamBody } from '../../src/engines/upstream/upstream-request.ts';
import { statusOf } from '../../src/platform/http/error-body.ts';
import { parseJsonBody } from '../../src/platform/http/json-body.ts';
import corpus from '../fixtures/corpus/requests.json';
import { mutatedBytes, mutatedJson } from '../support/mutations.ts';
import { type Random, seeded } from '../support/random.ts';

const RULES = {
  ...{ messagesMax: 300, toolsMax: 128, stopMax: 4, hasTools: true, defaultModel: 'svc-glacier' },
  attachmentBytesMax: 1000,
};
const DIALECT = { model: 'm', maxTokensField: 'max_tokens', runningUsage: 'none' } as const;
const JSON_LIMITS = { depthMax: 64, keysMax: 20_000, valuesMax: 50_000 };
const ROUNDS = 4000;
const read = createRequestReader(RULES);
const encoder = new TextEncoder();

/** The service's way with a body, up to the engine; undefined if it was refused. */
function through(bytes: Uint8Array): ChatRequest | undefined {
  try {
    const chat = read(parseJsonBody(bytes, JSON_LIMITS));
    JSON.parse(toUpstreamBody(chat, 10, DIALECT) as string);
    return chat;
  } catch (error) {
    if (!(error instanceof ServiceError) || statusOf(error) !== 400) throw error;
    expect(error.message.length).toBeLessThan(2000);
    return undefined;
  }
}

function run(seed: number, mutate: (body: JsonObject, random: Random) => Uint8Array): number {
  const random = seeded(seed);
  let accepted = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = mutate(random.pick(corpus) as JsonObject, random);
    try {
      const chat = through(bytes);
      if (!chat) continue;
      accepted++;
      expect(chat.messages.length).toBeGreaterThan(0);
      expect(typeof chat.stream).toBe('boolean');
    } catch (error) {
      throw new Error(`seed ${seed}, round ${round}: ${Buffer.from(bytes).toString('base64')}`, { cause: error });
    }
  }
  return accepted;
}

test('every request of the corpus is read, but for a field that is no field and a number that is too large', () => {
  const refused = corpus.filter((body) => !through(encoder.encode(JSON.stringify(body))));

  expect(refused).toEqual(corpus.slice(-2));
});

test.each([1, 2, 3])('requests with changed values are read or refused (seed %d)', (seed) => {
  const accepted = run(seed, (body, random) => {
    let changed: unknown = body;
    for (let left = random.integer(1, 3); left > 0; left--) changed = mutatedJson(changed, random);
    return encoder.encode(JSON.stringify(changed) ?? '');
  });

  expect(accepted).toBeGreaterThan(ROUNDS / 20);
  expect(accepted).toBeLessThan(ROUNDS);
});

test.each([4, 5, 6])('requests with changed bytes are read or refused (seed %d)', (seed) => {
  const accepted = run(seed, (body, random) => mutatedBytes(encoder.encode(JSON.stringify(body)), random));

  expect(accepted).toBeGreaterThan(ROUNDS / 80);
  expect(accepted).toBeLessThan(ROUNDS);
});

test('no request changes what objects are made of', () => {
  expect(({} as { stream?: unknown }).stream).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
});
