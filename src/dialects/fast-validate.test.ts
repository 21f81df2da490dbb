import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { mutatedJson } from '../../test/support/mutations.ts';
import { seeded } from '../../test/support/random.ts';
import { chatSchema } from './chat/chat-schema.ts';
import { fastValidate } from './fast-validate.ts';
import { WHEN_PRESENT } from './schema-parts.ts';

const schema = chatSchema({ messagesMax: 300, toolsMax: 128, stopMax: 4 });
const look = fastValidate(schema, WHEN_PRESENT);
const FOLDER = join(import.meta.dir, '../../test/fixtures');
const CORPUS = JSON.parse(readFileSync(join(FOLDER, 'corpus/requests.json'), 'utf8')) as readonly unknown[];
const RECORDED = readdirSync(join(FOLDER, 'clients')).flatMap((file) => {
  const { requests } = JSON.parse(readFileSync(join(FOLDER, 'clients', file), 'utf8')) as {
    requests: { body?: object }[];
  };
  return requests.flatMap(({ body }) => (body ? [body] : []));
});
const ROUNDS = 20_000;

test('what the fast check finds good, the schema takes and leaves as it is', () => {
  for (const seed of [1, 2, 3]) {
    const random = seeded(seed);
    let good = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let body: unknown = random.pick([...CORPUS, ...RECORDED]);
      for (let left = random.integer(0, 3); left > 0; left--) body = mutatedJson(body, random);
      if (!look(body)) continue;
      good++;
      const result = schema.safeParse(body);
      if (result.success && Bun.deepEquals(result.data, body, true)) continue;
      throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(body)}`, { cause: result.error });
    }
    expect(good).toBeGreaterThan(ROUNDS / 20);
  }
});

test('most requests of real clients need no more than the fast check', () => {
  const quick = RECORDED.filter(look).length;

  expect(quick / RECORDED.length).toBeGreaterThan(0.6);
});

describe('each rule of the schema', () => {
  const MESSAGES = [{ role: 'user', content: 'Hello' }];

  test.each([
    { why: 'no messages', body: {} },
    { why: 'an empty list of messages', body: { messages: [] } },
    { why: 'too many messages', body: { messages: Array.from({ length: 301 }, () => MESSAGES[0]) } },
    { why: 'a role that is none', body: { messages: [{ role: 'owner', content: 'Hello' }] } },
    { why: 'no limit of tokens', body: { messages: MESSAGES, max_tokens: -1 } },
    { why: 'a null', body: { messages: MESSAGES, temperature: null } },
    { why: 'an unknown field', body: { messages: MESSAGES, ttl: 5 } },
    {
      why: 'a name of the object itself',
      body: JSON.parse('{"messages":[{"role":"user","content":"","__proto__":1}]}'),
    },
    { why: 'a temperature above two', body: { messages: MESSAGES, temperature: 2.1 } },
    { why: 'a half token', body: { messages: MESSAGES, max_tokens: 1.5 } },
    { why: 'no tokens', body: { messages: MESSAGES, max_tokens: 0 } },
    { why: 'five answers', body: { messages: MESSAGES, n: 5 } },
    { why: 'five stops', body: { messages: MESSAGES, stop: ['a', 'b', 'c', 'd', 'e'] } },
    { why: 'an empty stop', body: { messages: MESSAGES, stop: '' } },
    { why: 'a list in place of an object', body: { messages: [['user', 'Hello']] } },
  ])('$why is not found good', ({ body }) => {
    expect(look(body)).toBe(false);
  });

  test('a plain request is', () => {
    expect(look({ model: 'm', messages: MESSAGES, stream: true, stream_options: { include_usage: true } })).toBe(true);
  });

  test.each([
    ['a rule that it does not know', z.email()],
    ['a bound that is not in', z.number().gt(3)],
    ['a type that it does not know', z.date()],
    ['a rule that changes the value', z.string().trim()],
  ])('a schema with %s is always asked itself', (_, unknown) => {
    const taken = [new Date(), 'you@example.com', ' b ', 5];

    expect(taken.filter(fastValidate(unknown, WHEN_PRESENT))).toEqual([]);
  });
});
