/** What a connected engine gets of an account, so that it keeps apart what it has cached. */
import { expect, test } from 'bun:test';
import { answerText } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const CHAT = { messages: [{ role: 'user', content: 'Hello' }], user: 'u-7' };

/** Asks as two accounts, twice each, and gives what the engine was sent. */
async function sentBy(service: TestService): Promise<readonly Record<string, unknown>[]> {
  service.upstream.play(answerText('Hi'));
  const other = await service.newKey({ accountId: await service.newAccount() });
  for (const key of [service.key, service.key, other.secret, other.secret]) {
    const answer = await service.post(CHAT, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
  }
  const { requests } = service.upstream;
  for (const { body, headers } of requests) {
    expect(JSON.stringify([body, headers])).not.toContain(service.accountId);
  }
  return requests.map(({ body }) => body as Record<string, unknown>);
}

test('an engine that nothing is said of gets no field that it might refuse', async () => {
  await using service = await startService();

  for (const body of await sentBy(service)) {
    expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'user']);
    expect(body.user).toBe('u-7');
  }
});

test.each(['cache_salt', 'user'])('with %s each account has a mark of its own, which is not its id', async (field) => {
  await using service = await startService({ engine: { cacheIsolation: field } });

  const marks = (await sentBy(service)).map((body) => body[field]);

  expect(marks[0]).toMatch(/^[\w-]{22}$/);
  expect(marks[1]).toBe(marks[0]);
  expect(marks[2]).not.toBe(marks[0]);
  expect(marks[3]).toBe(marks[2]);
});

test('an engine that cannot keep accounts apart can be asked to read every prompt anew', async () => {
  await using service = await startService({ engine: { cacheIsolation: 'cache_prompt_off' } });

  for (const body of await sentBy(service)) expect(body.cache_prompt).toBe(false);
});
