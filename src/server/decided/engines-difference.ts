/** The part of the difference that is about engines, and about what models are and which engines answer for them. */

import {
  type EngineChange,
  isSameOrigin,
  KEYS_SEALED_FOR,
  type ModelEngines,
  type ModelSettings,
  REMOVED,
  sealedKeyOf,
  type WholeEngineSettings,
} from '../../core/engine-changes.ts';
import type { DraftModel } from '../../core/model.ts';
import type { PriceVersion } from '../../core/price-versions.ts';
import { versionAt } from '../../core/version.ts';
import { type ConfigProblem, newProblems, problemAt } from '../../platform/configuration/problem.ts';
import { EMBEDDED, sharesIn } from '../configuration/catalogue.ts';
import { type BasicWords, routingOf, settingsOf, writtenEngine } from '../configuration/changed-config.ts';
import type { Config, EngineConfig } from '../configuration/config.ts';
import type { ModelConfig } from '../configuration/config-schema.ts';
import { servedConfig } from '../engine-changes.ts';
import { enginesOf } from '../engine-desk.ts';
import type { ServiceAction } from '../stores/actions.ts';
import { type Around, fieldLines, lineOf, type Step, type Steps } from './line.ts';
import type { Wishes } from './wishes.ts';

export async function enginesDifference(wishes: Wishes, around: Around): Promise<Steps> {
  const problems: ConfigProblem[] = [];
  const steps: Step[] = [];
  for (const [name, wish] of wishes.engines) {
    const made = await engineStep(name, wish, around);
    if (made && 'sentence' in made) problems.push(made);
    else if (made) steps.push(made);
  }
  const aliases = aliasDifference(wishes, around);
  steps.push(...aliases.steps);
  for (const id of new Set([...wishes.models.keys(), ...aliases.lists.keys()])) {
    const wish = wishes.models.get(id);
    if (wish) problems.push(...modelProblems(id, wish, around.decided.served.config));
    const step = modelStep(id, { wish, aliases: aliases.lists.get(id) }, around);
    if (step) steps.push(step);
  }
  return { steps, problems };
}

const heldBy = ({ said, enginesFromMs }: Around, kind: EngineChange['kind'], name: string) =>
  versionAt(
    said.engineChanges.filter((one) => one.kind === kind && one.name === name),
    enginesFromMs,
  );

/** The value of a model in the database. */
function heldModel(around: Around, id: string): ModelSettings | null {
  const held = heldBy(around, 'model', id);
  return held?.kind === 'model' ? held.value : null;
}

const NUMBERED_LATER = { revision: 0 };
const BY_DEFAULT = 'as it is by default';

/** A problem where it cannot be done; undefined where nothing is to be done. */
async function engineStep(
  name: string,
  wish: EngineConfig | null,
  around: Around,
): Promise<Step | ConfigProblem | undefined> {
  const { engines } = around.decided.served.config;
  const before = Object.hasOwn(engines, name) ? engines[name] : undefined;
  const held = heldBy(around, 'engine', name);
  const piece = { part: 'engines', name } as const;
  const action = { kind: 'engine-settings', name, fromMs: around.enginesFromMs, ...NUMBERED_LATER } as const;
  if (!wish) {
    if (!held?.value && !around.file.declared.engines.has(name)) return undefined;
    const lines = [lineOf(`engines.${name}`, before ? writtenEngine(before) : null, undefined)];
    return { piece, lines, action: { ...action, value: null, sealedKey: null, key: 'none' } };
  }
  const isThere = before !== undefined && isSameOrigin(before.baseUrl, wish.baseUrl);
  if (before?.apiKey && !isThere && wish.apiKey === undefined) return keyAgain(name);
  const isKept = wish.apiKey === undefined || (wish.apiKey === (before?.apiKey ?? '') && (isThere || !wish.apiKey));
  const lines = [
    ...(before
      ? fieldLines(`engines.${name}`, shown(before), shown(wish))
      : [lineOf(`engines.${name}`, undefined, writtenEngine(wish))]),
    ...(isKept
      ? []
      : [lineOf(`engines.${name}.apiKey`, before?.apiKey ? HIDDEN : undefined, wish.apiKey ? HIDDEN : undefined)]),
  ];
  if (lines.length === 0) return undefined;
  const sealedKey = isKept
    ? held?.kind === 'engine' && held.value
      ? held.sealedKey
      : null
    : await around.vault.seal(KEYS_SEALED_FOR, sealedKeyOf(name), wish.apiKey!);
  return { piece, lines, action: { ...action, value: wholeOf(wish), sealedKey, key: keyWord(isKept, wish) } };
}

const HIDDEN = '(a key)';

const keyWord = (isKept: boolean, { apiKey }: EngineConfig) => (isKept ? 'kept' : apiKey ? 'given' : 'none');

const keyAgain = (name: string): ConfigProblem =>
  problemAt(
    ['engines', name, 'apiKey'],
    'is missing: the key was given for another address, and is not sent to this one. Give the key of this address, or an empty one.',
  );

/** All of it: what the page does not have too. */
function wholeOf(engine: EngineConfig): WholeEngineSettings {
  const settings = settingsOf(engine);
  const { apiKey: _, ...rest } = engine;
  const beside = Object.entries(rest).filter(([key]) => !Object.hasOwn(settings, key));
  return { ...settings, beside: Object.fromEntries(beside) };
}

/** An engine as it is shown: without its key. */
const shown = ({ apiKey: _, ...engine }: EngineConfig): Readonly<Record<string, unknown>> => engine;

type Aliases = {
  readonly steps: readonly Step[];
  /** All aliases that the database has of a model, where they change. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
};

/** Aliases are kept with the model that they lead to. */
function aliasDifference({ aliases: wanted }: Wishes, around: Around): Aliases {
  const { config } = around.decided.served;
  const steps: Step[] = [];
  const lists = new Map<string, readonly string[]>();
  const listOf = (id: string) => lists.get(id) ?? heldModel(around, id)?.aliases ?? [];
  for (const [alias, target] of wanted) {
    const before = config.models.aliases.get(alias);
    if ((before ?? null) === target) continue;
    const piece = { part: 'aliases', name: alias } as const;
    steps.push({ piece, lines: [lineOf(`aliases.${alias}`, before, target ?? undefined)] });
    if (around.file.declared.aliases.has(alias)) continue;
    if (before !== undefined)
      lists.set(
        before,
        listOf(before).filter((one) => one !== alias),
      );
    if (target !== null) lists.set(target, [...listOf(target), alias]);
  }
  return { steps, lists };
}

/** The fields of a model in a file, by how the model itself has them; null: only the file knows it. */
const DESCRIBED: Readonly<Partial<Record<keyof ModelConfig, keyof DraftModel | null>>> = {
  kind: 'kind',
  file: null,
  template: null,
  role: 'role',
  modalities: 'modalities',
  imageTokens: 'imageTokens',
  fileTokens: 'fileTokens',
  urls: 'takesUrls',
  quantization: 'quantization',
  hidden: 'isHidden',
  maxOutputTokens: 'maxOutputTokens',
  contextTokens: 'contextTokens',
  reasoning: 'isReasoning',
  tools: 'takesTools',
  temperature: 'temperatureDefault',
  tiers: 'tiers',
};

type ModelWish = {
  /** Undefined: only aliases change. Null: the database is to say nothing of it any more. */
  readonly wish: ModelConfig | null | undefined;
  readonly aliases: readonly string[] | undefined;
};

function modelStep(id: string, { wish, aliases: changed }: ModelWish, around: Around): Step | undefined {
  const { config } = around.decided.served;
  const model = config.models.models.get(id);
  const held = heldModel(around, id);
  const piece = { part: 'models', name: id } as const;
  const action = { kind: 'model-engines', name: id, fromMs: around.enginesFromMs, ...NUMBERED_LATER } as const;
  const before = model ? enginesOf(model) : undefined;
  if (wish === null) {
    if (!held && !around.file.declared.models.has(id)) return undefined;
    const isPreset = isGiven(id, around);
    const lines = [lineOf(`models.${id}`, before ? routing(before) : null, isPreset ? BY_DEFAULT : undefined)];
    return { piece, lines, action: { ...action, value: null } };
  }
  if (wish?.removed) {
    if (!model) return undefined;
    const value = isGiven(id, around) ? REMOVED : null;
    return { piece, lines: [lineOf(`models.${id}`, routing(before!), undefined)], action: { ...action, value } };
  }
  const described = describedIn(id, wish ?? {}, config);
  const routed = wantedEngines(wish ?? {}, before ?? NO_ENGINES);
  const isRouted = !Bun.deepEquals(routing(routed), before ? routing(before) : {});
  const lines = model
    ? [
        ...fieldLines(`models.${id}`, described.before, described.after),
        ...(isRouted ? fieldLines(`models.${id}`, routing(before!), routing(routed)) : []),
      ]
    : [lineOf(`models.${id}`, undefined, { ...described.after, ...routing(routed) })];
  if (lines.length === 0 && !changed) return undefined;
  const whole = { ...held?.described, ...described.after };
  const aliases = changed ?? held?.aliases ?? [];
  const value: ModelSettings = {
    ...(isRouted ? routed : { engines: held?.engines ?? null, fallback: held?.fallback ?? null, ...chosen(held) }),
    ...((!isGiven(id, around) || Object.keys(whole).length > 0) && { described: whole }),
    ...(aliases.length > 0 && { aliases }),
  };
  return { piece, lines, action: { ...action, value } };
}

/** True where a model is there without a word of the database. */
const isGiven = (id: string, { decided }: Around): boolean => decided.served.base.models.models.has(id);

const NO_ENGINES: ModelEngines = { engines: [], fallback: null };

/** The fields that a file describes otherwise than they are, before and after. A field that it does not name stays. */
function describedIn(id: string, wish: ModelConfig, config: Config) {
  const model = config.models.models.get(id);
  const written = Object.hasOwn(config.catalogueParts.models, id) ? config.catalogueParts.models[id] : undefined;
  const fields = (Object.entries(DESCRIBED) as [keyof ModelConfig, keyof DraftModel | null][]).flatMap(
    ([field, own]) => {
      const now = written?.[field] ?? (own === null ? undefined : model?.[own]);
      return wish[field] === undefined || Bun.deepEquals(wish[field], now) ? [] : [[field, now, wish[field]] as const];
    },
  );
  return {
    before: Object.fromEntries(fields.flatMap(([field, now]) => (now === undefined ? [] : [[field, now]]))),
    after: Object.fromEntries(fields.map(([field, , wanted]) => [field, wanted])),
  };
}

/** With `engine`, what a model says of it is whole. Without, the engines stay. */
function wantedEngines({ engine, model, fallback, choose }: ModelConfig, before: ModelEngines): ModelEngines {
  const shares = engine === undefined ? before.engines : sharesIn(engine);
  const isRenamed = model !== undefined;
  return {
    engines: shares.map(({ engine: name, weight, engineModel }) => {
      const called = engine === undefined && isRenamed ? model : (engineModel ?? model);
      return { engine: name, weight, ...(name !== EMBEDDED && called !== undefined && { engineModel: called }) };
    }),
    fallback: fallback ?? (engine === undefined ? before.fallback : null),
    ...chosen({ choose: choose ?? (engine === undefined ? before.choose : undefined) }),
  };
}

/** By shares is what no word means, too. */
const chosen = (of: Pick<ModelEngines, 'choose'> | null | undefined) =>
  of?.choose === 'cheapest' && { choose: of.choose };

const routing = (engines: ModelEngines): Readonly<Record<string, unknown>> => routingOf(engines);

function modelProblems(id: string, wish: ModelConfig, config: Config): ConfigProblem[] {
  const model = config.models.models.get(id);
  const kind = wish.kind ?? model?.kind ?? 'chat';
  return [
    // Vectors of two models cannot be compared, and chats cannot be sent to what makes vectors.
    ...(model && model.kind !== kind
      ? [problemAt(['models', id, 'kind'], 'cannot be changed: add another model.')]
      : []),
    ...(kind === 'chat' && wish.price && wish.price.output === undefined
      ? [problemAt(['models', id, 'price', 'output'], 'is missing: it must be given for a model that answers chats.')]
      : []),
  ];
}

/** Other changes may be to come after these: all that follows must still be right. What was wrong before does not count. */
export async function outcomeOf(actions: readonly ServiceAction[], around: Around) {
  const { file, said, enginesFromMs, vault } = around;
  const drafts = actions.flatMap((action, at) => draftOf(action, at));
  const basics = actions.flatMap((action) => draftBasics(action));
  const after = {
    ...said,
    ...Object.assign({}, ...basics),
    engineChanges: [...said.engineChanges, ...drafts],
    prices: [...said.prices, ...actions.flatMap((action, at) => draftPrice(action, at))],
  };
  const later = said.engineChanges.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > enginesFromMs);
  const problems: ConfigProblem[] = [];
  for (const atMs of new Set(drafts.length + basics.length > 0 ? [enginesFromMs, ...later] : [])) {
    const known = (await servedConfig(file, said, { atMs, vault })).problems;
    problems.push(...newProblems((await servedConfig(file, after, { atMs, vault })).problems, known));
  }
  return { after: (await servedConfig(file, after, { atMs: enginesFromMs, vault })).config, problems };
}

/** The newest of all, until the store has numbered them. */
const newest = (at: number) => ({ version: Number.MAX_SAFE_INTEGER - 10_000 + at, actor: '' });

function draftOf(action: ServiceAction, at: number): EngineChange[] {
  const about = { ...newest(at), madeAtMs: 0 };
  if (action.kind === 'engine-settings') {
    const { name, fromMs, value, sealedKey } = action;
    return [{ ...about, kind: 'engine', name, fromMs, value, sealedKey }];
  }
  if (action.kind !== 'model-engines') return [];
  const { name, fromMs, value } = action;
  return [{ ...about, kind: 'model', name, fromMs, value }];
}

/** The words on what the service begins with. */
function draftBasics(action: ServiceAction): Partial<BasicWords>[] {
  if (action.kind === 'preset') return [{ preset: action.preset }];
  return action.kind === 'model' && action.isDefault ? [{ defaultModel: action.name }] : [];
}

function draftPrice(action: ServiceAction, at: number): PriceVersion[] {
  if (action.kind !== 'price') return [];
  const { model, price, fromMs } = action;
  return [{ ...newest(at), id: '', model, price, fromMs }];
}
