/** Nothing piles up under mixed load with cuts and faults. `npm run soak` does the same for half an hour. */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { soak } from '../support/soak.ts';
import { SOAK_HEAD, soakLine, soakPage } from '../support/soak-table.ts';
import { isThorough } from '../support/thorough.ts';

const MINUTES_SHORT = isThorough ? 0.4 : 0.2;
const isLong = process.env.BOREAL_SOAK_MINUTES !== undefined;
const minutes = Number(process.env.BOREAL_SOAK_MINUTES ?? MINUTES_SHORT);
const seed = Number(process.env.SEED ?? 1);
/** A short run ends while memory still settles, the more so the faster the machine; a long one has no such excuse. */
const growthMax = minutes >= 30 ? 1.2 : 2;
/** The first five minutes of half an hour are for settling. */
const baselineMs = isLong ? minutes * 10_000 : 4000;
/** A long run also waits until kept connections are closed. */
const descriptorsKeptMax = isLong ? 0 : 12;
const rowMs = isLong ? 60_000 : 5000;

test(
  'memory stays level, nothing is left open or held, and the ledger is right',
  async () => {
    if (isLong) console.log(SOAK_HEAD);
    const report = await soak({
      durationMs: minutes * 60_000,
      ...{ baselineMs, seed, rowMs, descriptorsKeptMax },
      ...(!isLong && !isThorough && { requestsPerSecondMax: 400 }),
      ...(isLong && { onRow: (row) => console.log(soakLine(row)) }),
    });
    if (isLong) console.log(soakPage(report, `npm run soak -- ${minutes} ${seed}`));
    const reportFile = process.env.BOREAL_SOAK_REPORT;
    if (reportFile) writeFileSync(reportFile, soakPage(report, `npm run soak -- ${minutes} ${seed} ${reportFile}`));

    expect(Object.keys(report.requests)).toHaveLength(9);
    expect(report.openHoldsAfter).toBe(0);
    expect(report.audit).toStartWith('The ledger is right: ');
    expect(report.auditCode).toBe(0);
    expect(report.engineConnectionsAfter).toBeLessThan(20);
    expect(report.endBytes / report.baselineBytes).toBeLessThan(growthMax);
  },
  minutes * 60_000 + 240_000,
);
