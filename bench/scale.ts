/**
 * `npm run bench -- scale [--seed 7] [--servers 100] [--accounts 100000] [--hours 24] [--seconds 5] [--rate 2000]
 *   [--cores 16] [--sticky]`
 * `npm run bench -- scale --measure`
 *
 * A day of many servers on one PostgreSQL, simulated: the product's own keepers of leases, in virtual time, on a model of the
 * database whose costs were measured (`--measure` measures them here). Of each hour so many seconds are run, one after the
 * other; the rate of chats follows the day. The same seed gives the same table.
 */

import { printTable, quantileOf, show } from './support/figures.ts';
import { measureCosts } from './support/measured-costs.ts';
import { readArguments, refuseArguments } from './support/options.ts';
import { type Counts, newCounts, type Scale, ScaleRun } from './support/scale-traffic.ts';

const { values: options } = readArguments({
  options: {
    seed: { type: 'string', default: '7' },
    servers: { type: 'string', default: '100' },
    accounts: { type: 'string', default: '100000' },
    hours: { type: 'string', default: '24' },
    seconds: { type: 'string', default: '5' },
    rate: { type: 'string', default: '2000' },
    cores: { type: 'string', default: '16' },
    sticky: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
  },
});
/** Until as many chats end as begin. */
const WARM_UP_MS = 30_000;
const HOURS_A_DAY = 24;
/** At four in the morning a fifth of what it is at four in the afternoon. */
const LEAST_RATE = 0.2;
const MACHINE = { roundTripMs: 0.5, flushMs: 1 };

if (options.measure) await measureCosts();
else await simulateDay();

async function simulateDay(): Promise<void> {
  const [seed, servers, accounts, hours, seconds, peakRate, cores] = (
    ['seed', 'servers', 'accounts', 'hours', 'seconds', 'rate', 'cores'] as const
  ).map(numberOf) as [number, number, number, number, number, number, number];
  const scale: Scale = { seed, servers, accounts, peakRate, isSticky: options.sticky, machine: { cores, ...MACHINE } };
  const run = new ScaleRun(scale);
  using _ = run.time.replaceIntervals();
  await run.start();
  run.rate = rateAt(0);
  await run.time.runUntil(run.time.nowMs + WARM_UP_MS);
  const rows: Hour[] = [];
  for (let hour = 0; hour < hours; hour += 1) {
    run.rate = rateAt(hour % HOURS_A_DAY);
    rows.push(await runHour(run, { hour, seconds }));
  }
  printTable(
    [
      'hour',
      'chats a second',
      'statements a second',
      'for one chat',
      'leases',
      'p50 and p99 of a hold, ms',
      '402',
      'cores of the database',
      'hottest account, rows locked',
    ],
    rows.map(cellsOf),
  );
  const all = rows.reduce((sum, { chats }) => sum + chats, 0);
  console.log(
    `seed ${seed}: ${servers} servers, ${accounts} accounts, ${show(all)} chats, ${show(run.time.events)} events`,
  );
}

/** A whole number from 1 on; a seed may be zero. */
function numberOf(name: 'seed' | 'servers' | 'accounts' | 'hours' | 'seconds' | 'rate' | 'cores'): number {
  const value = Number(options[name]);
  if (Number.isSafeInteger(value) && value >= (name === 'seed' ? 0 : 1)) return value;
  return refuseArguments(`--${name} is a whole number, and not "${options[name]}"`);
}

function rateAt(hour: number): number {
  const swing = (1 - Math.cos(((hour - 4) / HOURS_A_DAY) * 2 * Math.PI)) / 2;
  return LEAST_RATE + (1 - LEAST_RATE) * swing;
}

type Hour = Counts & {
  readonly hour: number;
  readonly seconds: number;
  readonly statements: number;
  readonly polls: number;
  readonly leases: number;
  readonly busyMs: number;
  /** Of the account whose rows were locked longest. */
  readonly lockedMs: number;
};

async function runHour(run: ScaleRun, { hour, seconds }: Pick<Hour, 'hour' | 'seconds'>): Promise<Hour> {
  const { database, time } = run;
  database.counted.clear();
  database.lockedMs.clear();
  run.counts = newCounts();
  await time.runUntil(time.nowMs + seconds * 1000);
  const kinds = [...database.counted.values()];
  return {
    ...{ hour, seconds, ...run.counts, leases: database.leased.length },
    statements: kinds.reduce((sum, { statements }) => sum + statements, 0),
    polls: database.counted.get('wanted')?.statements ?? 0,
    busyMs: kinds.reduce((sum, { busyMs }) => sum + busyMs, 0),
    lockedMs: Math.max(0, ...database.lockedMs.values()),
  };
}

function cellsOf(hour: Hour): readonly string[] {
  const { seconds, chats, statements, polls, waitsMs, busyMs, lockedMs } = hour;
  return [
    String(hour.hour),
    show(chats / seconds),
    `${show(statements / seconds)}, ${show(polls / seconds)} of them looks`,
    show(statements / chats, 1),
    show(hour.leases),
    `${show(quantileOf(waitsMs, 0.5), 1)}, ${show(quantileOf(waitsMs, 0.99), 1)}`,
    show(hour.refused + hour.unknown),
    show(busyMs / seconds / 1000, 2),
    `${show((lockedMs / seconds / 1000) * 100)} %`,
  ];
}
