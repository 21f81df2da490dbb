/**
 * Model id → Engine. A model with one engine that takes as much as comes is that engine itself; every other is a pool.
 * A model without an engine is served with 502 until the operator connects it.
 */
import { costRank } from '../core/bought.ts';
import { type BuyingPrices, type EngineSource, NO_BUYING_PRICES, sourceOf } from '../core/buying.ts';
import type { Engine, Engines } from '../core/engine.ts';
import { type DraftModel, sharesOf } from '../core/model.ts';
import type { Platform } from '../platform/platform.ts';
import type { Circuit } from './pool/circuit.ts';
import { watchHealth } from './pool/health-watch.ts';
import { DEFAULT_MEMBER_SETTINGS, Member, type MemberSettings } from './pool/member.ts';
import { createPool, type Pool } from './pool/pool.ts';
import { unavailable } from './unavailable.ts';

type Assignment = {
  readonly models: Iterable<Pick<DraftModel, 'id' | 'engine' | 'engineModel' | 'choose'>>;
  readonly engines: ReadonlyMap<string, Engine>;
  /** Engines that are not named here have the default settings. */
  readonly settings?: Readonly<Record<string, MemberSettings & { readonly model?: string }>>;
  /** For models whose cheapest engine answers. */
  readonly buying?: BuyingPrices | undefined;
  /** A request for this model is asked of another engine. */
  readonly onRetry?: (model: string) => void;
};

type EngineState = {
  readonly name: string;
  readonly isDraining: boolean;
  /** Known of engines in a pool. */
  readonly running?: number;
  readonly circuit?: Circuit['kind'];
};

export type EngineRegistry = Engines & {
  /** Sends no new requests to an engine; those that run may finish. False when there is no such engine. */
  drain(name: string): boolean;
  resume(name: string): boolean;
  states(): readonly EngineState[];
  /** How many requests wait for a place, by model. */
  queues(): readonly { readonly model: string; readonly waiting: number }[];
  /** Begins to look after the engines in pools; returns how to stop. */
  watch(): () => void;
};

export function createEngines(platform: Pick<Platform, 'clock' | 'log'>, assignment: Assignment): EngineRegistry {
  const { engines } = assignment;
  const { alone, pools, members } = assign(platform, assignment);
  const drained = new Set<string>();

  function of(modelId: string): Engine | undefined {
    const only = alone.get(modelId);
    if (only) return drained.size > 0 && drained.has(only.name) ? DRAINED : only.engine;
    return pools.get(modelId);
  }

  function setDraining(name: string, change: 'drain' | 'resume'): boolean {
    if (!engines.has(name)) return false;
    if (change === 'drain') drained.add(name);
    else drained.delete(name);
    const member = members.get(name);
    if (member) {
      member.isDraining = change === 'drain';
      member.changed();
    }
    platform.log.info({ engine: name }, change === 'drain' ? 'an engine is drained' : 'an engine is used again');
    return true;
  }

  const all: ReadonlyMap<string, Engine> = new Map(
    [...engines].map(([name, engine]): [string, Engine] => {
      const member = members.get(name);
      return [name, member ? { open: engine.open, health: () => member.health() } : engine];
    }),
  );

  return {
    of,
    sourceOf: (modelId) => alone.get(modelId)?.source,
    all: () => all,
    drain: (name) => setDraining(name, 'drain'),
    resume: (name) => setDraining(name, 'resume'),
    states: () =>
      [...engines.keys()].map((name) => {
        const member = members.get(name);
        const isDraining = drained.has(name);
        return { name, isDraining, ...(member && { running: member.running, circuit: member.circuit.kind }) };
      }),
    queues: () => [...pools].map(([model, { waiting }]) => ({ model, waiting })),
    watch: () => watchHealth(platform, { members: [...members.values()], pools: [...pools.values()] }),
  };
}

/** Every model gets its engine alone, or a pool. An engine in several pools is one member. */
function assign(
  platform: Pick<Platform, 'clock' | 'log'>,
  { models, engines, settings = {}, buying = NO_BUYING_PRICES, onRetry = () => {} }: Assignment,
) {
  const members = new Map<string, Member>();
  const pools = new Map<string, Pool>();
  const alone = new Map<string, { readonly name: string; readonly engine: Engine; readonly source: EngineSource }>();

  const memberOf = (name: string, engine: Engine): Member => {
    const own = settings[name] ?? DEFAULT_MEMBER_SETTINGS;
    const member = members.get(name) ?? new Member(platform, { name, engine, settings: own });
    members.set(name, member);
    return member;
  };

  for (const model of models) {
    const shares = sharesOf(model).flatMap((share) => {
      const engine = engines.get(share.engine);
      const source = sourceOf(model, share, settings[share.engine]?.model);
      return engine ? [{ ...share, name: share.engine, engine, source }] : [];
    });
    const [first] = shares;
    if (!first) continue;
    const hasLimit = settings[first.name]?.concurrencyMax !== undefined;
    if (typeof model.engine === 'string' && !hasLimit) alone.set(model.id, first);
    else {
      const candidates = shares.map(({ name, engine, ...share }) => ({ ...share, member: memberOf(name, engine) }));
      const rankOf = (source: EngineSource) => costRank(buying.of(source, platform.clock.nowMs()));
      const ranking = model.choose === 'cheapest' && { rankOf };
      pools.set(model.id, createPool(platform, { model: model.id, candidates, onRetry, ...ranking }));
    }
  }
  return { members, pools, alone };
}

const DRAINED: Engine = {
  open: async () => {
    throw unavailable(new Error('Its only engine is drained.'));
  },
  health: async () => ({ ok: false, detail: 'is drained' }),
};
