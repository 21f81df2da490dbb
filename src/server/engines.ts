/** Composition root of the engines: config → upstreams and the embedded engine, each by itself. */

import { join } from 'node:path';
import type { BuyingPrices } from '../core/buying.ts';
import type { Engine } from '../core/engine.ts';
import { DEFAULT_ENGINE_MS } from '../core/limits.ts';
import { anthropicUpstream } from '../engines/anthropic/anthropic-upstream.ts';
import { createEmbedded, type EmbeddedEngine, type EmbeddedProcess } from '../engines/embedded/embedded.ts';
import { createSharedEngine, type EngineUse } from '../engines/embedded/shared-engine.ts';
import { modelFileProblems } from '../engines/llama/model-check.ts';
import { ACCOUNT_HEADER, HUB_TOKEN_VARIABLE, type LlamaSettings, TIER_HEADER } from '../engines/llama/settings.ts';
import type { HttpClient } from '../engines/upstream/http.ts';
import { createHttpClient, originOf } from '../engines/upstream/http-client.ts';
import { openaiUpstream } from '../engines/upstream/openai-upstream.ts';
import type { Upstream, UpstreamTools } from '../engines/upstream/upstream.ts';
import type { UpstreamSettings } from '../engines/upstream/upstream-calls.ts';
import { createIds } from '../platform/clock.ts';
import { memoryForModelsBytes } from '../platform/machine-memory.ts';
import type { Platform } from '../platform/platform.ts';
import { terminalProgressBar } from '../platform/progress-bar.ts';
import type { MetricsText } from '../platform/telemetry/metrics.ts';
import { EMBEDDED } from './configuration/catalogue.ts';
import { type Config, type EngineConfig, InvalidConfig } from './configuration/config.ts';

type EngineTools = Pick<UpstreamTools, 'log' | 'onFailure'> & {
  /** The tag that an engine gets instead of the account; not needed where no customer asks. */
  readonly tagOf?: (engine: string, accountId: string) => string;
};

/** An engine whose connections can be let go of. */
export type UpstreamEngine = Engine &
  Pick<Upstream, 'learn' | 'contextTokensOf' | 'countTokens'> &
  Pick<HttpClient, 'close'>;
type EmbeddedSettings = Omit<LlamaSettings, 'socketPath'>;

/** Everything that starts the embedded engine, here or in another process. */
export type EngineStart = {
  readonly settings: EmbeddedSettings;
  /** Secrets, which must not be arguments. */
  readonly environment: Readonly<Record<string, string>>;
};

export type OpeningTools = EngineTools &
  Required<Pick<EngineTools, 'tagOf'>> &
  Pick<Platform, 'clock'> & {
    /** What engines cost, for models whose cheapest engine answers. */
    readonly buying?: BuyingPrices;
    /** A request for this model is asked of another engine. */
    readonly onRetry: (model: string) => void;
    /** A question to an engine is over. */
    readonly onAttempt?: MetricsText['attemptEnded'];
    /** Where another process has the embedded engine for several of us. */
    readonly joinSharedEngine?: ((start: EngineStart) => Promise<EngineUse>) | undefined;
  };

/** Every engine of the configuration, by its name. Nothing is connected until the first request. */
export const enginesFrom = (config: Config, tools: EngineTools): ReadonlyMap<string, Engine> =>
  new Map(Object.entries(config.engines).map(([name, one]) => [name, engineFrom(name, one, tools)]));

export function engineFrom(name: string, config: EngineConfig, tools: EngineTools): UpstreamEngine {
  const url = new URL(config.baseUrl);
  const origin = originOf(url);
  const client = createHttpClient(
    'tls' in origin && origin.tls && config.ca ? { ...origin, tls: { ca: config.ca } } : origin,
  );
  const ids = createIds();
  const settings = {
    name,
    basePath: url.pathname.replace(/\/+$/, ''),
    ...(config.apiKey && { apiKey: config.apiKey }),
    dialect: config,
    tagOf: (accountId: string) => tools.tagOf?.(name, accountId) ?? '',
    thinking: config.thinking,
    deadlines: config,
  };
  const upstreamTools = { ...tools, newToolCallId: () => ids.next('call_') };
  const engine =
    config.kind === 'anthropic'
      ? anthropicUpstream({ ...settings, basePath: settings.basePath || '/v1' }, client, upstreamTools)
      : openaiUpstream(settings, client, upstreamTools);
  const close = () => {
    engine.stopLearning();
    client.close();
  };
  return { ...engine, close };
}

/** Problems with the model files of the embedded engine, as far as they are known before the start. */
export const modelProblemsOf = (config: Config): Promise<readonly string[]> => modelFileProblems(llamaSettings(config));

/** Throws InvalidConfig with every one of these problems. */
export async function requireModelFiles(config: Config): Promise<void> {
  const problems = await modelProblemsOf(config);
  if (problems.length > 0) throw new InvalidConfig(problems);
}

/** All settings of the engine's process, but where to listen. */
function llamaSettings(config: Config): EmbeddedSettings {
  const { embedded, embeddedModels, models: catalogue } = config;
  const { threads, slots, queueMax, contextTokens, thinkingTokensMax, loadWaitMs, memoryMaxMiB } = embedded;
  const { temperature, topP, topK, repeatPenalty } = embedded;
  const models = [...embeddedModels].map(([id, model]) => {
    const thinks = catalogue.models.get(id)?.isReasoning ?? false;
    return [id, { ...model, thinks }] as const;
  });
  // What most requests will ask for is loaded before the first one comes.
  const firstModel = [catalogue.defaultModel, ...embeddedModels.keys()].find(
    (id) =>
      embeddedModels.get(id)?.isEmbedding === undefined &&
      embeddedModels.has(id) &&
      (id === catalogue.defaultModel || embeddedModels.get(id)?.file === embedded.model),
  );
  return {
    dataDir: config.dataDir,
    hub: embedded.hub,
    models: Object.fromEntries(models),
    ...(firstModel !== undefined && { firstModel }),
    memoryBytesMax: memoryMaxMiB === undefined ? memoryForModelsBytes() : memoryMaxMiB * 2 ** 20,
    threads,
    slots,
    queueMax,
    contextTokens,
    thinkingTokensMax,
    loadWaitMs,
    sampling: { temperature, topP, topK, repeatPenalty },
  };
}

/** The start of the embedded engine of a configuration. */
export const engineStartOf = (config: Config): EngineStart => ({
  settings: llamaSettings(config),
  environment: { [HUB_TOKEN_VARIABLE]: config.embedded.hubToken },
});

/** The embedded engine: a process of ours, or one that the supervisor shares. */
export function embeddedFrom(start: EngineStart, tools: OpeningTools): EmbeddedEngine {
  const { joinSharedEngine } = tools;
  if (!joinSharedEngine) return embeddedProcess(start, tools);
  return createSharedEngine(
    () => joinSharedEngine(start),
    (socketPath) => embeddedAt(socketPath, start, tools),
  );
}

/** The embedded engine as a process of ours. */
export const embeddedProcess = (start: EngineStart, tools: EngineTools): EmbeddedProcess =>
  createEmbedded(tools, {
    command: (socketPath) => [
      process.execPath,
      '--no-install',
      join(import.meta.dir, '../engines/llama/main.ts'),
      JSON.stringify({ ...start.settings, socketPath }),
    ],
    connect: (socketPath) => embeddedAt(socketPath, start, tools),
    environment: start.environment,
    bar: terminalProgressBar(),
  });

/** An engine that was started one way may do for another. */
export const coversStart = (known: EngineStart, wanted: EngineStart): boolean =>
  covers(known.settings, wanted.settings) && Bun.deepEquals(known.environment, wanted.environment);

/** A process with the old settings may do all that the new ones ask for: it may know more models than are needed. */
function covers(old: EmbeddedSettings, next: EmbeddedSettings): boolean {
  const { models: oldModels, firstModel: _, ...oldRest } = old;
  const { models: nextModels, firstModel: __, ...nextRest } = next;
  const hasAll = Object.entries(nextModels).every(([id, model]) => Bun.deepEquals(oldModels[id], model));
  return hasAll && Bun.deepEquals(oldRest, nextRest);
}

function embeddedAt(socketPath: string, { settings }: EngineStart, tools: EngineTools): Engine {
  const ids = createIds();
  // A kept connection may belong to a process that has ended: it would be unknown whether a request has reached it.
  const client = createHttpClient({ unix: socketPath }, { idleMax: 0 });
  return openaiUpstream(embeddedUpstream(settings, tools), client, {
    ...tools,
    newToolCallId: () => ids.next('call_'),
  });
}

/** The engine beside us: it streams and counts always, splits its reasoning itself, and shares its places by account. */
const embeddedUpstream = (
  { loadWaitMs }: Pick<EmbeddedSettings, 'loadWaitMs'>,
  { tagOf }: EngineTools,
): UpstreamSettings => ({
  name: EMBEDDED,
  basePath: '/v1',
  dialect: { model: '', maxTokensField: 'max_tokens', runningUsage: 'none' },
  thinking: 'off',
  alwaysStreams: true,
  sendsOnce: true,
  knowsAccounts: true,
  headersFor: ({ accountId, tier }) => ({
    [ACCOUNT_HEADER]: tagOf?.(EMBEDDED, accountId) ?? '',
    ...(tier && { [TIER_HEADER]: tier }),
  }),
  // The engine itself says when a model could not be loaded in time; it must have the time to say so.
  deadlines: {
    connectMs: 2000,
    firstByteMs: loadWaitMs + 20_000,
    idleMs: DEFAULT_ENGINE_MS.idle,
    totalMs: DEFAULT_ENGINE_MS.total,
  },
});
