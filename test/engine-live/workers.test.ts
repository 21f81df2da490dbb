/** Several workers and one embedded engine: its models are in memory once, and a new process serves all of them. */
import { expect, test } from 'bun:test';
import { emptyPostgres } from '../support/postgres-database.ts';
import { accountWithKey, sharedBy } from '../support/postgres-storage.ts';
import { until } from '../support/service.ts';
import { startServiceProcess } from '../support/service-process.ts';

test('workers share one engine process, and both go on with the next one when it has died', async () => {
  const storage = await emptyPostgres();
  const env = { ...sharedBy(storage), BOREAL_WORKERS: '2', BOREAL_EMBEDDED: '{}', BOREAL_ACCESS_LOG: 'true' };
  await using service = await startServiceProcess({ env });
  const { key } = await accountWithKey(storage);
  const chat = { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 4 };
  /** Asks, each time on a new connection, until both workers have answered with the model. */
  const askBoth = async () => {
    const from = service.lines.length;
    const answeredBy = () =>
      new Set(service.lines.slice(from).flatMap(({ msg, worker }) => (msg === 'request' ? [worker] : [])));
    await until('both workers have answered with the model', async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' };
      const url = `${service.url}/chat/completions`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(chat) });
      expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 });
      return answeredBy().size === 2;
    });
  };
  const enginePids = () =>
    service.lines.filter(({ msg }) => msg === 'embedded engine is ready').map(({ pid }) => Number(pid));

  await askBoth();
  expect(enginePids().length).toBe(1);
  process.kill(enginePids()[0]!, 'SIGKILL');
  await service.hasLogged('embedded engine has ended');
  await askBoth();
  expect(enginePids().length).toBe(2);
  service.signal('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(() => process.kill(enginePids()[1]!, 0)).toThrow();
  await storage.giveBack();
});
