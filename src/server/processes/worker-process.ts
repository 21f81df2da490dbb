import { type Answers, type Message, Peer } from './peer.ts';

/** A serving process, as the supervisor sees it. */
export type WorkerProcess = {
  readonly pid: number;
  readonly peer: Peer;
  readonly exited: Promise<Exit>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
};

export type Exit = { readonly code: number | null; readonly signal: string | null };

type WorkerCommand = {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Starts one. It writes where the supervisor writes, and has no input. */
export function startWorkerProcess({ words, env }: WorkerCommand, answers: Answers): WorkerProcess {
  const exited = Promise.withResolvers<Exit>();
  const peer: Peer = new Peer((message) => void child.send(message), answers);
  const child = Bun.spawn([...words], {
    env: { ...env },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    serialization: 'json',
    ipc: (message: Message) => peer.hear(message),
    onExit: (_, code, signal) => {
      peer.end();
      exited.resolve({ code, signal: signal === null ? null : String(signal) });
    },
  });
  return { pid: child.pid, peer, exited: exited.promise, kill: (signal) => child.kill(signal) };
}
