import type { Engine } from '../../core/engine.ts';
import { repeat } from '../../lib/repeat.ts';

const PULSE_MS = 5_000;
/** So many pulses without an answer, and the process counts as hung. */
const MISSED_PULSES_MAX = 3;

/** Looks now and then whether a process that lives answers: one that does not is as good as dead. Returns how to stop. */
export function watchPulse(engine: Pick<Engine, 'health'>, onHung: () => void): () => void {
  let missed = 0;
  const work = async () => {
    missed = (await engine.health()).ok ? 0 : missed + 1;
    if (missed >= MISSED_PULSES_MAX) onHung();
  };
  const pulse = repeat({ everyMs: PULSE_MS, work, onFailure: () => {} });
  return () => void pulse.stop();
}
