/** How much fits into a chat, as the pages tell it to people who set up their tools. */
import { expect, test } from 'bun:test';
import { type PageClient, signedUp } from '../support/page-client.ts';
import { answerText, json, type Script } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

/** An engine whose list of models is this. */
const listing =
  (...data: readonly object[]): Script =>
  (request) =>
    request.path.endsWith('/models') ? json({ object: 'list', data }) : answerText('Hi');

async function contextOf(client: PageClient, model = 'svc-glacier'): Promise<unknown> {
  const { json: body } = await client.get('/api/models');
  const models = body.models as readonly { readonly id: string; readonly contextTokens: number | null }[];
  return models.find(({ id }) => id === model)!.contextTokens;
}

const person = (service: TestService) => signedUp(service, 'anna@example.com');

test('is what the engine says about its model', async () => {
  await using service = await startService();
  service.upstream.play(listing({ id: 'other', max_model_len: 1 }, { id: 'test-model', max_model_len: 40_960 }));

  expect(await contextOf(await person(service))).toBe(40_960);
});

test('is what the operator has configured, whatever the engine says', async () => {
  const models = { 'svc-glacier': { engine: 'main', contextTokens: 12_345 } };
  await using service = await startService({ env: { BOREAL_MODELS: JSON.stringify(models) } });
  service.upstream.play(listing({ id: 'test-model', max_model_len: 40_960 }));

  expect(await contextOf(await person(service))).toBe(12_345);
});

test('is asked for once, not with every page', async () => {
  // A look at its health asks for the same list.
  await using service = await startService({ engine: { probeMs: 600_000 } });
  let asked = 0;
  service.upstream.play(({ path }) => {
    if (path.endsWith('/models')) asked += 1;
    return json({ object: 'list', data: [{ id: 'test-model', max_model_len: 40_960 }] });
  });
  const client = await person(service);
  await contextOf(client);
  const before = asked;

  await contextOf(client);

  expect(before).toBeGreaterThan(0);
  expect(asked).toBe(before);
});

test.each([
  ['says nothing of it', listing({ id: 'test-model' })],
  ['has no list', (() => json({ error: {} }, 404)) satisfies Script],
  ['answers with something else', (() => json('no', 200)) satisfies Script],
])('is not known where the engine %s', async (_, script) => {
  await using service = await startService();
  service.upstream.play(script);

  expect(await contextOf(await person(service))).toBeNull();
});
