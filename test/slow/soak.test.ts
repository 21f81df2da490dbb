/** Nothing piles up under mixed load with cuts and faults. `node scripts/soak.mjs` does the same for half an hour. */
import { expect, test } from 'bun:test';
import { soak } from '../support/soak.ts';

const MINUTES_SHORT = 0.4;
const minutes = Number(process.env.BOREAL_SOAK_MINUTES ?? MINUTES_SHORT);
const seed = Number(process.env.SEED ?? 1);
/** A short run ends while memory still settles; a long one has no such excuse. */
const growthMax = minutes >= 30 ? 1.2 : 1.5;

test(
  'memory stays level, nothing is left open or held, and the books are right',
  async () => {
    const report = await soak({
      durationMs: minutes * 60_000,
      baselineMs: minutes * 10_000,
      seed,
      ...(process.env.BOREAL_SOAK_MINUTES && { onSample: (line: string) => console.log(line) }),
    });
    if (process.env.BOREAL_SOAK_MINUTES) console.log(report);

    expect(Object.keys(report.requests)).toHaveLength(9);
    expect(report.openHoldsAfter).toBe(0);
    expect(report.audit).toStartWith('The books are right: ');
    expect(report.auditCode).toBe(0);
    expect(report.engineConnectionsAfter).toBeLessThan(20);
    expect(report.endBytes / report.baselineBytes).toBeLessThan(growthMax);
  },
  minutes * 60_000 + 240_000,
);
