/** Many streams that stay open while they are looked at: how many events come, and nothing more. */
import type { Target } from './load.ts';

type SameTarget = Target & { readonly request: Uint8Array };

const EVENT = Buffer.from('data: ');
/** Few enough at a time that no queue of new connections overflows. */
const AT_ONCE = 100;

export class OpenStreams implements Disposable {
  events = 0;
  readonly #sockets: Bun.Socket<State>[] = [];

  /** Resolves when each of them has got its first event. */
  async open({ port, request }: SameTarget, count: number): Promise<void> {
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      const batch = Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => this.#openOne(port, request));
      await Promise.all(batch);
    }
  }

  async #openOne(port: number, request: Uint8Array): Promise<void> {
    const first = Promise.withResolvers<void>();
    const state: State = { first: first.resolve, failed: first.reject, isStarted: false };
    const socket = await Bun.connect<State>({
      hostname: '127.0.0.1',
      port,
      data: state,
      socket: {
        data: ({ data }, bytes) => {
          const events = eventsIn(bytes);
          this.events += events;
          if (data.isStarted || events === 0) return;
          data.isStarted = true;
          data.first();
        },
        close: ({ data }) => data.failed(new Error('A stream ended before its first event.')),
        error: ({ data }, error) => data.failed(error),
      },
    });
    this.#sockets.push(socket);
    socket.write(request);
    await first.promise;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

type State = { readonly first: () => void; readonly failed: (error: Error) => void; isStarted: boolean };

function eventsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + EVENT.length)) count += 1;
  return count;
}
