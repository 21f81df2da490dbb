/** The database of the lease model does what the real one does, call by call. */
import { describe, expect } from 'bun:test';
import { nanos } from '../../src/core/money.ts';
import { DEFAULT_PLANS } from '../../src/core/plan.ts';
import type { JournalRow, LeaseRequest, Leases } from '../../src/ledger/lease-ports.ts';
import { createStores } from '../../src/server/stores/stores.ts';
import { test } from '../support/databases.ts';
import { NOON, openStorage, PRICE, usageOf } from '../support/ledger-fixture.ts';
import { type Random, seeded } from '../support/random.ts';
import { ACCOUNT, LeaseDatabase } from './lease-database.ts';

const SEED = Number(process.env.SEED ?? 20261117);
const CALLS = 400;
const CREDIT = 400n * PRICE.output;
const SERVERS = ['srv_1', 'srv_2', 'srv_3'];
const REQUEST = { accountId: ACCOUNT, keyId: 'key_1', model: 'm', atMs: NOON, inputTokensMax: 0 };

type Call = readonly [name: 'extend' | 'write' | 'giveBack' | 'wanted' | 'drop', values: readonly unknown[]];

describe('the lease store of the model', () => {
  test(`answers ${CALLS} calls as the real one does, and has the same rows after each (seed ${SEED})`, async () => {
    await using storage = await openStorage();
    await storage.account({ credit: CREDIT });
    const priceVersion = await storage.publish();
    const pot = (await storage.db.sql.one('SELECT id FROM pots'))!;
    const model = new LeaseDatabase(CREDIT, { potId: String(pot.id) });
    const real = createStores(storage.db, DEFAULT_PLANS).leases;
    const modelled: Pick<Leases, Call[0] | 'open'> = {
      ...model.calls,
      giveBack: async (order) => model.beginGiveBack(order)(),
    };
    const random = seeded(SEED);
    for (const server of SERVERS) for (const leases of [real, modelled]) await leases.open(server);

    for (let n = 0; n < CALLS; n += 1) {
      const [name, values] = nextCall(model, random, { n, potId: String(pot.id), priceVersion });
      const [said, expected] = [await outcomeOf(real, name, values), await outcomeOf(modelled, name, values)];

      const about = `seed ${SEED}, call ${n}: ${name}`;
      expect([about, said]).toEqual([about, expected]);
      const rows = await storage.db.sql.all('SELECT server_id, amount, wanted FROM leases');
      const { balance, held } = (await storage.db.sql.one('SELECT balance, held FROM pots'))!;
      const leases = new Map(
        rows.map((row) => [String(row.server_id), { amount: BigInt(row.amount!), wanted: BigInt(row.wanted!) }]),
      );
      expect([about, BigInt(balance!), BigInt(held!), leases]).toEqual([
        about,
        model.balance,
        model.held,
        model.leases,
      ]);
      if (name === 'drop') for (const one of [real, modelled]) await one.open(String(values[0]));
    }
  });
});

const FAILED = 'failed';

async function outcomeOf(leases: Pick<Leases, Call[0]>, name: Call[0], values: Call[1]): Promise<unknown> {
  const call = leases[name] as (...all: Call[1]) => Promise<unknown>;
  return call(...values).catch(() => FAILED);
}

type About = { readonly n: number; readonly potId: string; readonly priceVersion: string };

function nextCall(model: LeaseDatabase, random: Random, { n, potId, priceVersion }: About): Call {
  const serverId = random.pick(SERVERS);
  const request = { ...REQUEST, priceVersion, requestId: `req_${n}` };
  const leased = model.leases.get(serverId)?.amount ?? 0n;
  const amount = (leased * BigInt(random.integer(0, 5))) / 4n;
  const calls: Record<Call[0], () => readonly unknown[]> = {
    extend: () => {
      const requests = [{ ...request, price: PRICE, outputTokensMax: random.integer(1, 100) }];
      const free = new Map([[potId, random.pick([0n, amount < leased ? amount : leased])]]);
      const recalled = random.pick([[], [potId]]);
      const growth = random.integer(0, 3);
      const asked: LeaseRequest = {
        requests,
        free,
        growth,
        serverId,
        accountId: ACCOUNT,
        atMs: NOON,
        keyIds: [],
        recalled,
      };
      return [asked];
    },
    write: () => {
      const cost = nanos(amount / 20n);
      const charge = { tokenParts: [], cost, tokens: 1n, usage: usageOf(0, 1), ofLimits: [] };
      const held = { request, outputTokensMax: 1, tokenParts: [], creditPotId: potId, credit: cost };
      const row: JournalRow = { held, outcome: 'finished', endedAtMs: NOON, firstEventAtMs: null, charge };
      return [{ serverId, rows: [row] }];
    },
    giveBack: () => {
      const parts = amount > 0n ? [{ potId, amount }] : [];
      const accountIds = random.integer(0, 3) === 0 ? [ACCOUNT] : [];
      const answered = random.pick([[], [{ id: potId, times: BigInt(random.integer(1, 2)) }]]);
      return [{ serverId, parts, accountIds, limitIds: [], answered }];
    },
    wanted: () => [serverId],
    drop: () => [serverId],
  };
  const name = random.pick(['extend', 'extend', 'extend', 'write', 'write', 'giveBack', 'wanted', 'drop'] as const);
  return [name, calls[name]()];
}
