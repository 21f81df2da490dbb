import type { Clock, RateLimits } from '../domain/ports.ts';
import { type AdmissionLog, admit, createAdmissionLog, isIdle, look, type RateLimit } from '../domain/rate-limit.ts';

/** Admission times in this process's memory: exact for one server. Logs of idle keys are dropped now and then. */
export function createMemoryRateLimits(limit: RateLimit, clock: Clock): RateLimits {
  const logs = new Map<string, AdmissionLog>();
  let sweepAtMs = clock.monotonicMs() + limit.windowMs;

  function sweep(nowMs: number): void {
    sweepAtMs = nowMs + limit.windowMs;
    for (const [keyId, log] of logs) if (isIdle(log, limit, nowMs)) logs.delete(keyId);
  }

  return {
    admit: (keyId, _mayTakeSlice, max = limit.max) => {
      const nowMs = clock.monotonicMs();
      if (nowMs >= sweepAtMs) sweep(nowMs);
      let log = logs.get(keyId);
      if (!log) {
        log = createAdmissionLog(limit);
        logs.set(keyId, log);
      }
      return admit(log, { ...limit, max }, nowMs);
    },
    look: (keyId, max = limit.max) =>
      look(logs.get(keyId) ?? createAdmissionLog(limit), { ...limit, max }, clock.monotonicMs()),
  };
}
