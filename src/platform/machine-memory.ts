import { totalmem } from 'node:os';

/** On a machine with less, half of it would not hold the built-in model. */
const BYTES_MIN = 512 * 2 ** 20;

/** The memory that models may take unless the operator says otherwise: half of what the machine, or its container, has. */
export function memoryForModelsBytes(): number {
  // In a container the machine's own number would be a promise that is not kept; without a limit this says 0, or more.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.max(BYTES_MIN, Math.floor(Math.min(totalmem(), limit) / 2));
}
