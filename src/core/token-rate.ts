/**
 * Tokens of the last minute, by the second: what a request brings counts when it is admitted, by a guess, and what it has
 * really used counts in place of the guess when it has ended. A second counts until a whole window after its end, so what
 * came within any window is never more than what is counted.
 */
import type { Admission, RateRule } from './rate-limit.ts';

/** How long the seconds are. */
export const TICK_MS = 1000;

export type TokenLog = { readonly ticks: Map<number, number>; sum: number };

export const createTokenLog = (): TokenLog => ({ ticks: new Map(), sum: 0 });

/** The tokens counted for one request, and the tick. */
export type TakenTokens = { readonly tokens: number; readonly tick: number };

/** Tokens to be counted under each rule or, where one of them refuses it, under none. */
export type TokenTaking = {
  readonly rules: readonly RateRule[];
  readonly tokens: number;
  /** The entry that it takes the place of. It is given back whether or not this is refused. */
  readonly instead?: TakenTokens;
};

/** As each rule says it, in their order: `resetMs` is until more is free, of one that refuses until it would fit. */
export type TokenAnswer = { readonly said: readonly Admission[]; readonly taken: TakenTokens };

const tickOf = (nowMs: number): number => Math.ceil(nowMs / TICK_MS);

/** The rules' logs in their order; the caller owns them and the clock, which never goes back. */
export function takeTokens(
  logs: readonly TokenLog[],
  taking: TokenTaking,
  at: { nowMs: number; windowMs: number },
): TokenAnswer {
  const { rules, tokens, instead } = taking;
  const tick = tickOf(at.nowMs);
  for (const log of logs) {
    forget(log, at);
    if (instead && log.ticks.has(instead.tick)) add(log, instead.tick, -instead.tokens);
  }
  const fits = rules.every(({ max }, n) => logs[n]!.sum + tokens <= max);
  const taken = { tokens: fits ? tokens : 0, tick };
  const said = rules.map(({ max }, n) => {
    const log = logs[n]!;
    const over = log.sum + tokens - max;
    const resetMs = freesAt(log, Math.max(1, over), tokens > 0 && fits ? tick : undefined) + at.windowMs - at.nowMs;
    if (taken.tokens > 0) add(log, tick, tokens);
    return { admitted: over <= 0, remaining: Math.max(0, max - log.sum), resetMs: Math.max(0, resetMs) };
  });
  return { said, taken };
}

/** True where nothing of it counts any more. */
export function isTokenLogIdle(log: TokenLog, at: { nowMs: number; windowMs: number }): boolean {
  forget(log, at);
  return log.ticks.size === 0;
}

function forget(log: TokenLog, { nowMs, windowMs }: { nowMs: number; windowMs: number }): void {
  for (const [tick, tokens] of log.ticks) {
    if (tick * TICK_MS + windowMs > nowMs) return;
    log.ticks.delete(tick);
    log.sum -= tokens;
  }
}

function add(log: TokenLog, tick: number, tokens: number): void {
  log.ticks.set(tick, (log.ticks.get(tick) ?? 0) + tokens);
  log.sum += tokens;
}

/** When so many tokens have come that their leaving frees `need`. */
function freesAt(log: TokenLog, need: number, ownTick: number | undefined): number {
  let freed = 0;
  for (const [tick, tokens] of log.ticks) {
    freed += tokens;
    if (freed >= need) return tick * TICK_MS;
  }
  return (ownTick ?? Number.NEGATIVE_INFINITY) * TICK_MS;
}
