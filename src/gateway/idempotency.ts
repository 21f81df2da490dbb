/**
 * `Idempotency-Key`: the same key and body is answered from the first outcome and billed once.
 *
 * With the header, an answer belongs to the key and not to the connection: it is finished and kept even when the client
 * leaves, so that the repeat gets it whole. A second call while the first runs waits for it. A failure costs nothing and
 * is not kept: calls that waited get the same failure, and the next call tries anew. Calls at the same server meet here;
 * those at different servers meet in the database (`answer-claims.ts`).
 */

import type { AnswerEvent, AnswerEvents, RecordedAnswer } from '../core/chat.ts';
import { ServiceError } from '../core/errors.ts';
import type { AnswerLookup, RecordedAnswers } from '../ledger/answer-claims.ts';
import { nextTurn } from '../lib/next-turn.ts';
import { defined } from '../platform/http/defined.ts';
import type { Platform } from '../platform/platform.ts';
import { type Claim, type Claiming, claimAnswer } from './answer-claiming.ts';
import { restorePiece } from './answer-record.ts';
import type { Answer, RecordTarget } from './metering.ts';
import { SharedEvents } from './shared-events.ts';

type IdempotentCall = {
  /** The caller and its Idempotency-Key: no two callers share an answer. */
  readonly scope: string;
  /** A hash of the request's body. */
  readonly fingerprint: string;
};

export type Idempotency = {
  run(call: IdempotentCall, start: StartAnswer): Promise<Answer>;
  /** How many answers are being made whose client may have left: a server that stops waits for them. */
  readonly running: number;
};

type StartAnswer = (record: RecordTarget) => Promise<Answer>;
type SharedAnswer = Omit<Answer, 'events'> & { readonly events: SharedEvents };
type Running = {
  readonly fingerprint: string;
  readonly answer: Promise<SharedAnswer>;
  /** True where the key belongs to this body: known once the database was asked. */
  readonly isRight: Promise<boolean>;
};

type IdempotencyNeeds = {
  readonly answers: RecordedAnswers;
  readonly keepMs: number;
  /** There where other servers may be asked with the same keys. */
  readonly claiming?: Claiming | undefined;
};

/** So much of a kept answer is read before others get their turn: some milliseconds. */
const TURN_BYTES_MAX = 32 * 1024;

/** An answer that is there, or nothing: then it is ours to make, and with other servers about, by a claim. */
type Found = { readonly known?: AnswerLookup | undefined; readonly claim?: Claim };

export function createIdempotency(
  platform: Pick<Platform, 'clock' | 'ids'>,
  { answers, keepMs, claiming }: IdempotencyNeeds,
): Idempotency {
  const { clock } = platform;
  const running = new Map<string, Running>();

  async function find(call: IdempotentCall, onWaiting: () => void): Promise<Found> {
    if (claiming) return claimAnswer(platform, claiming, { ...call, reused, onWaiting });
    return { known: await answers.find(call.scope, clock.nowMs()) };
  }

  /** Starts the first call and keeps reading its answer to the end, whether or not a client listens. */
  async function first(call: IdempotentCall, start: StartAnswer, claim: Claim | undefined): Promise<SharedAnswer> {
    const owner = claim && { owner: claim.owner };
    const starting = start({ ...call, expiresAtMs: clock.nowMs() + keepMs, ...owner });
    const answer = await starting.catch((thrown: unknown) => fail(claim, thrown));
    const events = new SharedEvents(claim ? withClaim(answer.events, claim) : answer.events);
    void events.done.then(() => running.delete(call.scope));
    return { ...answer, events };
  }

  return {
    get running() {
      return running.size;
    },

    async run(call, start) {
      for (;;) {
        const other = running.get(call.scope);
        if (!other) break;
        if (other.fingerprint === call.fingerprint) {
          const answer = await other.answer;
          await answer.events.done;
          return { ...answer, replayed: true, events: answer.events.follow() };
        }
        // The one that came first may be the one with the wrong body: it is then refused, and gone.
        if (await other.isRight) throw reused();
      }
      return begin(call, start);
    },
  };

  async function begin(call: IdempotentCall, start: StartAnswer): Promise<Answer> {
    // Entered before anything is awaited, so that no second call can slip in between.
    const begun = Promise.withResolvers<SharedAnswer>();
    const isRight = Promise.withResolvers<boolean>();
    begun.promise.catch(() => {});
    running.set(call.scope, { fingerprint: call.fingerprint, answer: begun.promise, isRight: isRight.promise });
    try {
      const { known, claim } = await find(call, () => isRight.resolve(true));
      if (known && known.fingerprint !== call.fingerprint) throw reused();
      isRight.resolve(true);
      const answer = known ? replay(known.answer) : undefined;
      const shared = answer ? { ...answer, events: new SharedEvents(answer.events) } : await first(call, start, claim);
      if (answer) running.delete(call.scope);
      begun.resolve(shared);
      return { ...shared, events: shared.events.follow() };
    } catch (thrown) {
      running.delete(call.scope);
      isRight.resolve(false);
      begun.reject(thrown);
      throw thrown;
    }
  }
}

/** A repeat after a failure must not find the claim that has failed. */
async function fail(claim: Claim | undefined, thrown: unknown): Promise<never> {
  await claim?.failed(thrown);
  throw thrown;
}

async function* withClaim(events: AnswerEvents, claim: Claim): AsyncGenerator<readonly AnswerEvent[], void> {
  try {
    yield* events;
    claim.fulfilled();
  } catch (thrown) {
    await fail(claim, thrown);
  }
}

function replay(recorded: RecordedAnswer): Answer {
  const { completionId: id, createdAtMs, model, loweredTo, tier } = recorded;
  const head = { id, createdAtMs, model, ...(loweredTo !== undefined && { loweredTo }), ...(tier && { tier }) };
  return { ...head, replayed: true, events: replayEvents(recorded) };
}

async function* replayEvents(answer: RecordedAnswer): AsyncGenerator<readonly AnswerEvent[], void> {
  let readBytes = 0;
  for (const event of answer.events) {
    readBytes += event.byteLength;
    if (readBytes > TURN_BYTES_MAX) {
      readBytes = event.byteLength;
      await nextTurn();
    }
    yield [restorePiece(event)];
  }
  const { finishReason, stopSequence, structured, choices, usage, cost } = answer;
  yield [defined({ type: 'end' as const, finishReason, stopSequence, structured, choices, usage, cost })];
}

const reused = (): ServiceError =>
  new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used with another request body; use a new key.',
  );
