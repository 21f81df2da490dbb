/** The part of the difference that is about engines, and about which of them answer for a model. */

import {
  type EngineChange,
  isSameOrigin,
  KEYS_SEALED_FOR,
  type ModelEngines,
  sealedKeyOf,
  type WholeEngineSettings,
} from '../../core/engine-changes.ts';
import type { DraftModel } from '../../core/model.ts';
import { versionAt } from '../../core/version.ts';
import { changesAt } from '../../features/serving/changes-at.ts';
import { EMBEDDED, sharesIn } from '../configuration/catalogue.ts';
import { settingsOf, writtenEngine } from '../configuration/changed-config.ts';
import type { Config, EngineConfig } from '../configuration/config.ts';
import type { ModelConfig } from '../configuration/config-schema.ts';
import { servedConfig } from '../engine-changes.ts';
import { enginesOf } from '../engine-desk.ts';
import type { ServiceAction } from '../stores/actions.ts';
import { type Around, type Difference, type Line, lineOf } from './line.ts';
import type { Wishes } from './wishes.ts';

type EngineAction = ServiceAction & { readonly kind: 'engine-settings' | 'model-engines' };
type Step = { readonly lines: readonly Line[]; readonly action: EngineAction };

/** `after`: engines and models as they would be served. */
export async function enginesDifference(
  wishes: Wishes,
  around: Around,
): Promise<Difference & { readonly after: Config }> {
  const problems: string[] = [];
  const steps: Step[] = [];
  const numbered = () => around.said.engineRevision + steps.length;
  for (const [name, wish] of wishes.engines) {
    const made = await engineStep(name, wish, { ...around, revision: numbered() });
    if (typeof made === 'string') problems.push(made);
    else if (made) steps.push(made);
  }
  for (const [id, wish] of wishes.models) {
    problems.push(...ownProblems(id, wish, around.decided.served.config));
    const step = modelStep(id, wish, { ...around, revision: numbered() });
    if (step) steps.push(step);
  }
  const actions = steps.map(({ action }) => action);
  const { after, problems: found } = await outcomeOf(actions, around);
  return { lines: steps.flatMap(({ lines }) => lines), actions, problems: [...problems, ...found], after };
}

type Asked = Around & { readonly revision: number };

const heldBy = ({ said, enginesFromMs }: Around, kind: EngineChange['kind'], name: string) =>
  versionAt(
    said.engineChanges.filter((one) => one.kind === kind && one.name === name),
    enginesFromMs,
  );

const GIVEN_BACK = 'as the configuration has it';

/** A sentence where it cannot be done; undefined where nothing is to be done. */
async function engineStep(name: string, wish: EngineConfig | null, around: Asked): Promise<Step | string | undefined> {
  const { engines } = around.decided.served.config;
  const before = Object.hasOwn(engines, name) ? engines[name] : undefined;
  const held = heldBy(around, 'engine', name);
  const action = { kind: 'engine-settings', name, fromMs: around.enginesFromMs, revision: around.revision } as const;
  if (!wish) {
    if (!held?.value) return undefined;
    const isOfFile = Object.hasOwn(around.file.catalogueParts.engines, name);
    const [from, to] = [before ? writtenEngine(before) : null, isOfFile ? GIVEN_BACK : undefined];
    const lines = [lineOf(`engines.${name}`, from, to)];
    return { lines, action: { ...action, value: null, sealedKey: null, key: 'none' } };
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
  return { lines, action: { ...action, value: wholeOf(wish), sealedKey, key: keyWord(isKept, wish) } };
}

const HIDDEN = '(a key)';

const keyWord = (isKept: boolean, { apiKey }: EngineConfig) => (isKept ? 'kept' : apiKey ? 'given' : 'none');

const keyAgain = (name: string): string =>
  `engines.${name}.apiKey is missing: the key was given for another address, and is not sent to this one. Give the key of this address, or an empty one.`;

/** All of it, so that nothing is left to what the configuration says of the same name. */
function wholeOf(engine: EngineConfig): WholeEngineSettings {
  const settings = settingsOf(engine);
  const { apiKey: _, ...rest } = engine;
  const beside = Object.entries(rest).filter(([key]) => !Object.hasOwn(settings, key));
  return { ...settings, beside: Object.fromEntries(beside) };
}

/** As it is shown: without its key. */
const shown = ({ apiKey: _, ...engine }: EngineConfig): Readonly<Record<string, unknown>> => engine;

function fieldLines(path: string, before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields]
    .filter((field) => !Bun.deepEquals(before[field], after[field]))
    .map((field) => lineOf(`${path}.${field}`, before[field], after[field]));
}

function modelStep(id: string, wish: ModelConfig | null, around: Asked): Step | undefined {
  const model = around.decided.served.config.models.models.get(id);
  if (!model) return undefined;
  const before = enginesOf(model);
  const { enginesFromMs: fromMs, revision } = around;
  const action = { kind: 'model-engines', name: id, fromMs, revision } as const;
  if (!wish) {
    if (!heldBy(around, 'model', id)?.value) return undefined;
    return { lines: [lineOf(`models.${id}`, routing(before), GIVEN_BACK)], action: { ...action, value: null } };
  }
  const value = wantedEngines(wish, before);
  const lines = fieldLines(`models.${id}`, routing(before), routing(value));
  return lines.length === 0 ? undefined : { lines, action: { ...action, value } };
}

/** With `engine`, what a model says of it is whole. Without, the engines stay. */
function wantedEngines({ engine, model, fallback }: ModelConfig, before: ModelEngines): ModelEngines {
  const shares = engine === undefined ? before.engines : sharesIn(engine);
  const isRenamed = model !== undefined;
  return {
    engines: shares.map(({ engine: name, weight, engineModel }) => {
      const called = engine === undefined && isRenamed ? model : (engineModel ?? model);
      return { engine: name, weight, ...(name !== EMBEDDED && called !== undefined && { engineModel: called }) };
    }),
    fallback: fallback ?? (engine === undefined ? before.fallback : null),
  };
}

/** As a file says it. */
function routing({ engines, fallback }: ModelEngines): Readonly<Record<string, unknown>> {
  const [only] = engines.length === 1 ? engines : [];
  const shares = engines.map(({ engine, weight, engineModel }) => ({
    ...{ engine, weight },
    ...(engineModel !== undefined && { model: engineModel }),
  }));
  return {
    ...(engines.length > 0 && { engine: only ? only.engine : shares }),
    ...(only?.engineModel !== undefined && { model: only.engineModel }),
    ...(fallback !== null && { fallback }),
  };
}

/** What of a model is no matter of the database. It may be said, as long as it is so. */
const OWN: Readonly<Partial<Record<keyof ModelConfig, keyof DraftModel | null>>> = {
  kind: 'kind',
  file: null,
  template: null,
  role: 'role',
  maxOutputTokens: 'maxOutputTokens',
  contextTokens: 'contextTokens',
  reasoning: 'isReasoning',
  tools: 'takesTools',
  temperature: 'temperatureDefault',
};

function ownProblems(id: string, wish: ModelConfig | null, config: Config): string[] {
  const model = config.models.models.get(id);
  if (!model) return [`models.${id} is not a model of the configuration: add it there first.`];
  const written = Object.hasOwn(config.catalogueParts.models, id) ? config.catalogueParts.models[id] : undefined;
  const fields = Object.entries(OWN) as [keyof ModelConfig, keyof DraftModel | null][];
  const isUnpriced = model.kind === 'chat' && wish?.price && wish.price.output === undefined;
  return [
    ...fields
      .filter(([field, own]) => {
        const now = written?.[field] ?? (own === null ? undefined : model[own]);
        return wish?.[field] !== undefined && !Bun.deepEquals(wish[field], now);
      })
      .map(([field]) => `models.${id}.${field} can only be changed in the configuration.`),
    ...(isUnpriced ? [`models.${id}.price.output is missing: it must be given for a model that answers chats.`] : []),
  ];
}

/** Other changes may be to come after these: all that follows must still be right. What was wrong before does not count. */
async function outcomeOf(actions: readonly EngineAction[], { file, said, enginesFromMs, vault }: Around) {
  const drafts = actions.map((action, at) => draftOf(action, at));
  const all = [...said.engineChanges, ...drafts];
  const at = (changes: readonly EngineChange[], atMs: number) => servedConfig(file, changesAt(changes, atMs), vault);
  const later = said.engineChanges.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > enginesFromMs);
  const problems: string[] = [];
  for (const atMs of new Set(drafts.length > 0 ? [enginesFromMs, ...later] : [])) {
    const known = (await at(said.engineChanges, atMs)).problems;
    problems.push(...(await at(all, atMs)).problems.filter((problem) => !known.includes(problem)));
  }
  return { after: (await at(all, enginesFromMs)).config, problems };
}

/** The newest of all, until the store has numbered it. */
const draftOf = (action: EngineAction, at: number): EngineChange => {
  const about = { version: Number.MAX_SAFE_INTEGER - 10_000 + at, madeAtMs: 0, actor: '' };
  const { name, fromMs } = action;
  return action.kind === 'engine-settings'
    ? { ...about, kind: 'engine', name, fromMs, value: action.value, sealedKey: action.sealedKey }
    : { ...about, kind: 'model', name, fromMs, value: action.value };
};
