/**
 * Two real servers and many poor accounts whose leases are wanted back just when they rest. No pot is wrong at any moment, no
 * customer is refused for what another one does, and nothing stays held.
 *
 * `BOREAL_RECALLS_MINUTES=10` does so for ten minutes; `SEED=n` repeats the choices of a run.
 */
import { expect, test } from 'bun:test';
import { audit } from '../../src/ledger/audit/audit.ts';
import { meetRestingLeases, POOR } from '../support/recall-load.ts';
import { startReplicaSet } from '../support/replica-set.ts';
import { startUpstream } from '../support/scripted-upstream.ts';
import { PLENTY, until } from '../support/service.ts';
import { times } from '../support/thorough.ts';

const ROUNDS = times(3, 8);
const minutes = Number(process.env.BOREAL_RECALLS_MINUTES ?? 0);
const SEED = Number(process.env.SEED ?? 20261117);
const POOR_ACCOUNTS = times(40, 80);
const RICH_ACCOUNTS = 6;
const WRONG_POTS = `SELECT p.id, p.held, COALESCE(SUM(l.amount), 0) AS leased FROM pots p
  LEFT JOIN leases l ON l.pot_id = p.id GROUP BY p.id, p.held HAVING p.held <> COALESCE(SUM(l.amount), 0)`;
const ENV = { BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };

test(
  `leases that are wanted back when they rest: ${POOR_ACCOUNTS} poor accounts on two servers, ${ROUNDS} rounds each and ${minutes} minutes at least`,
  async () => {
    console.log(`SEED=${SEED}`);
    await using upstream = await startUpstream({ requestsMax: 1000 });
    await using set = await startReplicaSet({
      clockShiftsMs: [0, 0],
      engineUrl: upstream.url,
      limiter: 'PostgreSQL',
      env: ENV,
    });
    const credits = [...Array(POOR_ACCOUNTS).fill(POOR), ...Array(RICH_ACCOUNTS).fill(PLENTY)];
    const customers = await Promise.all(credits.map((credit) => set.newCustomer(credit)));
    const wrong: unknown[] = [];
    const look = async () => void wrong.push(...(await set.db.sql.all(WRONG_POTS)));
    const looking = setInterval(() => void look(), 250);

    const untilMs = performance.now() + minutes * 60_000;
    const load = { set, upstream, customers, seed: SEED, rounds: ROUNDS, untilMs };
    const answers = await meetRestingLeases(load).finally(() => clearInterval(looking));

    const failed = answers.filter(({ status, text }) => status !== 200 || text.includes('"error"'));
    console.log(`${answers.length} answers, ${failed.length} failed, ${wrong.length} wrong pots seen`);
    expect(failed.slice(0, 5).map(({ status, text }) => [status, text])).toEqual([]);
    await until(
      'nothing is held',
      async () => (await set.db.sql.all('SELECT id FROM pots WHERE held > 0')).length === 0,
    );
    await look();
    expect(wrong.slice(0, 5)).toEqual([]);
    expect((await audit(set.db, Date.now())).problems).toEqual([]);
    // Each account has met the moment several times.
    expect(answers.length).toBeGreaterThanOrEqual(customers.length * ROUNDS * 3);
  },
  minutes * 60_000 + 120_000,
);
