/**
 * Random walks of an organisation and its money, over HTTP: members with budgets come and go, ownership is handed over,
 * keys belong to members or to the organisation, requests run meanwhile, and a saved card tops the credit up. After each
 * step the service says what plain sums say (`organisation-model.ts`).
 */
import { expect } from 'bun:test';
import { monthOf } from '../../src/core/calendar.ts';
import { formatCzk, nanos } from '../../src/core/money.ts';
import type { LimitView } from '../../src/platform/api/limits.ts';
import { startTopUps } from '../payments/top-up.fixture.ts';
import { currentDatabase, test } from '../support/databases.ts';
import { seeded } from '../support/random.ts';
import { seeds } from '../support/thorough.ts';
import type { Visitor } from '../support/visitor.ts';
import { czk, OrganisationModel } from './organisation-model.ts';
import { BEGINNING, CHOICES, end, HOUR_MS, PEOPLE, sweepOnce, type Walk } from './organisation-steps.ts';

const SEEDS = { SQLite: seeds(2, 80), PostgreSQL: seeds(1, 15) };
const STEPS = 160;
const BEGINS_WITH_CZK = 150;

test('members, budgets, hand-overs and top-ups add up at every step of every walk', async () => {
  for (const seed of SEEDS[currentDatabase()]) await walkWith(seed);
});

async function walkWith(seed: number): Promise<void> {
  await using topUps = await startTopUps();
  const { service } = topUps;
  const { accountId } = service.anna;
  const visitors = new Map<string, Visitor>([['anna', service.anna]]);
  for (const userId of PEOPLE.slice(1)) visitors.set(userId, await service.newPerson(userId));
  let step = 0;
  const { price } = service.catalogue.models.get(service.catalogue.defaultModel)!;
  const walk: Walk = {
    ...{ topUps, accountId, visitors, random: seeded(seed), made: 0 },
    model: new OrganisationModel('anna', czk(BEGINS_WITH_CZK), price),
    as: (userId) => actingIn(visitors.get(userId)!, accountId),
    where: () => `seed ${seed}, step ${step}`,
  };
  await topUps.leave(service.anna, `${BEGINS_WITH_CZK}`);
  for (const first of BEGINNING) await first(walk);

  for (; step < STEPS; step += 1) {
    await walk.random.pick(CHOICES)(walk);
    await expectSame(walk);
  }

  for (const requestId of [...walk.model.holds.keys()]) await end(walk, requestId);
  await expectSame(walk);
  await expectPaid(walk);
  expect((await service.audit()).problems, walk.where()).toEqual([]);
}

function actingIn(visitor: Visitor, account: string): Visitor {
  const ask: Visitor['ask'] = (name, asking) => visitor.ask(name, { ...asking, query: { ...asking?.query, account } });
  return { ...visitor, accountId: account, ask };
}

/** The owner's pages beside the model. */
async function expectSame({ model, as, topUps, where }: Walk): Promise<void> {
  const nowMs = topUps.service.clock.nowMs();
  const owner = as(model.owner);
  const [team, billing, topUp] = await Promise.all([
    owner.ask('GET /api/members'),
    owner.ask('GET /api/billing'),
    owner.ask('GET /api/billing/top-up'),
  ]);
  const members = team.body.members.map(({ id, role, budget }) => [
    id,
    { role, ...budget, limits: budget?.limits.map(shownLimit) },
  ]);
  const people = [model.owner, ...model.members.keys()];
  const expected = people.map((userId) => {
    const { credit, tokens } = model.members.get(userId)?.budget ?? { credit: null, tokens: null };
    const used = model.usedBy(userId, nowMs);
    return [
      userId,
      {
        role: model.roleOf(userId),
        limits: [
          ...(credit === null ? [] : [`${written(used.credit)} of ${written(credit)} CZK a month`]),
          ...(tokens === null ? [] : [`${used.tokens} of ${tokens} tokens a month`]),
        ],
        spentCzk: written(used.credit),
        usedTokens: Number(used.tokens),
      },
    ];
  });
  expect(Object.fromEntries(members), where()).toEqual(Object.fromEntries(expected));
  const { creditCzk, debtCzk, packages, limits } = billing.body;
  const spent = model.used(() => true, monthOf(nowMs)).credit;
  const { credit: most } = model.limit;
  expect({ creditCzk, debtCzk, limits: limits.map(shownLimit) }, where()).toEqual({
    creditCzk: written(model.credit),
    debtCzk: '0',
    limits: most === null ? [] : [`${written(spent)} of ${written(most)} CZK a month`],
  });
  const tokensLeft = packages.reduce((sum, one) => sum + one.tokensLeft, 0);
  expect(tokensLeft, where()).toBe(Number(model.packages));
  expect(
    [topUp.body.card !== null, topUp.body.rule?.isOn ?? false, topUp.body.monthUsedCzk, topUp.body.inFlight !== null],
    where(),
  ).toEqual([model.hasCard, model.rule?.isOn ?? false, written(model.toppedUp(nowMs)), model.inFlight !== undefined]);
}

/** Once for each order that is paid, and for none besides. */
async function expectPaid(walk: Walk): Promise<void> {
  const { topUps, model, where } = walk;
  topUps.service.clock.pass(2 * HOUR_MS);
  await sweepOnce(walk, { bank: 'decline', dies: null });
  const succeeded = topUps.stripe.cards.intents.filter(({ status }) => status === 'succeeded');
  const paid = model.orders.filter(({ paidAtMs }) => paidAtMs !== null);
  expect(succeeded.length, where()).toBe(paid.length);
  expect(written(model.credit), where()).toBe(await topUps.credit(topUps.service.anna));
}

const shownLimit = ({ max, unit, window, used }: LimitView): string => `${used} of ${max} ${unit} a ${window}`;

const written = (amount: bigint): string => formatCzk(nanos(amount));
