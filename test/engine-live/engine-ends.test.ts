/** Requests that the embedded engine had when it ended: one of them may be the reason, so none is asked again. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { answerText } from '../support/scripted-upstream.ts';
import { type ServiceOptions, startService, type TestService, until } from '../support/service.ts';

const user = (content: string) => [{ role: 'user', content }];
const LONG = { messages: user('How do I use Boreal from Python?'), max_tokens: 1500, stream: true };
const SUSPECT = { messages: user('What is this?'), max_tokens: 2 };

const pidOf = (service: TestService): number =>
  Number(service.log.findLast((line) => line.message === 'embedded engine is ready')?.pid);
const livesOf = (service: TestService): number =>
  service.log.filter((line) => line.message === 'embedded engine is ready').length;

/** How many chats the process has now, in its own words. */
async function askedOf(service: TestService): Promise<number> {
  const { socketPath } = JSON.parse(
    readFileSync(`/proc/${pidOf(service)}/cmdline`, 'utf8')
      .split('\0')
      .at(-2)!,
  );
  const answer = await fetch('http://engine/v1/models', { unix: socketPath });
  return ((await answer.json()) as { asked: number }).asked;
}

async function start(options: Omit<ServiceOptions, 'embedded'> = {}): Promise<TestService> {
  const service = await startService({ ...options, embedded: { slots: 1 } });
  await until('the engine is ready', () => livesOf(service) === 1);
  return service;
}

/** One answer runs and the suspect waits behind it; then the process is killed. */
async function endWhileAsked(service: TestService): Promise<Response> {
  const running = await service.post({ ...LONG, model: 'svc-polaris' });
  const reader = running.body!.getReader();
  await reader.read();
  const waiting = service.post(SUSPECT);
  await until('both have reached the engine', async () => (await askedOf(service)) === 2);
  process.kill(pidOf(service), 'SIGKILL');
  const answer = await waiting;
  await reader.cancel();
  return answer;
}

describe('a request that the engine had when it ended', () => {
  test('is not sent to its next process; one that was there twice is refused for a while', async () => {
    await using service = await start();

    for (const end of [1, 2]) {
      const failed = await endWhileAsked(service);
      expect({ end, status: failed.status }).toEqual({ end, status: 502 });
      expect(failed.headers.get('retry-after')).toBe('1');
      await until('the next process is ready', () => livesOf(service) === end + 1);
    }
    const refused = await service.post(SUSPECT);
    const other = await service.post({ ...SUSPECT, messages: user('And this?') });

    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { code: 'rejected_by_model' } });
    expect(other.status).toBe(200);
    const { spent } = await service.stores.ledger.balanceOf(service.accountId, Date.now());
    expect(spent).toBeGreaterThan(0n as never);
  });

  test('is tried neither at another engine of its model nor with the model that stands in', async () => {
    await using service = await start({
      env: {
        BOREAL_ENGINES: '{}',
        BOREAL_MODELS: JSON.stringify({
          'svc-glacier': { fallback: 'svc-frost' },
          'svc-frost': { engine: 'embedded' },
        }),
      },
    });

    const failed = await endWhileAsked(service);

    expect(failed.status).toBe(502);
    expect(service.log.some(({ message }) => message.includes('trying its fallback'))).toBe(false);
  });
});

test('a pool does not ask another engine what has ended the embedded one', async () => {
  await using other = await startService();
  other.upstream.play(answerText('from elsewhere'));
  await using service = await start({
    env: {
      BOREAL_ENGINES: JSON.stringify({
        far: { kind: 'openai', baseUrl: other.upstream.url, model: 'm', runningUsage: 'none' },
      }),
      BOREAL_MODELS: JSON.stringify({
        // So little weight that nothing goes there by itself.
        'svc-glacier': { engine: ['embedded', { engine: 'far', weight: 0.001 }] },
        'svc-frost': { engine: 'embedded' },
        'svc-polaris': { engine: 'embedded' },
      }),
    },
  });

  const failed = await endWhileAsked(service);

  expect(failed.status).toBe(502);
  expect(other.upstream.requests.filter(({ path }) => path.endsWith('/chat/completions'))).toEqual([]);
});
