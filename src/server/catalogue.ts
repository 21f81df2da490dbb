/**
 * The models that are served now, with their prices, and the engines behind them. A reload builds both anew, completely,
 * and swaps them at one moment. A request takes its model and engine at one moment too, and keeps them to its end.
 */

import type { BuyingPrices } from '../core/buying.ts';
import type { Declared, Piece } from '../core/declared.ts';
import type { EngineLoad } from '../core/engine-load.ts';
import { ServiceError } from '../core/errors.ts';
import { type Catalogue, modalitiesOf } from '../core/model.ts';
import type { SignUpMode } from '../core/people.ts';
import type { PriceVersion } from '../core/price-versions.ts';
import type { EngineRegistry } from '../engines/registry.ts';
import type { SoldModel } from '../features/margins/index.ts';
import type { ReloadView } from '../features/overview/contract.ts';
import type { PriceGroupRecords } from '../ledger/group-store.ts';
import type { Prices } from '../ledger/price-store.ts';
import { newProblems, sentencesOf } from '../platform/configuration/problem.ts';
import type { Platform } from '../platform/platform.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { type Announced, followAnnouncements } from './announcements.ts';
import { type Config, InvalidConfig } from './configuration/config.ts';
import type { FoundSettings } from './configuration/settings-config.ts';
import { ignoredPieces, ignoredSentence, pathOf, RELOADED_SETTINGS } from './decided/ownership.ts';
import { heardAt, type ServedConfig, type ServingWords, servedConfig } from './engine-changes.ts';
import { type OpeningTools, requireModelFiles } from './engines.ts';
import { type OpenEngines, openEngines } from './open-engines.ts';
import { followSettings } from './settings.ts';
import { soldModelsFrom } from './sold-models.ts';
import type { AnnouncementReader } from './stores/announcements.ts';

type Opening = OpeningTools &
  Pick<Platform, 'vault' | 'clock' | 'log'> & {
    readonly stores: {
      readonly announcements: AnnouncementReader;
      readonly prices: Prices;
      readonly priceGroups: PriceGroupRecords;
    };
    /** Reads the configuration as it is now. Throws InvalidConfig. */
    readonly readConfig: () => Config;
  };

export type LiveCatalogue = Pick<Announced, 'sold' | 'planOffers' | 'buying' | 'groupPrices'> & {
  /** The models with the prices of this moment. */
  readonly published: Catalogue;
  /** The engines of this moment. */
  readonly engines: Omit<EngineRegistry, 'watch'>;
  readonly loadOf: (name: string) => EngineLoad;
  readonly peerOf: OpenEngines['peerOf'];
  readonly contextTokensOf: OpenEngines['contextTokensOf'];
  readonly countTokens: OpenEngines['countTokens'];
  /** Some model takes tools. */
  readonly hasTools: boolean;
  /** Some model reads pictures or documents. */
  readonly hasAttachments: boolean;
  /** The models of this moment, with the engines that may answer for them. */
  soldModels(): readonly SoldModel[];
  /** Prices that will hold from a time to come, soonest first. */
  upcomingPrices(): readonly PriceVersion[];
  /** The sign-up mode of this moment. */
  signUp(): SignUpMode;
  /** The settings of the service of this moment, and what is wrong with those of the database. */
  settings(): FoundSettings;
  /** The configuration as it was read last, as far as a reload takes it over. */
  configured(): Config;
  /** The pieces that this configuration owns. */
  declared(): Declared;
  /** Reads at once what the operator has announced, and waits until this server does it. */
  refresh(): Promise<void>;
  /** Problems with engines and models of the database that hold now. */
  engineProblems(): readonly string[];
  /** The configuration as it was read last, and what is served with other words than those that were announced, at a time. */
  servedWith(changed: Partial<ServingWords>, atMs: number): Promise<EngineConfigs>;
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

/** Settings that a reload takes over, and what is made of other settings. */
const RELOADED = new Set([
  'models',
  'engines',
  'catalogue',
  'defaultModel',
  'embedded',
  'embeddedModels',
  'catalogueParts',
  'source',
  'warnings',
  'sold',
  'signUp',
  'priceGroups',
  'declared',
]);

type Current = Pick<LiveCatalogue, 'hasTools' | 'hasAttachments'> & {
  readonly opened: OpenEngines;
  readonly served: ServedConfig;
};

export async function openCatalogue(config: Config, parts: Opening): Promise<LiveCatalogue> {
  const live = await createLive(config, parts);
  const { announced } = live;
  return {
    published: announced.catalogue,
    upcomingPrices: announced.upcomingPrices,
    signUp: announced.signUp,
    sold: announced.sold,
    planOffers: announced.planOffers,
    buying: announced.buying,
    groupPrices: announced.groupPrices,
    soldModels: () => soldModelsFrom(announced.catalogue.models.values(), live.now.served.config.engines),
    settings: live.settings.now,
    configured: () => live.file,
    declared: () => live.file.declared,
    refresh: live.refresh,
    engineProblems: () => sentencesOf(live.now.served.problems),
    servedWith: async (changed, atMs) => ({
      file: live.file,
      served: await live.servedAt(live.file, { ...announced.said(), ...changed }, atMs),
    }),
    engines: {
      of: (modelId) => live.now.opened.engines.of(modelId),
      sourceOf: (modelId) => live.now.opened.engines.sourceOf(modelId),
      all: () => live.now.opened.engines.all(),
      drain: (name) => live.now.opened.engines.drain(name),
      resume: (name) => live.now.opened.engines.resume(name),
      states: () => live.now.opened.engines.states(),
      queues: () => live.now.opened.engines.queues(),
    },
    loadOf: (name) => live.now.opened.loads.get(name)!(),
    peerOf: (name) => live.now.opened.peerOf(name),
    contextTokensOf: (model) => live.now.opened.contextTokensOf(model),
    countTokens: (model, chat) => live.now.opened.countTokens(model, chat),
    get hasTools() {
      return live.now.hasTools;
    },
    get hasAttachments() {
      return live.now.hasAttachments;
    },
    start: () => live.now.opened.start(),
    reload: live.reload,
    stop: live.stop,
  };
}

/** The configuration and the engines of this moment. */
type State = {
  file: Config;
  now: Current;
  /** Replacements follow each other. */
  turn: Promise<unknown>;
  isStopped: boolean;
};

async function createLive(config: Config, given: Opening) {
  const buying: BuyingPrices = { of: (source, atMs) => announced.buying.of(source, atMs) };
  const parts = { ...given, buying };
  const { log, clock } = parts;
  const servedAt = (file: Config, said: ServingWords, atMs = clock.nowMs()) =>
    servedConfig(file, said, { atMs, vault: parts.vault });
  const said = await parts.stores.announcements.read();
  const settings = await followSettings(config, said.settings, { ...parts, announcements: parts.stores.announcements });
  const served = await servedAt(config, said);
  const state: State = {
    file: config,
    now: currentFrom(served, parts),
    turn: Promise.resolve(),
    isStopped: false,
  };
  const changes = createChanges(config, state, { ...parts, servedAt, announced: () => announced });
  const announced = await followAnnouncements({
    announcements: parts.stores.announcements,
    prices: parts.stores.prices,
    groups: parts.stores.priceGroups,
    configured: served.base,
    catalogue: served.config.models,
    plans: config.plans,
    clock,
    log,
    onReload: () => reloadUnwatched(changes.reload, log),
    onEngineChanges: changes.follow,
    onSettings: settings.follow,
  });
  changes.tellWrong();
  return {
    announced,
    settings,
    servedAt,
    reload: changes.reload,
    get file() {
      return state.file;
    },
    get now() {
      return state.now;
    },
    refresh: async () => {
      await announced.refresh();
      await state.turn;
    },
    stop: async () => {
      state.isStopped = true;
      await state.turn;
      announced.stop();
      await state.now.opened.stop();
    },
  };
}

type Changing = Opening & {
  readonly announced: () => Announced;
  readonly servedAt: (file: Config, said: ServingWords) => Promise<ServedConfig>;
};

/** The two ways in which what is served is replaced: a reload, and changes by operators. */
function createChanges(started: Config, state: State, parts: Changing) {
  const { announced, servedAt, clock, log } = parts;
  const isUpToDate = () => Bun.deepEquals(heardAt(announced().said(), clock.nowMs()), state.now.served.heard);
  const offered = () => ({
    models: [...announced().catalogue.models.keys()],
    engines: [...state.now.opened.engines.all().keys()],
  });
  const tellWrong = () => {
    logProblems(state.now.served, log);
    logIgnored(ignoredPieces(state.file.declared, announced().said(), clock.nowMs()), log);
  };

  /** Puts other engines and models in the place of the present ones, at one moment. */
  async function swap(served: ServedConfig, file: Config): Promise<void> {
    if (state.isStopped) throw new Error('The server is stopping.');
    const swapModels = await announced().prepare({ configured: served.base, catalogue: served.config.models });
    const before = state.now;
    const after = currentFrom(served, parts, before.opened);
    after.opened.start();
    state.now = after;
    state.file = file;
    swapModels();
    before.opened.retire(after.opened);
  }

  async function takeOver(): Promise<Reloaded> {
    const read = parts.readConfig();
    await requireModelFiles(read);
    const next = withStartOf(started, read);
    const served = await servedAt(next, announced().said());
    // What was wrong before is no reason to refuse what may mend it.
    const problems = newProblems(served.problems, state.now.served.problems);
    if (problems.length > 0) throw new InvalidConfig(sentencesOf(problems));
    await swap(served, next);
    tellWrong();
    // Against what the server was started with: that is what still counts.
    return { ...offered(), restartNeeded: changedIn(started, read) };
  }

  async function changeEngines(): Promise<void> {
    if (state.isStopped || isUpToDate()) return;
    await swap(await servedAt(state.file, announced().said()), state.file);
    logProblems(state.now.served, log);
    log.info(offered(), 'engines changed by an operator');
  }

  return {
    tellWrong,
    /** Changes of engines were read: what holds now is taken over. */
    follow: () => {
      if (isUpToDate()) return;
      state.turn = state.turn.then(changeEngines).catch((cause: unknown) => log.error({ cause }, NOT_CHANGED));
    },
    reload: async (): Promise<Reloaded> => {
      const mine = state.turn.then(takeOver);
      state.turn = mine.catch(() => {});
      const done = await mine;
      logReloaded(done, log);
      return done;
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

const RELOAD_AGAIN_MS = 1000;

/** A reload whose answer is not waited for. A database out of reach is asked again; what is wrong in the file is not. */
export function reloadUnwatched(reload: () => Promise<unknown>, log: Log): void {
  reload().catch((cause: unknown) => {
    if (cause instanceof ServiceError && cause.details.isPassing) {
      log.warn({ cause }, 'the configuration could not be reloaded: the next second tries again');
      setTimeout(reloadUnwatched, RELOAD_AGAIN_MS, reload, log).unref();
      return;
    }
    const problems = cause instanceof InvalidConfig ? cause.problems : [String(cause)];
    log.error({ problems }, 'the configuration was not reloaded: the old one stays');
  });
}

const NOT_CHANGED = 'changes of engines could not be taken over: the next second tries again';
const WRONG_CHANGE = 'a change of engines that an operator has made is wrong: see the page of engines';

function logProblems({ problems }: ServedConfig, log: Log): void {
  for (const problem of sentencesOf(problems)) log.error({ problem }, WRONG_CHANGE);
}

function logIgnored(pieces: readonly Piece[], log: Log): void {
  for (const piece of pieces) log.warn({ piece: pathOf(piece) }, ignoredSentence(piece));
}

function logReloaded({ models, engines, restartNeeded }: Reloaded, log: Log): void {
  if (restartNeeded.length > 0) {
    const settings = restartNeeded.join(', ');
    log.warn({ settings: restartNeeded }, `changed settings that count only after a restart: ${settings}`);
  }
  log.info({ models, engines }, 'configuration reloaded');
}

/**
 * Plans and settings of the service count as they were when the server was started: periods and documents are made beside
 * the database, which knows no others.
 */
function withStartOf({ plans, declared }: Config, next: Config): Config {
  const settings = [
    ...[...next.declared.settings].filter((name) => RELOADED_SETTINGS.has(name)),
    ...[...declared.settings].filter((name) => !RELOADED_SETTINGS.has(name)),
  ];
  return { ...next, plans, declared: { ...next.declared, plans: declared.plans, settings: new Set(settings) } };
}

const currentFrom = (served: ServedConfig, parts: Opening, before?: OpenEngines): Current => ({
  hasTools: [...served.config.models.models.values()].some((model) => model.takesTools),
  hasAttachments: [...served.config.models.models.values()].some((model) => modalitiesOf(model).length > 1),
  opened: openEngines(served.config, parts, before),
  served,
});

/** Names only: values may be secret. */
function changedIn(old: Config, next: Config): string[] {
  const names = Object.keys(next) as (keyof Config)[];
  return names.filter((name) => !RELOADED.has(name) && !Bun.deepEquals(old[name], next[name]));
}
