/**
 * The metrics of all workers as one. What a worker had counted when it was last asked stays in the sum after its end:
 * a sum that went down would look to Prometheus like a service that began anew, and count everything again.
 */
import { combine, type Family, textOf } from '../../lib/prometheus.ts';

type GatheredMetrics = {
  text(): Promise<string>;
  /** The worker has ended; its number may come again, and counts from nothing. */
  ended(worker: number): void;
};

/** `ask` gives what each worker that serves has counted, as soon as it says so, and resolves when it waits no longer. */
export function createGatheredMetrics(
  ask: (onAnswer: (worker: number, families: readonly Family[]) => void) => Promise<void>,
): GatheredMetrics {
  const last = new Map<number, readonly Family[]>();
  let departed: readonly Family[] = [];

  return {
    text: async () => {
      const fresh = new Set<number>();
      await ask((worker, families) => {
        last.set(worker, families);
        fresh.add(worker);
      });
      const all = [...last].map(([worker, families]) => (fresh.has(worker) ? families : counted(families)));
      return textOf(combine([...all, departed]));
    },
    ended: (worker) => {
      departed = combine([departed, counted(last.get(worker) ?? [])]);
      last.delete(worker);
    },
  };
}

/** Gauges of now do not hold for a worker that does not answer. */
const counted = (families: readonly Family[]): readonly Family[] => families.filter(({ type }) => type !== 'gauge');
