/** Composition root of the engines: those that a new configuration leaves as they were go on, with their connections. */
import type { Catalogue } from './domain/model.ts';
import type { Engine, Engines, Log } from './domain/ports.ts';
import { type CountedEngine, counted } from './engine/counted.ts';
import type { EmbeddedEngine } from './engine/embedded.ts';
import { createEngines } from './engine/registry.ts';
import type { LlamaSettings } from './llama/settings.ts';
import { embeddedFrom, engineFrom, llamaSettings, type UpstreamEngine } from './main.ts';
import { EMBEDDED } from './ops/catalogue.ts';
import type { Config, EngineConfig } from './ops/config.ts';

export type OpenEngines = {
  readonly engines: Engines;
  start(): void;
  /** Lets go of what the next ones do not use: idle connections now, the rest when the last answer has ended. */
  retire(next: OpenEngines): void;
  stop(): Promise<void>;
  readonly own: OwnEngines;
};

/** What is behind the engines, for the next ones to use again. */
export type OwnEngines = {
  readonly upstreams: ReadonlyMap<string, { readonly config: EngineConfig; readonly engine: UpstreamEngine }>;
  readonly embedded: Embedded | undefined;
};

type EngineSettings = Omit<LlamaSettings, 'socketPath'>;
type Embedded = {
  readonly settings: EngineSettings;
  readonly process: EmbeddedEngine;
  readonly engine: CountedEngine;
  /** Those of earlier configurations whose last answers are still running. */
  readonly leaving: Set<EmbeddedEngine>;
};

export function openEngines(
  config: Config,
  parts: { readonly log: Log; readonly catalogue: Catalogue },
  before?: OpenEngines,
): OpenEngines {
  const { log, catalogue } = parts;
  const upstreams = new Map(
    Object.entries(config.engines).map(([name, one]) => {
      const known = before?.own.upstreams.get(name);
      const isSame = known !== undefined && Bun.deepEquals(known.config, one);
      return [name, isSame ? known : { config: one, engine: engineFrom(name, one, log) }];
    }),
  );
  const leaving = before?.own.embedded?.leaving ?? new Set<EmbeddedEngine>();
  const embedded = config.embeddedModels.size > 0 ? openEmbedded(config, { log, leaving }, before) : undefined;
  const all = new Map<string, Engine>([...upstreams].map(([name, { engine }]) => [name, engine]));
  if (embedded) all.set(EMBEDDED, embedded.engine);
  return {
    engines: createEngines(catalogue.models.values(), all),
    own: { upstreams, embedded },
    start: () => embedded?.process.start(),
    retire: (next) => {
      for (const [name, { engine }] of upstreams) {
        if (next.own.upstreams.get(name)?.engine !== engine) engine.close();
      }
      if (embedded && next.own.embedded?.process !== embedded.process) letGo(embedded);
    },
    stop: async () => {
      for (const { engine } of upstreams.values()) engine.close();
      await Promise.all([embedded?.process.stop(), ...[...leaving].map((process) => process.stop())]);
    },
  };
}

function openEmbedded(
  config: Config,
  parts: { readonly log: Log; readonly leaving: Set<EmbeddedEngine> },
  before: OpenEngines | undefined,
): Embedded {
  const settings = llamaSettings(config);
  const known = before?.own.embedded;
  if (known && covers(known.settings, settings)) return known;
  const process = embeddedFrom(config, parts.log);
  return { settings, process, engine: counted(process), leaving: parts.leaving };
}

/** Whether a process with the old settings does all that the new ones ask for: it may know more models than are needed. */
function covers(old: EngineSettings, next: EngineSettings): boolean {
  const { models: oldModels, firstModel: _, ...oldRest } = old;
  const { models: nextModels, firstModel: __, ...nextRest } = next;
  const hasAll = Object.entries(nextModels).every(([id, model]) => Bun.deepEquals(oldModels[id], model));
  return hasAll && Bun.deepEquals(oldRest, nextRest);
}

function letGo({ process, engine, leaving }: Embedded): void {
  leaving.add(process);
  void engine
    .whenIdle()
    .then(() => process.stop())
    .finally(() => leaving.delete(process));
}
