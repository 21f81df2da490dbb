/** Clients that ask, leave, repeat and race. Each remembers the answers that it got, to be compared with the ledger. */
import type { LimitRule } from '../../src/core/limit.ts';
import type { Random } from '../support/random.ts';
import { type Burst, restMs } from './bursts.ts';
import type { SimulatedNetwork } from './network.ts';
import type { Server } from './servers.ts';
import type { Machine, World } from './world.ts';

export type Customer = {
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  /** The credit in the beginning. */
  readonly credit: bigint;
  /** The limit of the account, where it has one. */
  readonly limit: LimitRule | undefined;
  /** How many requests its key may begin in any minute. */
  readonly perMinute: number;
  /** When the plan that it has from before is renewed, where it has one. */
  readonly renewsAtMs: number | undefined;
  /** Each of its requests holds all of its credit, costs little, and comes about when the lease of the last one rests. */
  readonly isGreedy: boolean;
};

export type Told = {
  readonly customer: Customer;
  readonly machine: Machine;
  readonly idempotencyKey: string | undefined;
  readonly askedAtMs: number;
  /** What an engine repeats that answers this question. */
  readonly tag: string;
  readonly prompt: string;
  /** When the answer began to come. */
  beganAtMs?: number;
  endedAtMs?: number;
  /** Words that came, and when the first and the last did. */
  words: number;
  firstWordMs?: number;
  lastWordMs?: number;
  /** Its engine has said something else of its usage than it did. */
  isLiedAbout?: boolean;
  /** Words of an answer to another question. */
  isForeign?: boolean;
  status?: number;
  code?: string | undefined;
  /** Why it was refused, in words. */
  refusal?: string;
  requestId?: string;
  completionId?: string;
  /** The answer came to its end. */
  isWhole: boolean;
  /** Its server ended it, and counted its tokens. */
  isCut?: boolean;
  cost?: string;
  promptTokens?: number;
  completionTokens?: number;
  how?: string;
};

type Asking = {
  readonly world: World;
  readonly network: SimulatedNetwork;
  readonly servers: readonly Server[];
  /** How many times as long everything takes in this world: nights are long and quiet. */
  readonly pace: number;
  readonly bursts: readonly Burst[];
};

type Question = Pick<Told, 'tag' | 'prompt' | 'idempotencyKey'> & { readonly body: string; readonly isStream: boolean };

const PATH = '/v1/chat/completions';
const MODELS = ['svc-frost', 'svc-glacier', 'svc-polaris'];
const RETRIES_MAX = 3;
const GREEDY_TIMES = 100;
type Range = readonly [number, number];
const BUSY_MS: Range = [10, 400];
const CALM_MS: Range = [500, 6000];
const RESTING_MS: Range = [700, 2300];
/** A connection is closed so long after its server has died. */
const DEATH_NOTICE_MS = 50;

export class Clients {
  readonly told: Told[] = [];
  readonly #asking: Asking;
  readonly #chance: Random;
  isOver = false;
  /** From then on no request may fail for what went wrong before. */
  beginsToCountMs = Number.POSITIVE_INFINITY;
  /** Requests that have not ended. */
  running = 0;

  constructor(asking: Asking) {
    this.#asking = asking;
    this.#chance = asking.world.chance('clients');
  }

  /** A client with one customer's key that asks again and again. */
  start(customer: Customer): void {
    void this.#live(customer).catch((thrown) => this.#asking.world.fail(thrown));
  }

  async #live(customer: Customer): Promise<void> {
    const { world, pace, bursts } = this.#asking;
    for (;;) {
      const isBusy = this.#chance.fraction() < 0.7;
      const range = customer.isGreedy ? RESTING_MS : isBusy ? BUSY_MS : CALM_MS;
      const pauseMs = pace * this.#chance.integer(...range);
      await world.wait(restMs(bursts, world.nowMs) + pauseMs);
      if (this.isOver) return;
      const question = this.#question(customer);
      const isRacing = question.idempotencyKey !== undefined && this.#chance.fraction() < 0.3;
      await Promise.all([
        this.#askUntilTold(customer, question),
        ...(isRacing ? [this.#askUntilTold(customer, question)] : []),
      ]);
    }
  }

  #question({ isGreedy }: Customer): Question {
    const isStream = this.#chance.fraction() < 0.6;
    const tag = this.#chance.integer(0, 1e6).toString(36);
    const prompt = `${tag} ${'word '.repeat(this.#chance.integer(1, 60))}`;
    const body = JSON.stringify({
      model: this.#chance.pick(MODELS),
      messages: [{ role: 'user', content: prompt }],
      max_tokens: this.#chance.integer(1, 60) * (isGreedy ? GREEDY_TIMES : 1),
      ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    });
    const isKept = this.#chance.fraction() < 0.3;
    const idempotencyKey = isKept ? `key-${this.#chance.integer(0, 1e9)}` : undefined;
    return { tag, prompt, body, isStream, idempotencyKey };
  }

  /** As official clients do: what failed on our side is asked again. */
  async #askUntilTold(customer: Customer, question: Question): Promise<void> {
    const { world } = this.#asking;
    for (let left = RETRIES_MAX; left > 0; left -= 1) {
      const told = await this.#ask(customer, question);
      if (told.isWhole || (told.status !== undefined && told.status < 500 && told.status !== 429) || this.isOver)
        return;
      if (told.how === 'left') return;
      await world.wait(this.#chance.integer(200, 3000));
    }
  }

  async #ask(customer: Customer, question: Question): Promise<Told> {
    const { world, servers } = this.#asking;
    const { tag, prompt, idempotencyKey } = question;
    const leavesAfterMs = this.#chance.fraction() < 0.15 ? this.#chance.integer(1, 1500) : undefined;
    const server = this.#chance.pick(servers);
    const asked = { customer, machine: server.machine, tag, prompt, idempotencyKey, askedAtMs: world.nowMs };
    const told: Told = { ...asked, words: 0, isWhole: false };
    this.told.push(told);
    this.running += 1;
    await this.#exchange(server, question, { told, leavesAfterMs });
    this.running -= 1;
    told.endedAtMs = world.nowMs;
    world.note(
      `told ${told.status} ${told.code ?? ''} ${told.isWhole ? 'whole' : (told.how ?? '')} ${told.cost ?? ''}`,
    );
    return told;
  }

  /** One request: it ends when it is answered, when its client leaves, and when its server dies. */
  #exchange(
    server: Server,
    question: Question,
    { told, leavesAfterMs }: { told: Told; leavesAfterMs: number | undefined },
  ) {
    const { world, network } = this.#asking;
    const { machine } = server;
    const over = Promise.withResolvers<void>();
    const controller = new AbortController();
    let reader: { cancel(): Promise<void> } | undefined;
    const end = (how: string) => {
      told.how ??= how;
      over.resolve();
    };
    const wayMs = () => 0.5 + this.#chance.fraction() * 20;
    if (!server.isUp) {
      world.after(world.outside, wayMs(), 'refused', () => end('refused'));
      return over.promise;
    }
    world.after(machine, wayMs(), 'request', () => {
      const request = new Request(`http://boreal${PATH}`, {
        method: 'POST',
        body: question.body,
        signal: controller.signal,
        headers: {
          authorization: `Bearer ${told.customer.key}`,
          'content-type': 'application/json',
          'content-length': String(question.body.length),
          ...(question.idempotencyKey && { 'idempotency-key': question.idempotencyKey }),
        },
      });
      network.ask(machine, PATH, request).then(
        ({ response, onEnd }) => {
          // The runtime reads nothing for a client that has left.
          if (told.how !== undefined) {
            void response.body?.cancel().catch(() => {});
            onEnd();
            return;
          }
          const reading = readAnswer(response, told, { isStream: question.isStream, world, machine, wayMs });
          reader = reading;
          reading.done.finally(onEnd).then(
            () => end('answered'),
            () => end('broken'),
          );
        },
        () => end('failed'),
      );
    });
    const forget = machine.whenDead(() =>
      world.after(world.outside, DEATH_NOTICE_MS, 'server died', () => end('server died')),
    );
    void over.promise.then(forget);
    if (leavesAfterMs !== undefined) {
      world.after(machine, leavesAfterMs, 'client leaves', () => {
        if (told.how !== undefined) return;
        controller.abort();
        void reader?.cancel().catch(() => {});
        end('left');
      });
    }
    return over.promise;
  }
}

type Reading = {
  readonly isStream: boolean;
  readonly world: World;
  readonly machine: Server['machine'];
  readonly wayMs: () => number;
};

/** Pulls the answer piece by piece, each after the one before it has come. */
function readAnswer(response: Response, told: Told, { isStream, world, machine, wayMs }: Reading) {
  told.status = response.status;
  told.beganAtMs = world.nowMs;
  const requestId = response.headers.get('x-request-id');
  if (requestId !== null) told.requestId = requestId;
  const reader = (response.body ?? new Blob([]).stream()).getReader();
  const done = Promise.withResolvers<void>();
  const decoder = new TextDecoder();
  let text = '';
  const pull = () =>
    reader.read().then(
      ({ value, done: isLast }) => {
        const piece = decoder.decode(value, { stream: !isLast });
        hear(piece, told, world.nowMs);
        text += piece;
        if (!isLast) return void world.after(machine, wayMs(), 'client reads', pull);
        understand(text, told, isStream && response.status === 200);
        done.resolve();
      },
      (thrown) => done.reject(thrown),
    );
  void pull();
  const cancel = () => {
    done.reject(new Error('The client has left.'));
    return reader.cancel();
  };
  return { done: done.promise, cancel };
}

/** Words of engines (`engines.ts`), which repeat the question that they answer. */
const WORD = /\b([wl])_([0-9a-z]+) /g;

function hear(piece: string, told: Told, nowMs: number): void {
  for (const [, kind, tag] of piece.matchAll(WORD)) {
    told.words += 1;
    told.firstWordMs ??= nowMs;
    told.lastWordMs = nowMs;
    if (kind === 'l') told.isLiedAbout = true;
    if (tag !== told.tag) told.isForeign = true;
  }
}

type Usage = { readonly cost_czk: string; readonly prompt_tokens: number; readonly completion_tokens: number };
type Said = {
  readonly id?: string;
  readonly usage?: Usage;
  readonly error?: { readonly code: string; readonly message: string };
};

function understand(text: string, told: Told, isStream: boolean): void {
  // A client that has left is answered with nothing.
  if (text === '') return;
  const said = isStream
    ? text
        .split('\n')
        .filter((line) => line.startsWith('data: {'))
        .map((line) => JSON.parse(line.slice('data: '.length)) as Said)
    : [JSON.parse(text) as Said];
  for (const { id, usage, error } of said) {
    if (id !== undefined) told.completionId = id;
    if (usage) {
      told.cost = usage.cost_czk;
      told.promptTokens = usage.prompt_tokens;
      told.completionTokens = usage.completion_tokens;
    }
    if (error) {
      told.code = error.code;
      told.refusal = error.message;
    }
  }
  told.isCut = text.includes('"finish_reason":"length"');
  told.isWhole = told.status === 200 && told.code === undefined && (!isStream || text.includes('data: [DONE]'));
}
