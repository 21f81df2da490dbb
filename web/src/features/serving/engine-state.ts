/** How an engine is: whether it can be reached, and what its last requests say. */
import type { EngineView } from '../../../../src/features/serving/contract.ts';

/** A tenth of the answers: above it, customers notice. */
const MANY = 0.1;

export type EngineState = 'drained' | 'down' | 'fails' | 'someFail' | 'up';

export function engineState({ isDraining, ok, answered, failed }: EngineView): EngineState {
  if (isDraining) return 'drained';
  if (!ok) return 'down';
  if (failed > 0 && answered === 0) return 'fails';
  return failed > 0 && failed / (answered + failed) >= MANY ? 'someFail' : 'up';
}
