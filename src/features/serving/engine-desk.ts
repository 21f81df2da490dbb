/** Engines, and which of them answer for a model, as operators change them: looked at, tried, set from a time, withdrawn. */

import type { Declared, Piece } from '../../core/declared.ts';
import type { Engine } from '../../core/engine.ts';
import {
  type EngineChange,
  type EngineSettings,
  isSameOrigin,
  KEYS_SEALED_FOR,
  type ModelEngines,
  type ModelSettings,
  sealedKeyOf,
  type WholeEngineSettings,
} from '../../core/engine-changes.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Model } from '../../core/model.ts';
import { versionAt } from '../../core/version.ts';
import type { ActionRequest } from '../../platform/action-log/action.ts';
import { type ConfigProblem, newProblems, sentencesOf } from '../../platform/configuration/problem.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServingChange } from './actions.ts';
import { changesAt } from './changes-at.ts';
import type { EngineTestView } from './contract.ts';
import { noteFailure, testEngine } from './engine-test.ts';

/** Engines and models as they are served. */
export type EngineOutlook = {
  readonly engines: ReadonlyMap<string, { readonly settings: EngineSettings; readonly hasKey: boolean }>;
  readonly models: ReadonlyMap<string, ModelEngines & Pick<Model, 'kind' | 'isDemonstration'>>;
  /** Models can be answered by the built-in engine. */
  readonly hasEmbedded: boolean;
  readonly problems: readonly ConfigProblem[];
  /** The parts of a configuration file that says the same, without keys. */
  readonly exported: Readonly<Record<string, unknown>>;
};

/** The engines and models of the service, as `server` hands them in. */
export type ServingSources = {
  readonly announcements: () => Promise<{
    readonly engineChanges: readonly EngineChange[];
    readonly engineRevision: number;
  }>;
  /** The outlook that these changes come to at a time. */
  readonly outlook: (changes: readonly EngineChange[], atMs: number) => Promise<EngineOutlook>;
  /** An engine as these changes have it now, for a test. */
  readonly open: (name: string, changes: readonly EngineChange[]) => Promise<{ engine: Engine; close(): void }>;
  readonly declared: () => Declared;
  /** Throws where the configuration declares it. */
  readonly refuseDeclared: (piece: Piece) => void;
  /** Lets this server know at once. */
  readonly refresh: () => Promise<void>;
};

type About = Pick<ActionRequest, 'id' | 'actor' | 'reason'>;

/** Null settings take the engine away. A key that is left out stays; an empty one is none. */
type EngineWish = {
  readonly name: string;
  readonly settings: EngineSettings | null;
  readonly apiKey?: string | undefined;
  /** Null: at once. */
  readonly fromMs: number | null;
  /** The one that the operator looked at. */
  readonly revision: number;
};

type ModelWish = Pick<EngineWish, 'fromMs' | 'revision'> & {
  readonly model: string;
  readonly value: ModelEngines | null;
};

type TestWish = Pick<EngineWish, 'name' | 'apiKey'> & {
  readonly settings: EngineSettings;
  readonly kind: Model['kind'];
  readonly requestId: string;
  readonly signal: AbortSignal;
};

export type EngineDesk = ReturnType<typeof createEngineDesk>;
type EngineDeskView = {
  readonly served: EngineOutlook;
  readonly declared: Declared;
  readonly revision: number;
  readonly changes: readonly EngineChange[];
};

export function createEngineDesk(platform: Platform, sources: ServingSources) {
  const { actionLog, clock } = platform;
  const { announcements } = sources;
  const act = async (about: About, action: ServingChange, atMs: number) => {
    await actionLog.act({ ...about, atMs, action });
    await sources.refresh();
  };

  return {
    view: async (): Promise<EngineDeskView> => {
      const { engineChanges: changes, engineRevision: revision } = await announcements();
      return { served: await sources.outlook(changes, clock.nowMs()), declared: sources.declared(), changes, revision };
    },

    setEngine: async (about: About, wish: EngineWish): Promise<void> => {
      sources.refuseDeclared({ part: 'engines', name: wish.name });
      const nowMs = clock.nowMs();
      const fromMs = startOf(wish.fromMs, nowMs);
      const { engineChanges: changes, engineRevision } = await announcements();
      const change = await engineChange(wish, { changes, fromMs }, { ...platform, ...sources });
      // Where something was changed meanwhile, the store knows whether this is the same order once more.
      if (engineRevision === wish.revision) {
        requireSomething(changes, { kind: 'engine', name: wish.name, isBack: wish.settings === null });
        await refuseNewProblems(sources, { before: changes, after: [...changes, change], fromMs });
      }
      const { name, value, sealedKey } = change;
      const key = wish.apiKey === undefined ? 'kept' : wish.apiKey === '' ? 'none' : 'given';
      const { revision } = wish;
      await act(about, { kind: 'engine-settings', name, value, sealedKey, key, fromMs, revision }, nowMs);
    },

    setModel: async (about: About, { model, value: wanted, revision, ...wish }: ModelWish): Promise<void> => {
      sources.refuseDeclared({ part: 'models', name: model });
      const nowMs = clock.nowMs();
      const fromMs = startOf(wish.fromMs, nowMs);
      const { engineChanges: changes, engineRevision } = await announcements();
      const value = modelValue(wanted, versionAt(changes.filter(isOf('model', model)), fromMs));
      if (engineRevision === revision) {
        requireSomething(changes, { kind: 'model', name: model, isBack: wanted === null });
        const { models } = await sources.outlook(changes, nowMs);
        if (!models.has(model)) {
          throw new ServiceError('invalid_request', `There is no model ${model}.`, { param: 'model' });
        }
        const change = { ...DRAFT, kind: 'model', name: model, value, fromMs } as const;
        await refuseNewProblems(sources, { before: changes, after: [...changes, change], fromMs });
      }
      await act(about, { kind: 'model-engines', name: model, value, fromMs, revision }, nowMs);
    },

    withdraw: async (about: About, wish: { readonly version: number; readonly revision: number }): Promise<void> => {
      const { engineChanges: changes, engineRevision } = await announcements();
      const planned = changes.find(({ version }) => version === wish.version);
      if (planned && engineRevision === wish.revision) {
        const after = changes.filter((one) => one !== planned);
        await refuseNewProblems(sources, { before: changes, after, fromMs: planned.fromMs });
      }
      await act(about, { kind: 'withdraw-engine-change', ...wish }, clock.nowMs());
    },

    test: (wish: TestWish): Promise<EngineTestView> => testSettings(wish, platform, sources),
  };
}

/** A tiny real completion by settings that are not saved yet. */
async function testSettings(
  { kind, requestId, signal, ...wish }: TestWish,
  { clock, vault, log }: Platform,
  sources: ServingSources,
): Promise<EngineTestView> {
  sources.refuseDeclared({ part: 'engines', name: wish.name });
  const fromMs = clock.nowMs();
  const { engineChanges } = await sources.announcements();
  const changes = changesAt(engineChanges, fromMs);
  const draft = await engineChange(wish, { changes, fromMs }, { vault, ...sources });
  const tried = [...changes.filter((one) => !isOf('engine', wish.name)(one)), draft];
  await refuseNewProblems(sources, { before: changes, after: tried, fromMs });
  const { engine, close } = await sources.open(wish.name, tried);
  try {
    const note = noteFailure(log, { engine: wish.name, requestId });
    return await testEngine({ engine, model: { id: wish.settings.model, kind }, requestId, clock, signal, note });
  } finally {
    close();
  }
}

type Difference = {
  readonly before: readonly EngineChange[];
  readonly after: readonly EngineChange[];
  readonly fromMs: number;
};

/** Other changes may be to come after this one: all that follows must still be right. */
async function refuseNewProblems(
  { outlook }: Pick<ServingSources, 'outlook'>,
  { before, after, fromMs }: Difference,
): Promise<void> {
  const times = new Set([fromMs, ...after.map((one) => one.fromMs).filter((atMs) => atMs > fromMs)]);
  const found: ConfigProblem[] = [];
  for (const atMs of times) {
    const now = await outlook(before, atMs);
    const then = await outlook(after, atMs);
    found.push(...newProblems(then.problems, now.problems));
  }
  const [first] = found;
  if (first) throw new ServiceError('invalid_request', [...new Set(sentencesOf(found))].join(' '), paramOf(first));
}

type ChangeTime = { readonly changes: readonly EngineChange[]; readonly fromMs: number };

/** The change with its key: the one that was given, or the one that the engine has by then. */
async function engineChange(
  { name, settings, apiKey }: Pick<EngineWish, 'name' | 'settings' | 'apiKey'>,
  { changes, fromMs }: ChangeTime,
  { vault, outlook }: Pick<Platform, 'vault'> & Pick<ServingSources, 'outlook'>,
): Promise<EngineChange & { readonly kind: 'engine' }> {
  const about = { ...DRAFT, kind: 'engine', name, fromMs } as const;
  if (settings === null) return { ...about, value: null, sealedKey: null };
  const held = versionAt(changes.filter(isOf('engine', name)), fromMs);
  const value = { ...settings, ...besideOf(held) };
  if (apiKey !== undefined) {
    return { ...about, value, sealedKey: await vault.seal(KEYS_SEALED_FOR, sealedKeyOf(name), apiKey) };
  }
  const before = (await outlook(changes, fromMs)).engines.get(name);
  if (before?.hasKey && !isSameOrigin(before.settings.baseUrl, settings.baseUrl)) {
    throw new ServiceError('invalid_request', KEY_AGAIN, { param: 'apiKey' });
  }
  return { ...about, value, sealedKey: held?.kind === 'engine' ? held.sealedKey : null };
}

/** The parts of a model that only files say stay as they are. */
function modelValue(wanted: ModelEngines | null, held: EngineChange | undefined): ModelSettings | null {
  const { described, aliases } = (held?.kind === 'model' && held.value) || {};
  if (!wanted && !described && !aliases) return null;
  return {
    ...(wanted ?? { engines: null, fallback: null }),
    ...(described && { described }),
    ...(aliases && { aliases }),
  };
}

/** A time that has passed cannot be changed. */
function startOf(fromMs: number | null, nowMs: number): number {
  if (fromMs !== null && fromMs < nowMs) {
    throw new ServiceError('invalid_request', 'A change can only hold from a time that has not passed.', {
      param: 'fromMs',
    });
  }
  return fromMs ?? nowMs;
}

/** The newest of all, until the store has numbered it. */
const DRAFT = { version: Number.MAX_SAFE_INTEGER, madeAtMs: 0, actor: '' };

const KEY_AGAIN =
  'The key was given for another address, and is not sent to this one: give the key of this address, or an empty one.';

/** The parts of an engine that only files say stay as they are. */
const besideOf = (held: EngineChange | undefined): Pick<WholeEngineSettings, 'beside'> =>
  held?.kind === 'engine' && held.value?.beside ? { beside: held.value.beside } : {};

const isOf =
  (kind: EngineChange['kind'], name: string) =>
  (change: EngineChange): boolean =>
    change.kind === kind && change.name === name;

type Wanted = Pick<EngineChange, 'kind' | 'name'> & { readonly isBack: boolean };

function requireSomething(changes: readonly EngineChange[], { kind, name, isBack }: Wanted): void {
  if (!isBack || changes.some(isOf(kind, name))) return;
  throw new ServiceError('not_found', `Nothing of ${name} is set in the database.`);
}

/** The field of the form that a problem is about. */
function paramOf({ path: [part, , ...fields] }: ConfigProblem): { readonly param?: string } {
  const field = fields.at(-1);
  if (part === 'models') return { param: field === 'fallback' ? 'fallback' : 'engines' };
  if (part !== 'engines') return {};
  if (field === 'apiKey') return { param: field };
  return { param: field !== undefined && SETTINGS.has(field) ? `settings.${field}` : 'name' };
}

const SETTINGS = new Set<string>([
  'kind',
  'baseUrl',
  'model',
  'maxTokensField',
  'connectMs',
  'firstByteMs',
  'idleMs',
  'totalMs',
  'concurrencyMax',
  'cacheIsolation',
  'supports',
]);
