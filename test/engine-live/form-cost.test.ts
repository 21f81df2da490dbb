/** One account that sends forms which mean much work, and another that is being answered meanwhile, on the real engine. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpuBetween, cpuTimeOf } from '../../bench/support/cpu-time.ts';
import { HOSTILE_SCHEMAS } from '../support/hostile-schemas.ts';
import { rssBytesOf } from '../support/process-memory.ts';
import { startService, type TestService, until } from '../support/service.ts';

const CONNECTIONS = 3;
const GROWTH_BYTES_MAX = 100 * 2 ** 20;
/** Processor time of the thread that passes on all answers, for one form: 5 to 25 ms here, half a second to a minute before. */
const HELD_MS_MAX = 60;
const QUESTION = { messages: [{ role: 'user', content: 'What is the capital of France?' }], max_tokens: 12 };
const UNIONS = HOSTILE_SCHEMAS['sixteen unions of two']!;

let service: TestService;
let attacker: string;

beforeAll(async () => {
  service = await startService({ embedded: { slots: 6 }, env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' } });
  await until('the engine is ready', () => readyLines().length === 1);
  attacker = (await service.newKey({ accountId: await service.newAccount() })).secret;
});
afterAll(() => service.stop());

const readyLines = () => service.log.filter(({ message }) => message === 'embedded engine is ready');
const pidOf = (): number => Number(readyLines().at(-1)?.pid);

const post = (path: string, body: object): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${attacker}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc-glacier', ...body }),
  });

/** The same work in other bytes each time. */
let sent = 0;
const jsonSchema = (schema: object) => ({ name: 'form', schema: { ...schema, title: `form ${++sent}` } });
const attack = (schema: object): Promise<Response> =>
  post('/chat/completions', { ...QUESTION, response_format: { type: 'json_schema', json_schema: jsonSchema(schema) } });

describe('a form that means too much work is refused', () => {
  const parameters = { type: 'object', properties: { a: UNIONS } };
  const chatTool = { type: 'function', function: { name: 'a', parameters } };
  const { messages } = QUESTION;

  test.each<[string, string, object]>([
    [
      'as response_format',
      '/chat/completions',
      { ...QUESTION, response_format: { type: 'json_schema', json_schema: { name: 'a', schema: UNIONS } } },
    ],
    ['as a tool', '/chat/completions', { ...QUESTION, tools: [chatTool] }],
    [
      'as the tool that must be called',
      '/chat/completions',
      { ...QUESTION, tools: [chatTool], tool_choice: { type: 'function', function: { name: 'a' } } },
    ],
    [
      'as text.format of a response',
      '/responses',
      { input: 'Hi', text: { format: { type: 'json_schema', name: 'a', schema: UNIONS } } },
    ],
    [
      'as a tool of a response',
      '/responses',
      { input: 'Hi', tools: [{ type: 'function', name: 'a', parameters, strict: false }] },
    ],
    [
      'as a tool of a message',
      '/messages',
      { messages, max_tokens: 12, tools: [{ name: 'a', input_schema: parameters }] },
    ],
  ])('%s', async (_, path, body) => {
    const answer = await post(path, body);

    expect(await answer.text()).toContain('combines too many schemas');
    expect(answer.status).toBe(400);
  });

  test('an option that is no schema is refused by its name', async () => {
    const answer = await attack({ allOf: Array(6500).fill({ anyOf: [0] }) });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'rejected_by_model', message: 'The JSON schema is not valid: anyOf[0] is not a schema.' },
    });
  });
});

test('forms that mean much work hold up nothing, and the engine stays alive and small', async () => {
  await (await attack({ type: 'object' })).text();
  const rssBefore = rssBytesOf(pidOf());
  const cpuBefore = cpuTimeOf(pidOf());
  const sentBefore = sent;
  const hostile = [...Object.values(HOSTILE_SCHEMAS)];
  const statuses = new Set<number>();

  const connections = Array.from({ length: CONNECTIONS }, async () => {
    for (let schema = hostile.pop(); schema; schema = hostile.pop()) {
      const answer = await attack(schema);
      statuses.add(answer.status);
      await answer.text();
    }
  });
  const victims: number[] = [];
  while (hostile.length > 0) victims.push((await service.post(QUESTION)).status);
  await Promise.all(connections);

  const heldMs = cpuBetween(cpuBefore, cpuTimeOf(pidOf())).main / 1000;
  expect(new Set(victims)).toEqual(new Set([200]));
  expect([...statuses].filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
  expect(readyLines()).toHaveLength(1);
  // What was needed for a moment goes back to the system sooner or later, most likely while the engine works.
  await until('the engine is small again', async () => {
    await (await service.post(QUESTION)).text();
    return rssBytesOf(pidOf()) - rssBefore < GROWTH_BYTES_MAX;
  });
  // The answers of the other account are on the same thread.
  expect(heldMs / (sent - sentBefore + victims.length)).toBeLessThan(HELD_MS_MAX);
}, 600_000);

test('hot retries of what is refused end with a 429 that says when to come again', async () => {
  const costly = HOSTILE_SCHEMAS['unions of two that come one by one']!;
  let last: Response | undefined;

  for (let tries = 0; tries < 200 && last?.status !== 429; tries++) last = await attack(costly);

  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get('retry-after'))).toBeWithin(1, 11);
  expect((await service.post(QUESTION)).status).toBe(200);
}, 600_000);
