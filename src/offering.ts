/**
 * Composition root of what is offered: the catalogue, and the engines behind it. A reload builds both anew, completely,
 * and puts them in the place of the old ones at one moment. A request takes its model and engine at one moment too, and
 * keeps them to its end.
 */
import type { Catalogue } from './domain/model.ts';
import type { Clock, Engines, Log, Prices } from './domain/ports.ts';
import { modelProblemsOf } from './main.ts';
import { type OpenEngines, openEngines } from './open-engines.ts';
import { type Config, InvalidConfig } from './ops/config.ts';

export type OfferingParts = {
  readonly prices: Prices;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads the configuration as it is now. Throws InvalidConfig. */
  readonly readConfig: () => Config;
};

export type Offering = {
  /** These two always show what is offered now. */
  readonly catalogue: Catalogue;
  readonly engines: Engines;
  /** Whether any model takes tools. */
  readonly hasTools: boolean;
  /** Longer than any answer of today's engines may take. */
  readonly holdMs: number;
  start(): void;
  /**
   * Reads the configuration again and offers what it says. Throws InvalidConfig, with every problem, and then nothing
   * has changed. Two at once follow each other.
   */
  reload(): Promise<Reloaded>;
  stop(): Promise<void>;
};

export type Reloaded = {
  readonly models: readonly string[];
  readonly engines: readonly string[];
  /** Settings that were changed too, and that count only after a restart. */
  readonly restartNeeded: readonly string[];
};

/** What a reload takes over, and what is made of other settings. */
const RELOADED = new Set(['models', 'engines', 'catalogue', 'embedded', 'embeddedModels', 'source', 'warnings']);

type Offered = Pick<Offering, 'catalogue' | 'hasTools' | 'holdMs'> & { readonly opened: OpenEngines };

export async function createOffering(config: Config, parts: OfferingParts): Promise<Offering> {
  const { log } = parts;
  let now: Offered = await offered(config, parts);
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function reload(): Promise<Reloaded> {
    const next = parts.readConfig();
    const problems = await modelProblemsOf(next);
    if (problems.length > 0) throw new InvalidConfig(problems);
    if (isStopped) throw new Error('The server is stopping.');
    const before = now;
    const after = await offered(next, parts, before.opened);
    after.opened.start();
    now = after;
    before.opened.retire(after.opened);
    const models = [...after.catalogue.models.keys()];
    const engines = [...after.opened.engines.all().keys()];
    // Against what the server was started with: that is what still counts.
    return { models, engines, restartNeeded: changedIn(config, next) };
  }

  return {
    catalogue: {
      get variant() {
        return now.catalogue.variant;
      },
      get defaultModel() {
        return now.catalogue.defaultModel;
      },
      get models() {
        return now.catalogue.models;
      },
    },
    engines: { of: (modelId) => now.opened.engines.of(modelId), all: () => now.opened.engines.all() },
    get hasTools() {
      return now.hasTools;
    },
    get holdMs() {
      return now.holdMs;
    },
    start: () => now.opened.start(),
    reload: () => {
      const mine = turn.then(reload);
      turn = mine.catch(() => {});
      return mine.then((done) => {
        if (done.restartNeeded.length > 0) {
          const settings = done.restartNeeded.join(', ');
          log.warn({ settings: done.restartNeeded }, `changed settings that count only after a restart: ${settings}`);
        }
        log.info({ models: done.models, engines: done.engines }, 'configuration reloaded');
        return done;
      });
    },
    stop: async () => {
      isStopped = true;
      await turn;
      await now.opened.stop();
    },
  };
}

async function offered(config: Config, parts: OfferingParts, before?: OpenEngines): Promise<Offered> {
  const catalogue = await priced(config.models, parts);
  return {
    catalogue,
    hasTools: [...catalogue.models.values()].some((model) => model.takesTools),
    holdMs: longestAnswerMs(config) + 60_000,
    opened: openEngines(config, { log: parts.log, catalogue }, before),
  };
}

const longestAnswerMs = (config: Config): number =>
  Math.max(600_000, ...Object.values(config.engines).map((engine) => engine.totalMs));

/** Every price gets its version in the books before anything is sold by it. */
async function priced(draft: Config['models'], { prices, clock }: OfferingParts): Promise<Catalogue> {
  const wanted = new Map([...draft.models].map(([id, model]) => [id, model.price]));
  const versions = await prices.publish(wanted, { actor: 'configuration', atMs: clock.nowMs() });
  const models = [...draft.models].map(([id, model]) => [id, { ...model, priceVersion: versions.get(id)! }] as const);
  return { ...draft, models: new Map(models) };
}

/** Names only: values may be secret. */
function changedIn(old: Config, next: Config): string[] {
  const names = Object.keys(next) as (keyof Config)[];
  return names.filter((name) => !RELOADED.has(name) && !Bun.deepEquals(old[name], next[name]));
}
