/** The engines of one configuration, and what answers for each model; those that the next one has too go on. */

import type { CountedChat, Engine } from '../core/engine.ts';
import type { EngineLoad } from '../core/engine-load.ts';
import { type Model, sharesOf } from '../core/model.ts';
import { countTokens } from '../engines/count-tokens.ts';
import type { EmbeddedEngine } from '../engines/embedded/embedded.ts';
import { peerOf } from '../engines/peer.ts';
import { createEngines, type EngineRegistry } from '../engines/registry.ts';
import { type MeasuredEngine, withLoad } from '../engines/with-load.ts';
import { withTracing } from '../engines/with-tracing.ts';
import { OWN_PEER, type Peer } from '../platform/telemetry/gen-ai-metrics.ts';
import { EMBEDDED } from './configuration/catalogue.ts';
import type { Config, EngineConfig } from './configuration/config.ts';
import {
  coversStart,
  type EngineStart,
  embeddedFrom,
  engineFrom,
  engineStartOf,
  type OpeningTools,
  type UpstreamEngine,
} from './engines.ts';

export type OpenEngines = {
  readonly engines: EngineRegistry;
  /** Keyed by the engine's name. */
  readonly loads: ReadonlyMap<string, () => EngineLoad>;
  /** The server behind an engine. */
  peerOf(name: string): Peer;
  /** How many tokens fit into a chat: by the configuration, else as the engines say; of several, the least. */
  contextTokensOf(model: Model): Promise<number | undefined>;
  /** How many tokens a chat has, as an engine of the model says; undefined where none can tell. */
  countTokens(model: Model, chat: CountedChat): Promise<number | undefined>;
  /** Begins to run and to look after what needs it. */
  start(): void;
  /** Lets go of what the next ones do not use: idle connections now, the rest when the last answer has ended. */
  retire(next: OpenEngines): void;
  stop(): Promise<void>;
  readonly own: OwnEngines;
};

/** The processes and connections behind the engines, for the next ones to use again. */
type OwnEngines = {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly embedded: Embedded | undefined;
};

type Upstream = {
  readonly config: EngineConfig;
  readonly peer: Peer;
  readonly engine: UpstreamEngine;
  readonly measured: MeasuredEngine;
};
type Embedded = {
  readonly start: EngineStart;
  readonly engine: EmbeddedEngine;
  readonly measured: MeasuredEngine;
  /** Those of earlier configurations whose last answers are still running. */
  readonly leaving: Set<EmbeddedEngine>;
};

/** Engines that the configuration before had in just the same way go on, with their connections. */
export function openEngines(config: Config, tools: OpeningTools, before?: OpenEngines): OpenEngines {
  const upstreams = new Map(
    Object.entries(config.engines).map(([name, one]) => {
      const known = before?.own.upstreams.get(name);
      return [name, known && Bun.deepEquals(known.config, one) ? known : openUpstream(name, one, tools)];
    }),
  );
  const embedded = config.embeddedModels.size > 0 ? openEmbedded(config, tools, before) : undefined;
  const all = new Map([...upstreams].map(([name, upstream]) => [name, upstream.measured]));
  if (embedded) all.set(EMBEDDED, embedded.measured);
  const engines = createEngines(tools, {
    models: config.models.models.values(),
    engines: all,
    settings: config.engines,
    buying: tools.buying,
    onRetry: tools.onRetry,
  });
  for (const { name, isDraining } of before?.engines.states() ?? []) if (isDraining) engines.drain(name);
  let stopWatching = () => {};
  return {
    engines,
    loads: new Map([...all].map(([name, { load }]) => [name, load])),
    peerOf: (name) => upstreams.get(name)?.peer ?? OWN_PEER,
    contextTokensOf: (model) => contextTokensOf(model, upstreams),
    countTokens: (model, chat) =>
      countTokens(model, chat, {
        upstreamOf: (name) => upstreams.get(name)?.engine,
        embedded: embedded?.measured,
      }),
    own: { upstreams, embedded },
    start: () => {
      embedded?.engine.start();
      for (const [name, { engine }] of upstreams) if (answersChats(name, config)) engine.learn();
      stopWatching = engines.watch();
    },
    retire: (next) => {
      stopWatching();
      for (const [name, { engine }] of upstreams) {
        if (next.own.upstreams.get(name)?.engine !== engine) engine.close();
      }
      if (embedded && next.own.embedded?.engine !== embedded.engine) letGo(embedded);
    },
    stop: async () => {
      stopWatching();
      for (const { engine } of upstreams.values()) engine.close();
      await Promise.all([embedded?.engine.stop(), ...[...(embedded?.leaving ?? [])].map((one) => one.stop())]);
    },
  };
}

/** An engine that only makes vectors is not asked for a chat. */
const answersChats = (name: string, { models: { models } }: Config): boolean =>
  [...models.values()].some((model) => model.kind === 'chat' && sharesOf(model).some(({ engine }) => engine === name));

/** Where one of several does not say, none of them can be believed: the chat may go to that one. */
async function contextTokensOf(model: Model, upstreams: ReadonlyMap<string, Upstream>): Promise<number | undefined> {
  if (model.contextTokens !== undefined) return model.contextTokens;
  const said = await Promise.all(
    sharesOf(model).map((share) =>
      upstreams.get(share.engine)?.engine.contextTokensOf(share.engineModel ?? model.engineModel),
    ),
  );
  const known = said.filter((tokens) => tokens !== undefined);
  return known.length > 0 && known.length === said.length ? Math.min(...known) : undefined;
}

function openUpstream(name: string, config: EngineConfig, tools: OpeningTools): Upstream {
  const engine = engineFrom(name, config, tools);
  const peer = peerOf(config);
  return { config, peer, engine, measured: watched({ name, ...peer }, engine, tools) };
}

function openEmbedded(config: Config, tools: OpeningTools, before: OpenEngines | undefined): Embedded {
  const start = engineStartOf(config);
  const known = before?.own.embedded;
  if (known && coversStart(known.start, start)) return known;
  const engine = embeddedFrom(start, tools);
  const measured = watched({ name: EMBEDDED, ...OWN_PEER }, engine, tools);
  return { start, engine, measured, leaving: known?.leaving ?? new Set() };
}

/** An engine whose answers are traced and counted. */
const watched = (
  asked: Parameters<typeof withTracing>[0],
  engine: Engine,
  { clock, onAttempt }: OpeningTools,
): MeasuredEngine =>
  withLoad(withTracing(asked, engine), {
    clock,
    onAttempt: (attempt) => onAttempt?.({ engine: asked.name, ...attempt }),
  });

function letGo({ engine, measured, leaving }: Embedded): void {
  leaving.add(engine);
  void measured
    .whenIdle()
    .then(() => engine.stop())
    .finally(() => leaving.delete(engine));
}
