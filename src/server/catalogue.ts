/**
 * The models that are served now, with their prices, and the engines behind them. A reload builds both anew, completely,
 * and swaps them at one moment. A request takes its model and engine at one moment too, and keeps them to its end.
 */

import type { Catalogue } from '../domain/model.ts';
import type { EngineLoad, OperatorStore, PriceVersion, SignUpMode } from '../domain/operator.ts';
import type { Clock, Log, Prices } from '../domain/ports.ts';
import type { EngineRegistry } from '../engine/registry.ts';
import { type Config, InvalidConfig } from '../ops/config.ts';
import { followAnnouncements } from '../service/announcements.ts';
import { type OpeningTools, requireModelFiles } from './engines.ts';
import { type OpenEngines, openEngines } from './open-engines.ts';

type CatalogueParts = OpeningTools & {
  readonly operator: Pick<OperatorStore, 'announcements'>;
  readonly prices: Prices;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads the configuration as it is now. Throws InvalidConfig. */
  readonly readConfig: () => Config;
};

export type LiveCatalogue = {
  /** The models with the prices of this moment. */
  readonly published: Catalogue;
  /** The engines of this moment. */
  readonly engines: Omit<EngineRegistry, 'watch'>;
  readonly loadOf: (name: string) => EngineLoad;
  readonly contextTokensOf: OpenEngines['contextTokensOf'];
  readonly countTokens: OpenEngines['countTokens'];
  /** Whether any model takes tools. */
  readonly hasTools: boolean;
  /** Prices that will hold from a time to come, soonest first. */
  upcomingPrices(): readonly PriceVersion[];
  /** Who may sign up now, as the operator says. */
  signUp(): SignUpMode;
  /** Reads at once what the operator has announced. */
  refresh(): Promise<void>;
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

type Current = Pick<LiveCatalogue, 'hasTools'> & { readonly opened: OpenEngines };

export async function openCatalogue(config: Config, parts: CatalogueParts): Promise<LiveCatalogue> {
  const { log } = parts;
  const announced = await followAnnouncements({
    operatorStore: parts.operator,
    prices: parts.prices,
    clock: parts.clock,
    log,
    catalogue: config.models,
    configuredSignUp: config.signUp,
    onReload: () => logRefusal(reloadInTurn(), log),
  });
  let now: Current = currentFrom(config, parts);
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function reload(): Promise<Reloaded> {
    const next = parts.readConfig();
    await requireModelFiles(next);
    if (isStopped) throw new Error('The server is stopping.');
    const swapModels = await announced.prepare(next.models);
    const before = now;
    const after = currentFrom(next, parts, before.opened);
    after.opened.start();
    now = after;
    swapModels();
    before.opened.retire(after.opened);
    const models = [...announced.catalogue.models.keys()];
    const engines = [...after.opened.engines.all().keys()];
    // Against what the server was started with: that is what still counts.
    return { models, engines, restartNeeded: changedIn(config, next) };
  }

  async function reloadInTurn(): Promise<Reloaded> {
    const mine = turn.then(reload);
    turn = mine.catch(() => {});
    const done = await mine;
    if (done.restartNeeded.length > 0) {
      const settings = done.restartNeeded.join(', ');
      log.warn({ settings: done.restartNeeded }, `changed settings that count only after a restart: ${settings}`);
    }
    log.info({ models: done.models, engines: done.engines }, 'configuration reloaded');
    return done;
  }

  return {
    published: announced.catalogue,
    upcomingPrices: announced.upcomingPrices,
    signUp: announced.signUp,
    refresh: announced.refresh,
    engines: {
      of: (modelId) => now.opened.engines.of(modelId),
      all: () => now.opened.engines.all(),
      drain: (name) => now.opened.engines.drain(name),
      resume: (name) => now.opened.engines.resume(name),
      states: () => now.opened.engines.states(),
      queues: () => now.opened.engines.queues(),
    },
    loadOf: (name) => now.opened.loads.get(name)!(),
    contextTokensOf: (model) => now.opened.contextTokensOf(model),
    countTokens: (model, order) => now.opened.countTokens(model, order),
    get hasTools() {
      return now.hasTools;
    },
    start: () => now.opened.start(),
    reload: reloadInTurn,
    stop: async () => {
      isStopped = true;
      await turn;
      announced.stop();
      await now.opened.stop();
    },
  };
}

/** For a reload whose answer is not waited for. */
export function logRefusal(reloading: Promise<unknown>, log: Log): void {
  reloading.catch((cause: unknown) => {
    const problems = cause instanceof InvalidConfig ? cause.problems : [String(cause)];
    log.error({ problems }, 'the configuration was not reloaded: the old one stays');
  });
}

const currentFrom = (config: Config, parts: CatalogueParts, before?: OpenEngines): Current => ({
  hasTools: [...config.models.models.values()].some((model) => model.takesTools),
  opened: openEngines(config, parts, before),
});

/** Names only: values may be secret. */
function changedIn(old: Config, next: Config): string[] {
  const names = Object.keys(next) as (keyof Config)[];
  return names.filter((name) => !RELOADED.has(name) && !Bun.deepEquals(old[name], next[name]));
}
