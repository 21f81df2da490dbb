/**
 * The models that are served now, with their prices, and the engines behind them. A reload builds both anew, completely,
 * and swaps them at one moment. A request takes its model and engine at one moment too, and keeps them to its end.
 */

import type { EngineChange } from '../core/engine-changes.ts';
import type { EngineLoad } from '../core/engine-load.ts';
import type { Catalogue } from '../core/model.ts';
import type { SignUpMode } from '../core/people.ts';
import type { Clock, Log, Prices } from '../core/ports.ts';
import type { PriceVersion } from '../core/price-versions.ts';
import type { Vault } from '../core/vault.ts';
import type { EngineRegistry } from '../engines/registry.ts';
import type { ReloadView } from '../features/overview/contract.ts';
import { changesAt } from '../features/serving/changes-at.ts';
import type { OfferPublisher, SoldTerms } from '../features/shop/offer-terms.ts';
import { type Announced, followAnnouncements } from './announcements.ts';
import { type Config, InvalidConfig } from './configuration/config.ts';
import { type ServedConfig, servedConfig } from './engine-changes.ts';
import { type OpeningTools, requireModelFiles } from './engines.ts';
import { type OpenEngines, openEngines } from './open-engines.ts';
import type { OperatorStore } from './stores/operator-port.ts';

type CatalogueParts = OpeningTools & {
  readonly stores: {
    readonly operator: Pick<OperatorStore, 'announcements'>;
    readonly prices: Prices;
    readonly offers: OfferPublisher;
  };
  /** Opens the keys of engines. */
  readonly vault: Vault;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads the configuration as it is now. Throws InvalidConfig. */
  readonly readConfig: () => Config;
};

export type LiveCatalogue = Pick<Announced, 'sold' | 'planOffers'> & {
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
  /** Reads at once what the operator has announced, and waits until this server does it. */
  refresh(): Promise<void>;
  /** What is wrong with changes of engines that hold now. */
  engineProblems(): readonly string[];
  /** The configuration as it was read last, and what it is with changes of engines at a time. */
  engineConfig(changes: readonly EngineChange[], atMs: number): Promise<EngineConfigs>;
  start(): void;
  /**
   * Reads the configuration again and offers what it says. Throws InvalidConfig, with every problem, and then nothing
   * has changed. Two at once follow each other.
   */
  reload(): Promise<Reloaded>;
  stop(): Promise<void>;
};

type EngineConfigs = { readonly file: Config; readonly served: ServedConfig };

export type Reloaded = {
  readonly models: readonly string[];
  readonly engines: readonly string[];
  /** Settings that were changed too, and that count only after a restart. */
  readonly restartNeeded: readonly string[];
};

/** What a reload takes over, and what is made of other settings. */
const RELOADED = new Set([
  'models',
  'engines',
  'catalogue',
  'embedded',
  'embeddedModels',
  'catalogueParts',
  'source',
  'warnings',
  'sold',
]);

type Current = Pick<LiveCatalogue, 'hasTools'> & {
  readonly opened: OpenEngines;
  readonly served: ServedConfig;
};

export async function openCatalogue(config: Config, parts: CatalogueParts): Promise<LiveCatalogue> {
  const { log, clock } = parts;
  const servedWith = (file: Config, changes: readonly EngineChange[], atMs = clock.nowMs()) =>
    servedConfig(file, changesAt(changes, atMs), parts.vault);
  let file = config;
  let now: Current = currentFrom(
    await servedWith(file, (await parts.stores.operator.announcements()).engineChanges),
    parts,
  );
  let turn: Promise<unknown> = Promise.resolve();
  let isStopped = false;
  const announced = await followAnnouncements({
    operatorStore: parts.stores.operator,
    prices: parts.stores.prices,
    ...{ offers: parts.stores.offers, sold: config.sold, plans: config.plans },
    clock,
    log,
    catalogue: now.served.config.models,
    configuredSignUp: config.signUp,
    onReload: () => logRefusal(reloadInTurn(), log),
    onEngineChanges: () => {
      if (!isUpToDate()) turn = turn.then(changeEngines).catch((cause: unknown) => log.error({ cause }, NOT_CHANGED));
    },
  });
  for (const problem of now.served.problems) log.error({ problem }, WRONG_CHANGE);

  const isUpToDate = () => Bun.deepEquals(changesAt(announced.engineChanges(), clock.nowMs()), now.served.changes);

  /** Puts other engines and models in the place of the present ones, at one moment. */
  async function swap(served: ServedConfig, sold?: SoldTerms): Promise<void> {
    if (isStopped) throw new Error('The server is stopping.');
    const swapModels = await announced.prepare(served.config.models, sold);
    const before = now;
    const after = currentFrom(served, parts, before.opened);
    after.opened.start();
    now = after;
    swapModels();
    before.opened.retire(after.opened);
  }

  async function reload(): Promise<Reloaded> {
    const next = parts.readConfig();
    await requireModelFiles(next);
    const served = await servedWith(next, announced.engineChanges());
    // What was wrong before is no reason to refuse what may mend it.
    const problems = served.problems.filter((problem) => !now.served.problems.includes(problem));
    if (problems.length > 0) throw new InvalidConfig(problems);
    await swap(served, next.sold);
    file = next;
    // Against what the server was started with: that is what still counts.
    return { ...offered(), restartNeeded: changedIn(config, next) };
  }

  /** What operators have changed holds now. */
  async function changeEngines(): Promise<void> {
    if (isStopped || isUpToDate()) return;
    const served = await servedWith(file, announced.engineChanges());
    await swap(served);
    for (const problem of served.problems) log.error({ problem }, WRONG_CHANGE);
    log.info(offered(), 'engines changed by an operator');
  }

  const offered = () => ({
    models: [...announced.catalogue.models.keys()],
    engines: [...now.opened.engines.all().keys()],
  });

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
    sold: announced.sold,
    planOffers: announced.planOffers,
    refresh: async () => {
      await announced.refresh();
      await turn;
    },
    engineProblems: () => now.served.problems,
    engineConfig: async (changes, atMs) => ({ file, served: await servedWith(file, changes, atMs) }),
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

/** The operator sees what is wrong with the configuration; any other failure is a mistake of ours. */
export const reloadView =
  (catalogue: LiveCatalogue): (() => Promise<ReloadView>) =>
  () =>
    catalogue.reload().then(
      (done: Reloaded) => ({ ok: true as const, ...done }),
      (thrown: unknown) => {
        if (thrown instanceof InvalidConfig) return { ok: false as const, problems: thrown.problems };
        throw thrown;
      },
    );

/** For a reload whose answer is not waited for. */
export function logRefusal(reloading: Promise<unknown>, log: Log): void {
  reloading.catch((cause: unknown) => {
    const problems = cause instanceof InvalidConfig ? cause.problems : [String(cause)];
    log.error({ problems }, 'the configuration was not reloaded: the old one stays');
  });
}

const NOT_CHANGED = 'changes of engines could not be taken over: the next second tries again';
const WRONG_CHANGE = 'a change of engines that an operator has made is wrong: see the page of engines';

const currentFrom = (served: ServedConfig, parts: CatalogueParts, before?: OpenEngines): Current => ({
  hasTools: [...served.config.models.models.values()].some((model) => model.takesTools),
  opened: openEngines(served.config, parts, before),
  served,
});

/** Names only: values may be secret. */
function changedIn(old: Config, next: Config): string[] {
  const names = Object.keys(next) as (keyof Config)[];
  return names.filter((name) => !RELOADED.has(name) && !Bun.deepEquals(old[name], next[name]));
}
