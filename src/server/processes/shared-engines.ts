/**
 * The embedded engine of all workers: one process, so that its models are in memory once. A worker says which settings
 * it needs and gets the socket of an engine that has them. After a reload there may be two for a while: the old one is
 * stopped when the last worker has let go of it.
 */
import type { EngineHealth } from '../../core/engine.ts';
import type { EmbeddedProcess } from '../../engines/embedded/embedded.ts';
import type { EngineUse } from '../../engines/embedded/shared-engine.ts';
import type { Answers, Peer } from './peer.ts';

type EngineKind<Settings> = {
  readonly start: (settings: Settings) => EmbeddedProcess;
  /** True where an engine with the first settings does all that the second ones ask for. */
  readonly covers: (known: Settings, wanted: Settings) => boolean;
};

type SharedEngines<Settings> = {
  /** The questions of a worker about shared engines. The settings are never looked into here. */
  answersFor(worker: number): Answers;
  /** The worker has ended, and uses nothing any more. */
  ended(worker: number): void;
  stop(): Promise<void>;
  readonly settings: readonly Settings[];
};

type Shared<Settings> = { readonly settings: Settings; readonly engine: EmbeddedProcess };
type Use<Settings> = { readonly worker: number; readonly shared: Shared<Settings> };

export function createSharedEngines<Settings>({ start, covers }: EngineKind<Settings>): SharedEngines<Settings> {
  /** The newest last. It stays even when no worker uses it: the next worker to start will. */
  const engines: Shared<Settings>[] = [];
  const uses = new Map<number, Use<Settings>>();
  let used = 0;

  function use(worker: number, settings: Settings): { use: number; socketPath: string } {
    let shared = engines.findLast((known) => covers(known.settings, settings));
    if (!shared) {
      shared = { settings, engine: start(settings) };
      shared.engine.start();
      engines.push(shared);
    }
    used += 1;
    uses.set(used, { worker, shared });
    return { use: used, socketPath: shared.engine.socketPath };
  }

  function forget(isOver: (id: number, use: Use<Settings>) => boolean): void {
    for (const [id, one] of uses) if (isOver(id, one)) uses.delete(id);
    const inUse = new Set([...uses.values()].map(({ shared }) => shared));
    for (const shared of engines.slice(0, -1)) {
      if (inUse.has(shared)) continue;
      engines.splice(engines.indexOf(shared), 1);
      void shared.engine.stop();
    }
  }

  function engineOf(id: number): EmbeddedProcess {
    const found = uses.get(id);
    if (!found) throw new Error('it is not in use any more');
    return found.shared.engine;
  }

  // Only the worker can end its wait: it stops waiting when its caller leaves.
  const patient = new AbortController().signal;
  return {
    answersFor: (worker) => ({
      useEngine: (settings: Settings) => use(worker, settings),
      engineReady: (id: number) => engineOf(id).whenReady(patient).catch(toReason),
      engineBack: (id: number) => engineOf(id).whenBack(patient).catch(toReason),
      engineHealth: (id: number) => engineOf(id).health(),
      releaseEngine: (id: number) => forget((other) => other === id),
    }),
    ended: (worker) => forget((_, use) => use.worker === worker),
    stop: async () => void (await Promise.all(engines.map(({ engine }) => engine.stop()))),
    get settings() {
      return engines.map(({ settings }) => settings);
    },
  };
}

/** The operator's words for it, which travel to the worker's log. */
function toReason(thrown: unknown): never {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  throw cause instanceof Error ? cause : new Error(String(cause));
}

/** The worker's side. */
export async function joinSharedEngine(peer: Peer, settings: unknown): Promise<EngineUse> {
  const { use, socketPath } = await peer.ask<{ readonly use: number; readonly socketPath: string }>(
    'useEngine',
    settings,
  );
  return {
    socketPath,
    whenReady: () => peer.ask('engineReady', use),
    whenBack: () => peer.ask<boolean>('engineBack', use),
    health: () => peer.ask<EngineHealth>('engineHealth', use),
    giveBack: () => peer.ask('releaseEngine', use),
  };
}
