/** The supervisor, as a worker sees it. */
import { type Answers, type Message, Peer } from './peer.ts';

export type SupervisorLink = {
  readonly peer: Peer;
  /** Resolves when the supervisor has ended without us. */
  readonly lost: Promise<void>;
  /** The worker ends: without this the channel would keep it alive. */
  close(): void;
};

/** True in a process that a supervisor has started. */
export const hasSupervisor = (): boolean => process.send !== undefined;

export function linkToSupervisor(answers: Answers): SupervisorLink {
  const lost = Promise.withResolvers<void>();
  const peer = new Peer((message) => void process.send?.(message), answers);
  let isClosed = false;
  process.on('message', (message: Message) => peer.hear(message));
  process.on('disconnect', () => {
    peer.end();
    if (!isClosed) lost.resolve();
  });
  return {
    peer,
    lost: lost.promise,
    close: () => {
      isClosed = true;
      if (process.connected) process.disconnect?.();
    },
  };
}
