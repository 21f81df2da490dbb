/**
 * One connection to Redis or Valkey at a time, made when it is needed. Each connection knows which life of the server it
 * talks to: a server that was started again, or that another has followed, cannot be met on an old connection.
 */
import { RedisClient } from 'bun';

export type RedisLink = {
  /** Sends one command, and rejects if the answer does not come in time. */
  send(command: string, values: readonly string[]): Promise<unknown>;
  /** The server's name for this run of itself. */
  readonly life: string;
};

type RedisLinks = {
  /** The connection there is, or a new one. */
  current(): Promise<RedisLink>;
  close(): void;
};

type LinkSettings = { readonly url: string; readonly answerMsMax: number };

/** While Redis does not answer, this often is enough to ask. */
const PAUSE_MS = 100;

export function createRedisLinks({ url, answerMsMax }: LinkSettings): RedisLinks {
  let current: Promise<RedisLink> | undefined;
  let client: RedisClient | undefined;

  async function open(): Promise<RedisLink> {
    const opened = new RedisClient(url, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: answerMsMax,
    });
    client = opened;
    const send = async (command: string, values: readonly string[]): Promise<unknown> => {
      // A call that waits too long closes the connection: what is queued behind it would wait as long.
      const tooLate = setTimeout(() => opened.close(), answerMsMax);
      try {
        return await opened.send(command, [...values]);
      } finally {
        clearTimeout(tooLate);
      }
    };
    await opened.connect();
    const life = /^run_id:(\w+)/m.exec(String(await send('INFO', ['server'])))?.[1];
    if (!life) throw new Error('The Redis server does not tell its run_id, so a restart of it could not be noticed.');
    opened.onclose = () => forget(opened);
    if (!opened.connected) throw new Error('The connection to Redis was closed at once.');
    return { send, life };
  }

  function forget(closed: RedisClient): void {
    if (client === closed) current = undefined;
  }

  return {
    current: () => {
      if (!current) {
        const opening = open();
        current = opening;
        opening.catch(() => {
          setTimeout(() => {
            if (current === opening) current = undefined;
          }, PAUSE_MS);
        });
      }
      return current;
    },
    close: () => client?.close(),
  };
}
