import { connect, type Socket } from 'node:net';

/** A TCP client for tests that care about bytes and about how a connection ends. */
export class RawClient implements Disposable {
  /** Resolves when the other side ended the connection: with a FIN, with a RST, or because we did. */
  readonly over: Promise<'fin' | 'rst' | 'closed'>;
  readonly #socket: Socket;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #waiting: { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true });
    this.#socket.on('data', (chunk) => this.#take(Buffer.from(chunk)));
    this.over = new Promise((resolve) => {
      this.#socket.on('end', () => resolve('fin'));
      this.#socket.on('error', () => resolve('rst'));
      this.#socket.on('close', () => resolve('closed'));
    });
  }

  /** The received pieces, as the kernel handed them over. */
  get pieces(): readonly Buffer[] {
    return this.#chunks;
  }

  get bytesReceived(): number {
    return this.#bytes;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  send(data: string | Uint8Array): void {
    this.#socket.write(data);
  }

  /** Sends a POST with this JSON body, as an OpenAI client would. */
  post(body: unknown): void {
    const text = JSON.stringify(body);
    this.send(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: upstream\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }

  /** Stops reading, so that the sender runs into backpressure. */
  stall(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  halfClose(): void {
    this.#socket.end();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Resolves when at least this many bytes have come. */
  hasBytes(count: number): Promise<void> {
    return this.#until(() => this.#bytes >= count);
  }

  /** Resolves when this text has come. */
  hasText(text: string): Promise<void> {
    return this.#until(() => this.text.includes(text));
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (const wait of this.#waiting.filter((one) => one.isMet())) wait.resolve();
    this.#waiting = this.#waiting.filter((one) => !one.isMet());
  }

  #until(isMet: () => boolean): Promise<void> {
    if (isMet()) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ isMet, resolve }));
  }
}
