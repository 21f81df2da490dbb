/** Model servers that stream, stall, lie, cut and die: HTTP/1.1 over sockets that are events of the world. */
import type { Random } from '../support/random.ts';
import type { Machine, World } from './world.ts';

type EngineSocket = {
  readonly data: unknown;
  write(bytes: Uint8Array, from?: number, length?: number): number;
  pause(): void;
  resume(): void;
  ref(): void;
  unref(): void;
  terminate(): void;
  end(): void;
};

/** The side of a connection that the server has. */
export type Dialled = { readonly owner: unknown; readonly handlers: Handlers };

type Handlers = {
  open(socket: EngineSocket): void;
  data(socket: EngineSocket, bytes: Uint8Array): void;
  close(socket: EngineSocket, error?: Error): void;
};

/** How an engine is at the moment; shares are of 1. */
type Mood = {
  isDown: boolean;
  refuses: number;
  stalls: number;
  cuts: number;
  lies: number;
};

const goodMood = (): Mood => ({ isDown: false, refuses: 0, stalls: 0, cuts: 0, lies: 0 });

type Asked = { readonly method: string; readonly path: string; readonly body: string };
type Usage = { readonly prompt_tokens: number; readonly completion_tokens: number; readonly total_tokens: number };
type Streamed = {
  readonly word: string;
  readonly words: number;
  readonly usage: object | null;
  readonly thinkMs: number;
  /** Said with each word, by an engine that counts at its end. */
  readonly soFar: Usage | undefined;
};

const NOTHING_SO_FAR_SHARE = 0.2;
/** A server ends an answer that lasts longer. */
export const TOTAL_MS = 20_000;
/** The longest that a word is waited for. In so many worlds answers take up to the time that they may. */
const WORD_MS = 60;
const SLOW_SHARE = 0.2;
const SLOW_WORD_MS = 800;
/** Longer than any deadline of a server. */
const FOR_EVER_MS = 10 * 60_000;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

export class Engine {
  readonly mood = goodMood();
  readonly name: string;
  readonly #world: World;
  readonly #chance: Random;
  readonly #wordMs: number;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
    this.#chance = world.chance(`engine ${name}`);
    this.#wordMs = world.chance('speech').fraction() < SLOW_SHARE ? SLOW_WORD_MS : WORD_MS;
  }

  connect(machine: Machine, dialled: Dialled): Promise<EngineSocket> {
    const { promise, resolve, reject } = Promise.withResolvers<EngineSocket>();
    const line: Line = new Line(this.#world, machine, { ...dialled, onAsked: (asked) => this.#answer(asked, line) });
    this.#world.after(machine, this.#wayMs(), `connect ${this.name}`, () => {
      if (this.mood.isDown) return reject(new Error('Connection refused.'));
      line.open();
      resolve(line.socket);
    });
    return promise;
  }

  #wayMs(): number {
    return 0.2 + this.#chance.fraction() * 2;
  }

  #isChosen(share: number): boolean {
    return share > 0 && this.#chance.fraction() < share;
  }

  #answer({ method, body }: Asked, line: Line): void {
    const { mood } = this;
    const thinkMs = 5 + this.#chance.fraction() * 400;
    if (mood.isDown) line.cut(this.#wayMs());
    else if (method === 'GET') line.say(this.#wayMs(), whole(200, { object: 'list', data: [] }));
    else if (this.#isChosen(mood.refuses)) {
      const status = this.#chance.pick([500, 503, 429, 400]);
      line.say(thinkMs, whole(status, { error: { message: 'No.', type: 'server_error' } }));
    } else if (this.#isChosen(mood.stalls)) line.cut(FOR_EVER_MS);
    else this.#speak(line, body, thinkMs);
  }

  #speak(line: Line, body: string, thinkMs: number): void {
    const asked = JSON.parse(body) as { stream?: boolean; max_tokens?: number; messages: { content: string }[] };
    const words = Math.min(this.#chance.integer(1, 40), asked.max_tokens ?? 40);
    const text = asked.messages.map(({ content }) => content).join(' ');
    const isLie = this.#isChosen(this.mood.lies);
    const usage = isLie ? this.#lie(text, words) : usageOf(text, words);
    const word = `${isLie ? 'l' : 'w'}_${text.split(' ', 1)[0]} `;
    if (!asked.stream) line.say(thinkMs + words * 10, whole(200, completionOf(word.repeat(words), usage)));
    else {
      const soFar = this.#chance.fraction() < NOTHING_SO_FAR_SHARE ? usageOf(text, 0) : undefined;
      this.#stream(line, { word, words, usage, thinkMs, soFar });
    }
  }

  #lie(text: string, words: number): Usage | Record<string, unknown> | null {
    const prompt = promptTokensOf(text);
    const wrong = this.#chance.pick([-5, 0.5, 1e9, 0]);
    return this.#chance.pick([
      null,
      { prompt_tokens: wrong, completion_tokens: words, total_tokens: words },
      { prompt_tokens: prompt, completion_tokens: wrong, total_tokens: prompt },
    ]);
  }

  #stream(line: Line, { word, words, usage, thinkMs, soFar }: Streamed): void {
    const cutAt = this.#isChosen(this.mood.cuts) ? this.#chance.integer(0, words) : undefined;
    const stallAt = this.#isChosen(this.mood.stalls) ? this.#chance.integer(0, words) : undefined;
    let atMs = thinkMs;
    line.say(atMs, STREAM_HEAD);
    for (let n = 0; n < words; n += 1) {
      atMs += this.#chance.fraction() * this.#wordMs;
      if (n === stallAt) atMs += FOR_EVER_MS;
      if (n === cutAt) {
        line.cut(atMs);
        return;
      }
      const choice = { index: 0, delta: { content: word }, finish_reason: null };
      line.say(atMs, event({ choices: [choice], ...(soFar && { usage: soFar }) }));
    }
    line.say(atMs, event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    if (usage) line.say(atMs, event({ choices: [], usage }));
    line.say(atMs + 1, chunked('data: [DONE]\n\n') + LAST_CHUNK);
  }
}

/** One connection: bytes there at once, and back when the world says so. */
class Line {
  readonly socket: EngineSocket;
  readonly #world: World;
  readonly #machine: Machine;
  readonly #handlers: Handlers;
  readonly #onAsked: (asked: Asked) => void;
  #received = '';
  #isOpen = false;
  #isPaused = false;
  #waiting: Uint8Array[] = [];

  constructor(
    world: World,
    machine: Machine,
    { owner, handlers, onAsked }: Dialled & { onAsked: (asked: Asked) => void },
  ) {
    this.#world = world;
    this.#machine = machine;
    this.#handlers = handlers;
    this.#onAsked = onAsked;
    this.socket = {
      data: owner,
      write: (bytes, from = 0, length = bytes.length - from) => this.#write(bytes.subarray(from, from + length)),
      pause: () => {
        this.#isPaused = true;
      },
      resume: () => {
        this.#isPaused = false;
        for (const bytes of this.#waiting.splice(0)) this.#later(0, bytes);
      },
      ref: () => {},
      unref: () => {},
      terminate: () => this.#close(),
      end: () => this.#close(),
    };
  }

  open(): void {
    this.#isOpen = true;
    this.#handlers.open(this.socket);
  }

  say(afterMs: number, text: string): void {
    this.#later(afterMs, ENCODER.encode(text));
  }

  /** The other side is gone. */
  cut(afterMs: number): void {
    this.#world.after(this.#machine, afterMs, 'engine cuts', () => {
      if (!this.#isOpen) return;
      this.#close();
      this.#handlers.close(this.socket);
    });
  }

  #later(afterMs: number, bytes: Uint8Array): void {
    this.#world.after(this.#machine, afterMs, `engine says ${bytes.length}`, () => {
      if (!this.#isOpen) return;
      if (this.#isPaused) this.#waiting.push(bytes);
      else this.#handlers.data(this.socket, bytes);
    });
  }

  #close(): void {
    this.#isOpen = false;
  }

  #write(bytes: Uint8Array): number {
    if (!this.#isOpen) return -1;
    this.#received += DECODER.decode(bytes);
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return bytes.length;
    const length = Number(/^content-length: (\d+)/im.exec(this.#received.slice(0, head))?.[1] ?? 0);
    const body = this.#received.slice(head + 4);
    if (ENCODER.encode(body).length < length) return bytes.length;
    const [method = '', path = ''] = this.#received.split(' ', 2);
    this.#received = '';
    this.#onAsked({ method, path, body });
    return bytes.length;
  }
}

const head = (status: number, type: string, more: string) =>
  `HTTP/1.1 ${status} Said\r\ncontent-type: ${type}\r\n${more}\r\n\r\n`;

const whole = (status: number, body: object): string => {
  const text = JSON.stringify(body);
  return head(status, 'application/json', `content-length: ${text.length}`) + text;
};

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
const LAST_CHUNK = '0\r\n\r\n';
const STREAM_HEAD = head(200, 'text/event-stream', 'transfer-encoding: chunked');

const event = (chunk: object): string =>
  chunked(
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...chunk })}\n\n`,
  );

export const promptTokensOf = (text: string): number => Math.ceil(text.length / 4) + 3;

/** What a server counts where an engine was not let come to that. */
export const promptTokensGuessOf = (text: string): number => Math.ceil(text.length / 4) + 4;

function usageOf(text: string, words: number): Usage {
  const prompt = promptTokensOf(text);
  return { prompt_tokens: prompt, completion_tokens: words, total_tokens: prompt + words };
}

const completionOf = (content: string, usage: object | null) => ({
  ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content },
      finish_reason: 'stop',
    },
  ],
  ...(usage && { usage }),
});
