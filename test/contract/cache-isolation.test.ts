/** The mark of an account that a connected engine gets, so that it keeps apart what it has cached. */
import { expect, test } from 'bun:test';
import type { ServingView } from '../../src/features/serving/contract.ts';
import { orderBecause, signedUpOperator } from '../support/busy-operator.ts';
import { answerText, startUpstream } from '../support/scripted-upstream.ts';
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

/** Adds an engine while the service runs and gives it the default model; tells the page's view. */
async function addEngine(service: TestService, settings: object): Promise<ServingView> {
  const operator = await signedUpOperator(service);
  const view = async () => (await operator.get('/api/operator/serving')).json as unknown as ServingView;
  const change = async (path: string, body: object) => {
    const { revision } = await view();
    const order = { ...orderBecause('a second machine'), revision, fromMs: null, ...body };
    const answer = await operator.post(`/api/operator/serving/${path}`, order);
    expect([answer.status, answer.json]).toEqual([200, answer.json]);
  };
  await change('engines', { name: 'added', settings });
  await change('models', { model: 'svc-glacier', engines: [{ engine: 'added' }] });
  return view();
}

test.each(['cache_salt', 'user', 'cache_prompt_off', undefined] as const)(
  'an engine that is added while the service runs keeps accounts apart by %s, as one of the file does',
  async (cacheIsolation) => {
    await using service = await startService({ env: { BOREAL_DEFAULT_MODEL: 'svc-glacier' } });
    await using added = await startUpstream();
    added.play(answerText('Hi'));
    const told = { baseUrl: added.url, model: 'm', ...(cacheIsolation && { cacheIsolation }) };

    const { engines } = await addEngine(service, told);
    const other = await service.newKey({ accountId: await service.newAccount() });
    for (const key of [service.key, other.secret]) {
      const answer = await service.post(CHAT, { headers: { authorization: `Bearer ${key}` } });
      expect(answer.status).toBe(200);
      await answer.text();
    }

    const shown = engines.find(({ name }) => name === 'added')!.settings!;
    expect(shown.cacheIsolation).toBe(cacheIsolation ?? 'none');
    const chats = added.requests.map(({ body }) => body as Record<string, unknown>).filter(({ user }) => user);
    const sent = chats.map((body) => [body.cache_salt, body.user, body.cache_prompt]);
    const mark = expect.stringMatching(/^[\w-]{22}$/);
    const expected = {
      none: [undefined, 'u-7', undefined],
      cache_salt: [mark, 'u-7', undefined],
      user: [undefined, mark, undefined],
      cache_prompt_off: [undefined, 'u-7', false],
    }[shown.cacheIsolation!];
    expect(sent).toEqual([expected, expected]);
    if (cacheIsolation === 'cache_salt' || cacheIsolation === 'user') {
      expect(chats[0]![cacheIsolation]).not.toBe(chats[1]![cacheIsolation]);
    }
  },
);
