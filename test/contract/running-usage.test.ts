/** How an engine counts while it streams is found out by asking it, and the question is free of charge. */
import { expect, test } from 'bun:test';
import { askAndPay, costOf, questionFor } from '../support/asking.ts';
import { expectLedgerInOrder, requestRows, settledRows } from '../support/ledger-order.ts';
import { startPool } from '../support/pool-service.ts';
import { rawAsk } from '../support/raw-asking.ts';
import {
  answerText,
  chunk,
  hang,
  jsonError,
  type Script,
  type ScriptRequest,
  sse,
  sseHead,
  waitFor,
} from '../support/scripted-upstream.ts';
import { startService, type TestService, until } from '../support/service.ts';

type Body = {
  readonly messages: readonly { readonly content: string }[];
  readonly stream_options?: { readonly continuous_usage_stats?: boolean };
  readonly timings_per_token?: boolean;
  readonly max_tokens: number;
};

const bodyOf = (request: Pick<ScriptRequest, 'body'>) => request.body as Body;
const isProbe = (request: Pick<ScriptRequest, 'body'>): boolean =>
  bodyOf(request)?.messages?.[0]?.content === 'Count from one to five.';

const WORDS = ['one', ' two', ' three', ' four'];
const wordsOf = (request: ScriptRequest, extra: (n: number) => object, ...ending: Script[]): Script => [
  sseHead(),
  ...WORDS.map((content, at) => sse(chunk(request, { content }, extra(at + 1)))),
  ...ending,
];
const stopped = (request: ScriptRequest): Script => [
  sse({ ...chunk(request, {}), choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  sse({ ...chunk(request, {}), choices: [], usage: { prompt_tokens: 12, completion_tokens: 8 } }),
  sse('[DONE]'),
];

/** Three tokens for a word, so that its count is another one than ours. */
const usage = (n: number) => ({ usage: { prompt_tokens: 12, completion_tokens: 3 * n } });
const timings = (n: number) => ({ timings: { prompt_n: 12, predicted_n: 3 * n } });
const nothing = () => ({});

/** An engine that counts as it is asked to; probes end, other chats wait for their client to leave. */
const engine =
  (countFor: (body: Body) => ((n: number) => object) | 'refuse'): Script =>
  (request) => {
    if (request.method === 'GET') return answerText('');
    const count = countFor(bodyOf(request));
    if (count === 'refuse') return jsonError(400);
    return wordsOf(request, count, isProbe(request) ? stopped(request) : hang());
  };

const ENGINES: Record<string, { script: Script; found: string; output: number; probes: number }> = {
  'that has continuous_usage_stats': {
    script: engine((body) => (body.stream_options?.continuous_usage_stats ? usage : nothing)),
    found: 'continuous_usage_stats',
    output: 12,
    probes: 1,
  },
  'that has timings_per_token': {
    script: engine((body) => (body.timings_per_token ? timings : nothing)),
    found: 'timings_per_token',
    output: 12,
    probes: 2,
  },
  'that ignores both': { script: engine(() => nothing), found: 'none', output: 4, probes: 2 },
  'that refuses fields which it does not know': {
    script: engine((body) =>
      body.stream_options?.continuous_usage_stats || body.timings_per_token ? 'refuse' : nothing,
    ),
    found: 'none',
    output: 4,
    probes: 2,
  },
  'whose count stays at zero': {
    script: engine(() => () => ({ usage: { prompt_tokens: 12, completion_tokens: 0 } })),
    found: 'none',
    output: 4,
    probes: 2,
  },
};

const told = (service: TestService) => service.log.filter(({ message }) => message.includes('while it streams'));
const isTold = (service: TestService) => until('it is known how the engine counts', () => told(service).length > 0);

test.each(Object.entries(ENGINES))(
  'an engine %s is known after the start',
  async (_name, { script, found, ...one }) => {
    await using service = await startService({
      engine: { runningUsage: 'auto' },
      engineUrl: (upstream) => {
        upstream.play(script);
        return upstream.url;
      },
    });
    await isTold(service);

    expect(told(service)).toMatchObject([
      found === 'none' ? { level: 'info' } : { level: 'info', runningUsage: found },
    ]);
    const probes = service.upstream.requests.filter(isProbe);
    expect(probes).toHaveLength(one.probes);
    for (const probe of probes) expect(bodyOf(probe).max_tokens).toBe(16);
    expect(requestRows(service.config.dataDir)).toEqual([]);

    const client = rawAsk(service, questionFor('stream'));
    await client.hasText(' four');
    await fetch(new URL('/healthz', service.url));
    client.reset();
    const [row] = await settledRows(service.config.dataDir, 1);

    expect(row).toMatchObject({ outcome: 'client-left', output_tokens: one.output });
    const { stream_options, timings_per_token } = bodyOf(
      service.upstream.requests.find((request) => !isProbe(request))!,
    );
    expect(stream_options?.continuous_usage_stats).toBe(found === 'continuous_usage_stats' ? true : undefined);
    expect(timings_per_token).toBe(found === 'timings_per_token' ? true : undefined);
    await expectLedgerInOrder(service.config.dataDir);
  },
);

test('what the configuration says is believed, and the engine is not asked', async () => {
  await using service = await startService({ engine: { runningUsage: 'continuous_usage_stats' } });
  service.upstream.play(answerText('Hi', { usage: { prompt_tokens: 9, completion_tokens: 1 } }));

  const { paid } = await askAndPay(service, 'stream');

  expect(paid).toBe(costOf(9, 1));
  expect(service.upstream.requests.filter(isProbe)).toEqual([]);
});

test('no request waits for the question, and a server stops while it is open', async () => {
  const never = Promise.withResolvers<void>();
  await using service = await startService({
    engine: { runningUsage: 'auto' },
    engineUrl: (upstream) => {
      upstream.play((request) => (isProbe(request) ? [waitFor(never.promise)] : answerText('Hi')));
      return upstream.url;
    },
  });

  const { answer } = await askAndPay(service, 'stream');

  expect(answer.text).toBe('Hi');
  await until('it was asked', () => service.upstream.requests.some(isProbe));
  const probe = service.upstream.requests.find(isProbe)!;
  await service.stop();
  expect(await probe.closed).toBe('peer');
});

test('each engine of a pool is asked for itself', async () => {
  await using pool = await startPool({ engine: { runningUsage: 'auto' } });
  const { service, upstreams } = pool;
  await until('all are known', () => told(service).length === 3);

  for (const upstream of Object.values(upstreams)) expect(upstream.requests.filter(isProbe)).toHaveLength(2);
});

test('an engine that refuses what it took before is asked without it from then on', async () => {
  await using service = await startService({
    engine: { runningUsage: 'auto' },
    engineUrl: (upstream) => {
      upstream.play(engine((body) => (body.stream_options?.continuous_usage_stats ? usage : nothing)));
      return upstream.url;
    },
  });
  await isTold(service);
  service.upstream.play(jsonError(400));

  expect((await askAndPay(service, 'stream')).answer.status).toBe(400);
  service.upstream.play(answerText('Hi'));
  await askAndPay(service, 'stream');

  const last = service.upstream.requests.at(-1)!;
  expect(bodyOf(last).stream_options?.continuous_usage_stats).toBeUndefined();
});
