/**
 * After everything that went wrong: what clients got, what the engine says it sent, what the replicas logged and
 * what the ledger says must agree. Each function names what it proves:
 *
 *   I1   a balance is the sum of its entries, and what is held is covered        expectClean, pollLedger
 *   I2   what was put in, less what was spent, is what is there                  expectMoneyConserved
 *   I3   no balance is ever below zero, seen from outside while it happens       pollLedger
 *   I4   every request has one outcome, in the log and in the ledger             expectOneOutcomeEach, expectLogged
 *   I5   every whole answer is charged once, and nothing else is charged         expectRightlyTold, expectUnseenExplained
 *   I6   a charge is the usage that the engine sent at the published price       expectAsTheUpstreamSays
 *   I7   no charge above its hold, no output above its cap                       expectRightlyTold
 *   I8   the client's usage, the ledger's and the engine's are the same           expectAsTheUpstreamSays, expectReceipts
 *   I12  one grant a period, no gap, no overlap                                  expectClean (the audit's L6 and L7)
 *   I13  no secret in logs, metrics, files of the database or of Redis           expectNoSecrets
 *   I14  no account reads another's words or receipts                                expectOwnWordsOnly, expectReceipts
 *
 * I9 has a test of its own, `nemesis-limit.test.ts`; I10 and I11 are in `nemesis-payments.test.ts`.
 */
import { expect } from 'bun:test';
import { requestIdOf } from '../../src/core/request-id.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { fateOf, numberOf } from './fates.ts';
import { JOURNAL_SUMS } from './journal-sql.ts';
import type { Suffered } from './nemesis.ts';
import { type BookedRequest, expectCharged } from './reckoning.ts';
import type { Asked } from './replica-load.ts';
import type { Customer, Replica } from './replica-set.ts';
import type { ScriptedUpstream } from './scripted-upstream.ts';
import { billOf, sentUsages } from './upstream-bill.ts';

type Booked = ReadonlyMap<string, BookedRequest>;

/** Looks at the ledger from outside while it changes: every look is at one commit, and every commit must be right. */
export function pollLedger(db: Database): { stop(): Promise<number> } {
  let isOver = false;
  async function poll(): Promise<number> {
    let polls = 0;
    while (!isOver) {
      // PostgreSQL may be away just now; that is what the faults are for.
      const wrong = await db.sql.all(WRONG_POTS).catch(() => undefined);
      if (wrong) expect([...wrong], `poll ${polls}`).toEqual([]);
      if (wrong) polls += 1;
      await Bun.sleep(50);
    }
    return polls;
  }
  const polling = poll();
  // Told when it is asked for; until then it is not waited for.
  polling.catch(() => {});
  return {
    stop: () => {
      isOver = true;
      return polling;
    },
  };
}

const WRONG_POTS = `SELECT p.id, p.balance, p.held FROM pots p
  LEFT JOIN ${JOURNAL_SUMS.PostgreSQL} j ON j.pot_id = p.id WHERE p.balance < 0 OR p.held < 0 OR p.held > p.balance
  OR p.balance <> COALESCE(j.total, 0)
  OR p.held <> (SELECT COALESCE(SUM(amount), 0) FROM leases l WHERE l.pot_id = p.id)`;

/** I4: no id twice; what was refused for lack of money is not in the ledger; what was answered is. */
export function expectOneOutcomeEach(asked: readonly Asked[], booked: Booked): void {
  const known = new Set<string>();
  let headless = 0;
  for (const { told } of asked) {
    const { requestId, question } = told;
    if (!requestId) {
      headless += 1;
      continue;
    }
    expect(known.has(requestId), question.nonce).toBe(false);
    known.add(requestId);
    if (told.status === 402) expect(booked.has(requestId), question.nonce).toBe(false);
    if (told.isWhole && !told.isReplay) expect(booked.has(requestId), question.nonce).toBe(true);
  }
  const unseen = [...booked.keys()].filter((id) => !known.has(id));
  expect(unseen.length).toBeLessThanOrEqual(headless);
}

/** The paths of all dialects that clients of the nemesis speak. */
const CHATS: readonly string[] = ['/v1/chat/completions', '/v1/completions', '/v1/responses', '/v1/messages'];

/**
 * I4: each answer that a client has seen to its end has one line, with its status, in the log of who gave it. A server
 * that was killed may not have come to write it.
 */
export function expectLogged(asked: readonly Asked[]): number {
  const byLife = Map.groupBy(asked, ({ life }) => life);
  let compared = 0;
  for (const [life, calls] of byLife) {
    if (life !== calls[0]!.replica.process) continue;
    const logged = life.lines.filter(({ msg, method, route }) => {
      return msg === 'request' && method === 'POST' && CHATS.includes(String(route));
    });
    const statuses = new Map(logged.map((line) => [String(line.requestId), line.status]));
    expect(statuses.size).toBe(logged.length);
    for (const { told } of calls) {
      if (told.hasLeft || !told.requestId || (told.status === 200 && !told.isWhole)) continue;
      expect(statuses.get(told.requestId), told.question.nonce).toBe(told.status);
      compared += 1;
    }
  }
  return compared;
}

/** I5, I7: whole answers are charged as they say, failures are free, and nothing costs more than it held. */
export function expectRightlyTold(asked: readonly Asked[], { booked, seed }: { booked: Booked; seed: number }): void {
  for (const { told } of asked) {
    const { nonce } = told.question;
    const own = booked.get(told.requestId ?? '');
    if (told.isWhole) expectCharged(told, booked, `seed ${seed}`);
    if (own) {
      expect(own.chargedNanos, nonce).toBeLessThanOrEqual(own.heldNanos);
      expect(own.outputTokens, nonce).toBeLessThanOrEqual(own.outputTokensMax);
      expect(own.charges, nonce).toBeLessThanOrEqual(1);
    }
    if (fateOf(seed, numberOf(nonce)) !== 'failure' || told.status === 402) continue;
    expect(told.isWhole, nonce).toBe(false);
    if (own && !told.hasLeft) expect(own, nonce).toMatchObject({ charges: 0, tokensPaid: 0n });
  }
}

/** Whatever was asked under one key has one answer and one charge, whichever replicas were asked. */
export function expectOneAnswerPerKey(asked: readonly Asked[], booked: Booked): number {
  const keyed = asked.filter(({ told }) => told.question.idempotencyKey);
  for (const [key, calls] of Map.groupBy(keyed, ({ told }) => told.question.idempotencyKey)) {
    const whole = calls.filter(({ told }) => told.isWhole);
    expect(new Set(whole.map(({ told }) => `${told.completionId} ${told.text}`)).size, key).toBeLessThanOrEqual(1);
    const settled = calls.filter(({ told }) => booked.get(told.requestId ?? '')?.state === 'settled');
    expect(settled.length, key).toBeLessThanOrEqual(1);
  }
  return keyed.filter(({ told }) => told.isReplay).length;
}

/** I6, I8: what the client saw is what the ledger has is what the upstream put on the wire, at the published price. */
export function expectAsTheUpstreamSays(
  asked: readonly Asked[],
  { booked, seed, upstream }: { booked: Booked; seed: number; upstream: ScriptedUpstream },
): number {
  const sent = sentUsages(upstream);
  let compared = 0;
  for (const { told } of asked) {
    const { nonce } = told.question;
    if (!told.isWhole || fateOf(seed, numberOf(nonce)) !== 'answer') continue;
    const usage = sent.get(nonce)!.find((one) => one.completion_tokens === told.usage!.completion_tokens);
    expect(usage, nonce).toBeDefined();
    expect(told.usage, nonce).toMatchObject(usage!);
    const request = booked.get(requestIdOf(told.completionId!)!)!;
    expect(request.cachedInputTokens, nonce).toBe(usage!.prompt_tokens_details.cached_tokens);
    expect(request.chargedNanos, nonce).toBe(billOf(usage!, request.tokensPaid));
    compared += 1;
  }
  return compared;
}

/**
 * I5: who was charged and did not see the end of the answer has left, or the fault that took the end away can be named:
 * the replica was killed, or PostgreSQL was away while the answer ran and its word that it had charged was lost.
 */
export function expectUnseenExplained(
  asked: readonly Asked[],
  { booked, suffered }: { booked: Booked; suffered: readonly Suffered[] },
): number {
  const unseen = asked.filter(({ told }) => {
    const isCharged = booked.get(told.requestId ?? '')?.state === 'settled';
    return isCharged && !told.isWhole && !told.hasLeft;
  });
  for (const one of unseen) {
    const cause = suffered.find(
      ({ name, victim, fromMs, recoveredMs }) =>
        one.toMs >= fromMs &&
        one.fromMs <= recoveredMs &&
        (name === 'a replica is killed' ? victim === one.replica : !name.startsWith('Redis')),
    );
    expect(cause?.name, one.told.question.nonce).toBeDefined();
  }
  return unseen.length;
}

/** I14: every word of an answer carries the number of its question. */
export function expectOwnWordsOnly(asked: readonly Asked[], seed: number): number {
  let words = 0;
  for (const { told } of asked) {
    const n = numberOf(told.question.nonce);
    if (fateOf(seed, n) === 'failure') continue;
    for (const word of told.text.split(' ').filter((one) => one !== '')) {
      expect(word.startsWith(`${n}.`), told.question.nonce).toBe(true);
      words += 1;
    }
  }
  return words;
}

/** I8, I14: any replica shows the receipt of any answer to its own key, with the named cost, and to no other. */
export async function expectReceipts(
  whole: readonly Asked[],
  { replicas, stranger }: { readonly replicas: readonly Replica[]; readonly stranger: Customer },
): Promise<void> {
  for (const [at, { told, customer }] of whole.entries()) {
    const { url } = replicas[at % replicas.length]!.process;
    const show = (key: string) =>
      fetchAgain(`${url}/receipts/${told.completionId}`, { headers: { authorization: `Bearer ${key}` } });

    const receipt = (await (await show(customer.key)).json()) as { readonly cost_czk: string };

    expect(receipt.cost_czk, told.question.nonce).toBe(told.usage!.cost_czk);
    expect((await show(stranger.key)).status).toBe(404);
  }
}

/** As clients do: a 502 says that nothing was done, and a connection to the database may have died unnoticed. */
export async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  let response = await fetch(url, init);
  for (let tries = 1; response.status === 502 && tries < TRIES_MAX; tries++) response = await fetch(url, init);
  return response;
}

const TRIES_MAX = 20;

/** I2: what people put in, less what was spent, is what is there. */
export async function expectMoneyConserved(db: Database, creditIn: bigint): Promise<void> {
  const sum = async (query: string) => BigInt(String((await db.sql.one(query))!.n));
  const spent = await sum('SELECT COALESCE(SUM(cost_nanos), 0) AS n FROM requests');
  const credit = await sum("SELECT COALESCE(SUM(balance), 0) AS n FROM pots WHERE kind = 'credit'");
  expect(credit).toBe(creditIn - spent);
}
