/** Models as operators decide them: looked at, added, changed, hidden, removed; and the ones that the service begins with. */

import { modelsOfPreset } from '../../core/catalogue.ts';
import type { Declared, Piece } from '../../core/declared.ts';
import { type EngineChange, type ModelSettings, REMOVED } from '../../core/engine-changes.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Catalogue, DraftModel } from '../../core/model.ts';
import { type Price, priceFromCzkPerMillion } from '../../core/money.ts';
import { PRESETS, type Preset } from '../../core/preset.ts';
import { type PriceVersion, priceAt } from '../../core/price-versions.ts';
import { versionAt } from '../../core/version.ts';
import type { ActionRequest } from '../../platform/action-log/action.ts';
import { type ConfigProblem, newProblems, sentencesOf } from '../../platform/configuration/problem.ts';
import type { ServiceSettings } from '../../platform/database/service-settings.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ModelDescription, ModelsView } from './contract.ts';
import { priceToView } from './model-view.ts';
import {
  fieldOf,
  isDescribing,
  modelSettings,
  modelToView,
  refuseDefaultGone,
  refuseTakenAliases,
  wholeOf,
} from './rules.ts';
import { isGone, type ModelChange } from './transactions.ts';

/** The announcements that decide which models there are. */
type ModelWords = Pick<ServiceSettings, 'preset' | 'defaultModel'> & {
  readonly engineChanges: readonly EngineChange[];
  readonly prices: readonly PriceVersion[];
};

/** The models that would be served. */
type ModelOutlook = {
  readonly catalogue: Catalogue<DraftModel>;
  /** Those that are there without a word of the database: of the file and of the preset. */
  readonly given: ReadonlySet<string>;
  /** Engines that can answer for a model. */
  readonly choices: readonly string[];
  readonly problems: readonly ConfigProblem[];
};

/** The models of the service, as `server` hands them in. */
export type ModelSources = {
  readonly announcements: () => Promise<ModelWords & { readonly engineRevision: number }>;
  /** The outlook that these words come to at a time. */
  readonly outlook: (said: ModelWords, atMs: number) => Promise<ModelOutlook>;
  readonly declared: () => Declared;
  /** Throws where the configuration declares it. */
  readonly refuseDeclared: (piece: Piece) => void;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

type About = Pick<ActionRequest, 'id' | 'actor' | 'reason'>;
type Wish = { readonly model: string; readonly revision: number; readonly settings: ModelDescription };
type Written = Parameters<typeof priceFromCzkPerMillion>[0];

export type ModelService = ReturnType<typeof createModels>;

export function createModels(platform: Platform, sources: ModelSources) {
  const desk = createDesk(platform, sources);
  return {
    view: async (): Promise<ModelsView> => viewOf(await desk.look(), sources.declared()),
    add: (about: About, wish: AddWish): Promise<void> => addModel(desk, about, wish),
    change: (about: About, wish: ChangeWish): Promise<void> => changeModel(desk, about, wish),
    remove: (about: About, wish: Omit<Wish, 'settings'>): Promise<void> => removeModel(desk, about, wish),

    choose: async (about: About, preset: Preset): Promise<void> => {
      sources.refuseDeclared({ part: 'settings', name: 'catalogue' });
      const looked = await desk.look();
      if (looked.said.preset === null) await refuseNewProblems(sources, looked, { ...looked.said, preset });
      await desk.write(about, { kind: 'preset', preset }, looked.nowMs);
    },
  };
}

type Desk = ReturnType<typeof createDesk>;
type Before = { readonly said: ModelWords; readonly nowMs: number };
type Looked = Before & { readonly now: ModelOutlook; readonly said: ModelWords & { readonly engineRevision: number } };

/** Looks at what is there, and writes what was made from it. */
function createDesk({ actionLog, clock }: Platform, sources: ModelSources) {
  const { refuseDeclared, declared } = sources;

  async function look(): Promise<Looked> {
    const said = await sources.announcements();
    const nowMs = clock.nowMs();
    return { said, nowMs, now: await sources.outlook(said, nowMs) };
  }

  async function write(about: About, action: ModelChange, atMs: number): Promise<void> {
    await actionLog.act({ ...about, atMs, action });
    await sources.refresh();
  }

  return {
    look,
    write,
    refuseDeclared,
    /** Where something was changed meanwhile, the store knows whether this is the same order once more. */
    act: async (about: About, order: Omit<ModelOrder, 'kind' | 'fromMs'>, looked: Looked): Promise<void> => {
      const action: ModelOrder = { kind: 'model', fromMs: looked.nowMs, ...order };
      if (looked.said.engineRevision === order.revision) {
        await refuseNewProblems(sources, looked, withChange(looked.said, action, looked.nowMs));
      }
      await write(about, action, looked.nowMs);
    },
    /** The aliases of the file that lead to a model: they are its own without a word. */
    fileAliases: (model: string, { now: { catalogue } }: Looked): ReadonlySet<string> =>
      new Set([...declared().aliases].filter((alias) => catalogue.aliases.get(alias) === model)),
  };
}

async function addModel(desk: Desk, about: About, wish: AddWish): Promise<void> {
  const { model, revision, kind } = wish;
  const looked = await desk.look();
  const { now, said } = looked;
  desk.refuseDeclared({ part: 'models', name: model });
  const settings = wholeOf(kind, wish.settings);
  if (said.engineRevision === revision) {
    if (now.catalogue.models.has(model)) throw wrong(`There is a model ${model} already: change it.`, 'model');
    refuseTakenAliases(model, settings.aliases, now.catalogue);
  }
  const value = modelSettings(settings, null, { kind, fileAliases: desk.fileAliases(model, looked) });
  const price = priceOf(kind, wish.price);
  await desk.act(about, { name: model, value, price, isNew: true, revision, ...defaultIn(settings) }, looked);
}

async function changeModel(desk: Desk, about: About, wish: ChangeWish): Promise<void> {
  const { model, revision, settings, price } = wish;
  const looked = await desk.look();
  const { now, said, nowMs } = looked;
  const isRedescribed = isDescribing(settings);
  if (isRedescribed) desk.refuseDeclared({ part: 'models', name: model });
  if (said.engineRevision === revision) {
    requireModel(model, now);
    refuseTakenAliases(model, settings.aliases, now.catalogue);
    if (settings.hidden) refuseDefaultGone(model, now.catalogue, 'hidden');
    if (!isRedescribed && !price && !settings.isDefault) throw wrong('Nothing is to be changed.');
  }
  const held = heldBy(said, model, nowMs);
  const value = modelSettings(settings, held, { fileAliases: desk.fileAliases(model, looked) });
  await desk.act(
    about,
    {
      name: model,
      isNew: false,
      revision,
      ...(isRedescribed && { value }),
      ...(price && { price: priceFromCzkPerMillion(price) }),
      ...defaultIn(settings),
    },
    looked,
  );
}

async function removeModel(desk: Desk, about: About, { model, revision }: Omit<Wish, 'settings'>): Promise<void> {
  const looked = await desk.look();
  const { now, said } = looked;
  desk.refuseDeclared({ part: 'models', name: model });
  if (said.engineRevision === revision) {
    requireModel(model, now);
    refuseDefaultGone(model, now.catalogue, 'model');
  }
  const value = now.given.has(model) ? REMOVED : null;
  await desk.act(about, { name: model, value, isNew: false, revision }, looked);
}

type ModelOrder = ModelChange & { readonly kind: 'model' };
type AddWish = Wish & {
  readonly kind: DraftModel['kind'];
  readonly price: Omit<Written, 'output'> & { readonly output?: string | undefined };
};
type ChangeWish = Wish & { readonly price?: Written | undefined };

const wrong = (sentence: string, param?: string): ServiceError =>
  new ServiceError('invalid_request', sentence, param === undefined ? {} : { param });

function requireModel(model: string, { catalogue }: ModelOutlook): void {
  if (!catalogue.models.has(model)) throw wrong(`There is no model ${model}.`, 'model');
}

const defaultIn = ({ isDefault }: ModelDescription) => (isDefault ? { isDefault } : {});

/** Only embeddings are without output. */
function priceOf(kind: DraftModel['kind'], { output, ...price }: AddWish['price']): Price {
  if (output === undefined && kind === 'chat') {
    throw wrong('price.output is missing; it must be given for a model that answers chats.', 'price.output');
  }
  return priceFromCzkPerMillion({ ...price, output: output ?? '0' });
}

function heldBy({ engineChanges }: ModelWords, model: string, atMs: number): ModelSettings | null {
  const held = versionAt(
    engineChanges.filter(({ kind, name }) => kind === 'model' && name === model),
    atMs,
  );
  return held?.kind === 'model' ? held.value : null;
}

/** The newest of all, until the store has numbered it. */
const DRAFT = { version: Number.MAX_SAFE_INTEGER, actor: '' };

function withChange(said: ModelWords, { name, value, price, isDefault }: ModelOrder, fromMs: number): ModelWords {
  const isUnset = isGone(value) && said.defaultModel === name;
  const about = { ...DRAFT, fromMs };
  const changed = { ...about, madeAtMs: 0, kind: 'model', name } as const;
  return {
    ...said,
    ...(value !== undefined && { engineChanges: [...said.engineChanges, { ...changed, value }] }),
    ...(price && { prices: [...said.prices, { ...about, id: '', model: name, price }] }),
    ...(isDefault && { defaultModel: name }),
    ...(isUnset && { defaultModel: null }),
  };
}

/** Other changes may be to come after this one: all that follows must still be right. */
async function refuseNewProblems({ outlook }: ModelSources, { said, nowMs }: Before, after: ModelWords): Promise<void> {
  const later = said.engineChanges.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > nowMs);
  const found: ConfigProblem[] = [];
  for (const atMs of new Set([nowMs, ...later])) {
    const before = await outlook(said, atMs);
    const then = await outlook(after, atMs);
    found.push(...newProblems(then.problems, before.problems));
  }
  const [first] = found;
  if (first) throw new ServiceError('invalid_request', [...new Set(sentencesOf(found))].join(' '), fieldOf(first));
}

function viewOf({ said, now, nowMs }: Looked, declared: Declared): ModelsView {
  const { catalogue } = now;
  const versions = Map.groupBy(said.prices, ({ model }) => model);
  const changes = [...catalogue.models.keys()].flatMap((id) => {
    const own = said.engineChanges.filter(({ kind, name }) => kind === 'model' && name === id);
    const held = versionAt(own, nowMs);
    return held ? [held] : [];
  });
  return {
    revision: said.engineRevision,
    preset: catalogue.variant,
    isPresetAsked: said.preset === null && !declared.settings.has('catalogue'),
    presets: PRESETS.map((id) => ({ id, models: modelsOfPreset(id).models.map((model) => model.id) })),
    defaultModel: catalogue.defaultModel,
    isDefaultFromFile: declared.settings.has('defaultModel'),
    models: [...catalogue.models.values()].map((model) => {
      const isPriceFromFile = declared.prices.has(model.id);
      const version = priceAt(versions.get(model.id) ?? [], isPriceFromFile, nowMs);
      const price = version ? priceToView(version.price) : null;
      const isFromFile = declared.models.has(model.id);
      return modelToView(model, { catalogue, changes, isFromFile, isPriceFromFile, price });
    }),
    choices: now.choices,
    problems: sentencesOf(now.problems),
  };
}
