/**
 * Poor accounts that meet the moment at which a lease rests: a long answer on one server, a small one on the other, and when
 * that one's lease is about to go back by itself, a request on the first that needs it.
 */
import { PUBLISHED } from '../../src/core/catalogue.ts';
import type { ChatRequest } from '../../src/core/chat.ts';
import { nanos, worstCostOf } from '../../src/core/money.ts';
import { inputTokensMax } from '../../src/core/token-bound.ts';
import { seeded } from './random.ts';
import type { Customer, ReplicaSet } from './replica-set.ts';
import { answerText, type ScriptedUpstream, streamed, waitFor } from './scripted-upstream.ts';

const MESSAGES = [{ role: 'user', content: 'hi' }];
const LONG = { messages: MESSAGES, max_tokens: 20, stream: true };
const SHORT = { messages: MESSAGES, max_tokens: 400 };
const PRICE = PUBLISHED.A.models.find(({ id }) => id === PUBLISHED.A.defaultModel)!.price;
const worstOf = (chat: { readonly max_tokens: number }): bigint =>
  worstCostOf(BigInt(inputTokensMax(chat as unknown as ChatRequest)), BigInt(chat.max_tokens), PRICE);
const USAGE = { prompt_tokens: 3, completion_tokens: 2 };
/** The cost of the three answers of a round. */
const ROUND_COST = 3n * (3n * PRICE.input + 2n * PRICE.output);

/** Enough for a long answer and a short one at once, and not for a second short one while a server keeps the first. */
export const POOR = worstOf(LONG) + worstOf(SHORT) + worstOf(SHORT) / 2n;
/** A lease rests after 900 ms, and is looked for every second. */
const RESTS_MS = { from: 850, to: 2200 };

type RecallLoad = {
  readonly set: ReplicaSet;
  readonly upstream: ScriptedUpstream;
  readonly customers: readonly Customer[];
  readonly seed: number;
  /** As many for each account, and more until a time is over. */
  readonly rounds: number;
  readonly untilMs?: number;
};

type Answered = { readonly customer: Customer; readonly status: number; readonly text: string };

/** Ends with the last round of each account. Resolves with all answers. */
export async function meetRestingLeases({ set, upstream, ...load }: RecallLoad): Promise<readonly Answered[]> {
  const random = seeded(load.seed);
  const gates = new Map<string, PromiseWithResolvers<void>>();
  upstream.play((request) => {
    const { user } = (request.body ?? {}) as { readonly user?: string };
    const gate = user === undefined ? undefined : gates.get(user);
    if (!gate) return answerText('pong', { usage: USAGE });
    const content = { deltas: [{ content: 'one' }, { content: ' two' }], message: {} };
    const [head, role, first, ...rest] = streamed(request, content, { usage: USAGE });
    return [head!, role!, first!, waitFor(gate.promise), ...rest];
  });
  const answers: Answered[] = [];
  const [one, other] = set.replicas.map(({ process }) => process.url);

  async function ask(customer: Customer, url: string, chat: object): Promise<void> {
    const headers = { authorization: `Bearer ${customer.key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(chat) });
    answers.push({ customer, status: answer.status, text: await answer.text() });
  }

  async function round(customer: Customer, n: number): Promise<void> {
    const user = `${customer.id}-${n}`;
    const about = { accountId: customer.id, reason: 'what the last round cost', actor: 'test', atMs: Date.now() };
    if (n > 0) await set.stores.credits.grant({ ...about, amount: nanos(ROUND_COST) });
    gates.set(user, Promise.withResolvers());
    const long = ask(customer, other!, { ...LONG, user });
    await ask(customer, one!, SHORT);
    await Bun.sleep(random.integer(RESTS_MS.from, RESTS_MS.to));
    await ask(customer, other!, SHORT);
    gates.get(user)!.resolve();
    gates.delete(user);
    await long;
  }

  await Promise.all(
    load.customers.map(async (customer) => {
      for (let n = 0; n < load.rounds || performance.now() < (load.untilMs ?? 0); n += 1) await round(customer, n);
    }),
  );
  return answers;
}
