/**
 * At most `max` admissions in any window of `windowMs`, exactly: a log of admission times. (A fixed window, a token
 * bucket or a sliding counter lets nearly twice as many through in some window.) Refused requests leave no trace, so a
 * client that hammers is let in again as soon as its oldest admission leaves the window.
 */
export type RateLimit = { readonly max: number; readonly windowMs: number };

/** One of the limits that a request is under: whose it is, and how many. */
export type RateRule = { readonly id: string; readonly max: number };

/** The last admissions as a ring, which has room for `max` of the service and grows for more; the caller owns it and the
 * clock. A rule's `max` may be lower, and change. */
export type AdmissionLog = { times: Float64Array; next: number; count: number };

export type Admission = {
  readonly admitted: boolean;
  /** How many more would be admitted now. */
  readonly remaining: number;
  /** Until the oldest counted admission leaves the window, when `remaining` next grows. */
  readonly resetMs: number;
};

export const createAdmissionLog = (limit: RateLimit): AdmissionLog => ({
  times: new Float64Array(limit.max),
  next: 0,
  count: 0,
});

/** Admits and records, or refuses and records nothing. `nowMs` must come from a clock that never goes back. */
export function admit(log: AdmissionLog, limit: RateLimit, nowMs: number): Admission {
  forgetOld(log, limit, nowMs);
  const admitted = log.count < limit.max;
  if (admitted) {
    if (log.count === log.times.length) grow(log);
    log.times[log.next] = nowMs;
    log.next = (log.next + 1) % log.times.length;
    log.count += 1;
  }
  return { admitted, remaining: left(log, limit), resetMs: oldestOf(log) + limit.windowMs - nowMs };
}

/** The answer to a request that was refused for another reason; records nothing. */
export function look(log: AdmissionLog, limit: RateLimit, nowMs: number): Admission {
  forgetOld(log, limit, nowMs);
  const resetMs = log.count === 0 ? 0 : oldestOf(log) + limit.windowMs - nowMs;
  return { admitted: false, remaining: left(log, limit), resetMs };
}

/** True where nothing of the log counts any more, so that it may be thrown away. */
export function isIdle(log: AdmissionLog, limit: RateLimit, nowMs: number): boolean {
  forgetOld(log, limit, nowMs);
  return log.count === 0;
}

/** The one of several rules that the caller should know: of those that refuse, the one that does so longest; else the one with the
 * least left. */
export function strictestOf<Said extends Admission>(said: readonly Said[]): Said {
  const refusing = said.filter(({ admitted }) => !admitted);
  if (refusing.length > 0) return refusing.reduce((a, b) => (b.resetMs > a.resetMs ? b : a));
  return said.reduce((a, b) => (b.remaining < a.remaining ? b : a));
}

function grow(log: AdmissionLog): void {
  const inOrder = Float64Array.from(
    { length: log.count },
    (_, at) => log.times[(log.next + at) % log.times.length] ?? 0,
  );
  log.times = new Float64Array(2 * log.count);
  log.times.set(inOrder);
  log.next = inOrder.length;
}

/** An admission exactly one window ago no longer counts: the window is half-open. */
function forgetOld(log: AdmissionLog, limit: RateLimit, nowMs: number): void {
  while (log.count > 0 && oldestOf(log) + limit.windowMs <= nowMs) log.count -= 1;
}

const oldestOf = ({ times, next, count }: AdmissionLog): number => times[(next - count + times.length) % times.length]!;

const left = ({ count }: AdmissionLog, { max }: RateLimit): number => Math.max(0, max - count);
