/**
 * An engine that fails is not asked for a while. Pure: the time is handed in, and nothing happens by itself.
 *
 *              too many failures in a row, or our key is refused
 *   closed ──────────────────────────────────────────────────────> open (longer after each failed trial)
 *     ^                                                              │ its time is over and a probe passes
 *     │ the trial begins to answer                                   v
 *     └────────────────────────────────────────────────────────── half-open ── the trial fails ──> open
 *
 * A failed trial costs a request an attempt, so the next one is put off for longer and longer. A failed probe costs nothing
 * at all: an engine that was down for an hour is found as soon as one that was down for a moment.
 *
 * A request tells its result together with the era in which it was asked. A result of an earlier era is old news: it
 * says nothing about the engine as it is now.
 */
import { waitMsAfter } from '../../lib/growing-wait.ts';

export type Circuit =
  | { readonly kind: 'closed'; readonly era: number; readonly failures: number }
  | { readonly kind: 'open'; readonly era: number; readonly untilMs: number; readonly trips: number }
  | { readonly kind: 'half-open'; readonly era: number; readonly trips: number; readonly triedAtMs?: number };

export type CircuitEvent =
  /** A request goes to the engine. */
  | { readonly type: 'asked'; readonly nowMs: number }
  /** It has begun to answer; its answer is whole; it has failed; unknown, because the client left. */
  | { readonly type: 'began' | 'finished' | 'left'; readonly era: number }
  | { readonly type: 'failed' | 'key-refused'; readonly era: number; readonly nowMs: number }
  /** We have looked by ourselves. */
  | { readonly type: 'probe-passed' | 'probe-failed'; readonly nowMs: number };

export type CircuitSettings = {
  /** So many failures in a row open it. */
  readonly failuresMax: number;
  /** How long it is open the first time and after a failed probe; after each failed trial it is twice as long. */
  readonly openMs: number;
};

export const CLOSED: Circuit = { kind: 'closed', era: 0, failures: 0 };
/** Failed trials make it no longer than this, or than the operator wants it anyway. */
export const OPEN_MS_MAX = 30_000;

/** True where a request may go to the engine now. Half-open lets one through at a time. */
export const admits = (circuit: Circuit): boolean =>
  circuit.kind === 'closed' || (circuit.kind === 'half-open' && circuit.triedAtMs === undefined);

/** True where a trial takes so long, as a JSON answer may, that another is tried before a request waits in vain. */
export const isTrialSlow = (circuit: Circuit, nowMs: number, { openMs }: CircuitSettings): boolean =>
  circuit.kind === 'half-open' && circuit.triedAtMs !== undefined && nowMs - circuit.triedAtMs >= openMs;

export function after(circuit: Circuit, event: CircuitEvent, settings: CircuitSettings): Circuit {
  if ('era' in event && event.era !== circuit.era) return circuit;
  if (circuit.kind === 'closed') return afterClosed(circuit, event, settings);
  return circuit.kind === 'open' ? afterOpen(circuit, event, settings) : afterHalfOpen(circuit, event, settings);
}

type In<Kind extends Circuit['kind']> = Extract<Circuit, { kind: Kind }>;

function afterClosed(circuit: In<'closed'>, event: CircuitEvent, settings: CircuitSettings): Circuit {
  switch (event.type) {
    case 'finished':
      return { ...circuit, failures: 0 };
    case 'key-refused':
      return openCircuit(circuit, event.nowMs, { ...settings, trips: 1 });
    case 'failed':
    case 'probe-failed': {
      const failures = circuit.failures + 1;
      return failures < settings.failuresMax
        ? { ...circuit, failures }
        : openCircuit(circuit, event.nowMs, { ...settings, trips: 1 });
    }
    // A probe asks for little: that it passes does not excuse requests that fail.
    default:
      return circuit;
  }
}

function afterOpen(circuit: In<'open'>, event: CircuitEvent, settings: CircuitSettings): Circuit {
  const isProbe = event.type === 'probe-passed' || event.type === 'probe-failed';
  if (!isProbe || event.nowMs < circuit.untilMs) return circuit;
  const { era, trips } = circuit;
  return event.type === 'probe-passed'
    ? { kind: 'half-open', era: era + 1, trips }
    : openAfterProbe(circuit, event.nowMs, settings);
}

function afterHalfOpen(circuit: In<'half-open'>, event: CircuitEvent, settings: CircuitSettings): Circuit {
  switch (event.type) {
    case 'asked':
      return { ...circuit, triedAtMs: event.nowMs };
    case 'left': {
      const { triedAtMs: _, ...untried } = circuit;
      return untried;
    }
    case 'began':
    case 'finished':
      // The era stays, so that the rest of the trial still counts.
      return { kind: 'closed', era: circuit.era, failures: 0 };
    case 'failed':
    case 'key-refused':
      return openCircuit(circuit, event.nowMs, { ...settings, trips: circuit.trips + 1 });
    case 'probe-failed':
      return openAfterProbe(circuit, event.nowMs, settings);
    default:
      return circuit;
  }
}

/** For as long as the first time; but how many trials have failed is not forgotten. */
function openAfterProbe(circuit: In<'open' | 'half-open'>, nowMs: number, settings: CircuitSettings): Circuit {
  return { ...openCircuit(circuit, nowMs, { ...settings, trips: 1 }), trips: circuit.trips };
}

function openCircuit(
  { era }: Circuit,
  nowMs: number,
  how: { readonly openMs: number; readonly trips: number },
): In<'open'> {
  const waitMs = waitMsAfter(how.trips, { firstMs: how.openMs, longestMs: Math.max(how.openMs, OPEN_MS_MAX) });
  return { kind: 'open', era: era + 1, untilMs: nowMs + waitMs, trips: how.trips };
}
