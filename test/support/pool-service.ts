/** A service whose model svc-frost has three engines; each answers with its own name until a test says otherwise. */
import { answerText, type ScriptedUpstream, startUpstream } from './scripted-upstream.ts';
import { type ServiceOptions, startService, type TestService } from './service.ts';

export const NAMES = ['a', 'b', 'c'] as const;
export type Name = (typeof NAMES)[number];

export type PoolService = AsyncDisposable & {
  readonly service: TestService;
  readonly upstreams: Readonly<Record<Name, ScriptedUpstream>>;
  /** How many chats each engine was asked for so far. Probes do not count. */
  asked(): Readonly<Record<Name, number>>;
  metric(series: string): Promise<number | undefined>;
};

type PoolOptions = Pick<ServiceOptions, 'dataDir' | 'env'> & {
  /** Settings of every engine. */
  readonly engine?: Readonly<Record<string, unknown>>;
  readonly models?: Readonly<Record<string, unknown>>;
};

export async function startPool({ engine, models, env, ...options }: PoolOptions = {}): Promise<PoolService> {
  const started = await Promise.all(NAMES.map(async (name) => [name, await startUpstream()] as const));
  const upstreams = Object.fromEntries(started) as Record<Name, ScriptedUpstream>;
  for (const [name, upstream] of started) upstream.play(answerText(name));
  const engines = started.map(([name, { url }]) => [
    name,
    {
      ...{ kind: 'openai', baseUrl: url, apiKey: 'upstream-secret', model: `model-of-${name}` },
      ...{ runningUsage: 'none', probeMs: 60_000, ...engine },
    },
  ]);
  const service = await startService({
    ...options,
    env: {
      BOREAL_ENGINES: JSON.stringify(Object.fromEntries(engines)),
      BOREAL_MODELS: JSON.stringify(models ?? { 'svc-frost': { engine: NAMES } }),
      BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000',
      ...env,
    },
  });
  return {
    service,
    upstreams,
    asked: () => {
      const counts = started.map(([name, { requests }]) => [name, requests.filter(isChat).length]);
      return Object.fromEntries(counts) as Record<Name, number>;
    },
    metric: async (series) => {
      const lines = (await (await fetch(`${new URL(service.url).origin}/metrics`)).text()).split('\n');
      const line = lines.find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length + 1));
    },
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      for (const [, upstream] of started) await upstream.stop();
    },
  };
}

export const isChat = ({ path }: { readonly path: string }): boolean => path.endsWith('/chat/completions');
