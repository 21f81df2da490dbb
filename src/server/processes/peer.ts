/** Two processes that ask each other things over one channel of messages. Either side may ask; each ask has one answer. */

type Ask = { readonly ask: number; readonly name: string; readonly body: unknown };
export type Message =
  | Ask
  | { readonly answer: number; readonly body: unknown }
  | { readonly answer: number; readonly failure: string };

/** The answers of one side, by the name of the question. A failure reaches the other side as its sentence. */
export type Answers = Readonly<Record<string, (body: never) => Promise<unknown> | unknown>>;

type Waiting = { readonly resolve: (body: unknown) => void; readonly reject: (cause: Error) => void };

/** The other side is gone: it will never answer. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone';
}

export class Peer {
  readonly #send: (message: Message) => void;
  readonly #answers: Answers;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #isGone = false;

  constructor(send: (message: Message) => void, answers: Answers) {
    this.#send = send;
    this.#answers = answers;
  }

  ask<T>(name: string, body: unknown = null): Promise<T> {
    if (this.#isGone) return Promise.reject(new PeerGone('The other process is gone.'));
    const ask = ++this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(ask, { resolve, reject });
    this.#tell({ ask, name, body });
    return promise as Promise<T>;
  }

  /** To be given every message of the other side. */
  hear(message: Message): void {
    if ('ask' in message) {
      void this.#answer(message);
      return;
    }
    const waiting = this.#waiting.get(message.answer);
    this.#waiting.delete(message.answer);
    if ('failure' in message) waiting?.reject(new Error(message.failure));
    else waiting?.resolve(message.body);
  }

  /** To be called when the channel has ended: calls that wait are rejected. */
  end(): void {
    this.#isGone = true;
    for (const { reject } of this.#waiting.values()) reject(new PeerGone('The other process has ended.'));
    this.#waiting.clear();
  }

  async #answer({ ask, name, body }: Ask): Promise<void> {
    try {
      const answer = this.#answers[name];
      if (!answer) throw new Error(`There is no answer to "${name}".`);
      this.#tell({ answer: ask, body: (await answer(body as never)) ?? null });
    } catch (thrown) {
      this.#tell({ answer: ask, failure: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }

  #tell(message: Message): void {
    if (this.#isGone) return;
    try {
      this.#send(message);
    } catch {
      // The channel has broken a moment ago; its end rejects the calls that wait.
    }
  }
}
