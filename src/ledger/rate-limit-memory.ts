import {
  type AdmissionLog,
  admit,
  createAdmissionLog,
  isIdle,
  look,
  type RateLimit,
  type RateRule,
} from '../core/rate-limit.ts';
import { createTokenLog, isTokenLogIdle, type TokenLog, takeTokens } from '../core/token-rate.ts';
import type { Clock } from '../platform/clock.ts';
import type { RateLimits } from './rate-limiter.ts';

/** Admission times in this process's memory: exact for one server. Logs of idle keys are dropped now and then. */
export function createMemoryRateLimits(limit: RateLimit, clock: Clock): RateLimits {
  const logs = new Map<string, AdmissionLog>();
  const tokenLogs = new Map<string, TokenLog>();
  const { windowMs } = limit;
  let sweepAtMs = clock.monotonicMs() + limit.windowMs;

  function sweep(nowMs: number): void {
    sweepAtMs = nowMs + limit.windowMs;
    for (const [keyId, log] of logs) if (isIdle(log, limit, nowMs)) logs.delete(keyId);
    for (const [id, log] of tokenLogs) if (isTokenLogIdle(log, { nowMs, windowMs })) tokenLogs.delete(id);
  }

  function tokenLogOf({ id }: RateRule): TokenLog {
    const log = tokenLogs.get(id) ?? createTokenLog();
    tokenLogs.set(id, log);
    return log;
  }

  function logOf(id: string, nowMs: number): AdmissionLog {
    if (nowMs >= sweepAtMs) sweep(nowMs);
    let log = logs.get(id);
    if (!log) {
      log = createAdmissionLog(limit);
      logs.set(id, log);
    }
    return log;
  }

  return {
    admit: (keyId, _mayTakeSlice, max = limit.max) => {
      const nowMs = clock.monotonicMs();
      return admit(logOf(keyId, nowMs), { ...limit, max }, nowMs);
    },
    admitAll: (rules, requests) => {
      const nowMs = clock.monotonicMs();
      const known = rules.map(({ id, max }) => ({ log: logOf(id, nowMs), limit: { ...limit, max } }));
      const seen = known.map(({ log, limit }) => look(log, limit, nowMs));
      const isFree = seen.every(({ remaining }) => remaining >= requests);
      if (isFree && requests === 1) return known.map(({ log, limit }) => admit(log, limit, nowMs));
      return seen.map((one) => ({ ...one, admitted: one.remaining >= requests }));
    },
    takeTokens: (taking) => takeTokens(taking.rules.map(tokenLogOf), taking, { nowMs: clock.monotonicMs(), windowMs }),
    look: (keyId, max = limit.max) =>
      look(logs.get(keyId) ?? createAdmissionLog(limit), { ...limit, max }, clock.monotonicMs()),
  };
}
