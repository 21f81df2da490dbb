/** Workers that are gone: the others give back at once what those had leased, or the next one that starts does. */
import type { Answers } from './peer.ts';

type LeftLeases = {
  /** The messages of a worker about servers. */
  answersFor(worker: number): Answers;
  ended(worker: number): void;
};

/** `tell`: has the workers that serve drop the server that the one with this number was. */
export function createLeftLeases(tell: (serverId: string, worker: number) => void): LeftLeases {
  const servers = new Map<number, string>();
  const left = new Set<string>();
  return {
    answersFor: (worker) => ({
      serves: (serverId: string) => void servers.set(worker, serverId),
      endedServers: () => [...left],
      serverDropped: (serverId: string) => void left.delete(serverId),
    }),
    ended: (worker) => {
      const serverId = servers.get(worker);
      if (serverId === undefined) return;
      servers.delete(worker);
      left.add(serverId);
      tell(serverId, worker);
    },
  };
}
