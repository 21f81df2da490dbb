/** The steps of a walk of an organisation: each is done at the service and in the model. */
import { expect } from 'bun:test';
import type { ServiceError } from '../../src/core/errors.ts';
import { formatCzk, nanos } from '../../src/core/money.ts';
import { FRESH_MS } from '../../src/core/person.ts';
import { GIVEN_ROLES, type MemberRole } from '../../src/core/roles.ts';
import type { startTopUps } from '../payments/top-up.fixture.ts';
import { PASSWORD } from '../support/known-people.ts';
import { NOON } from '../support/ledger-fixture.ts';
import type { Random } from '../support/random.ts';
import { fingerprint } from '../support/test-platform.ts';
import type { Visitor } from '../support/visitor.ts';
import { czk, type Limit, NO_LIMIT, type OrganisationModel, type Sweep } from './organisation-model.ts';

export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Anna begins as the owner, the others are invited. */
export const PEOPLE = ['anna', 'dan', 'eva', 'petr', 'jana'] as const;
/** Longer than a walk: packages only run out by use. */
const PACKAGE_MS = 3000 * DAY_MS;

export type Walk = {
  readonly topUps: Awaited<ReturnType<typeof startTopUps>>;
  readonly model: OrganisationModel;
  readonly random: Random;
  readonly accountId: string;
  /** A person who acts in the organisation. */
  readonly as: (userId: string) => Visitor;
  readonly visitors: ReadonlyMap<string, Visitor>;
  readonly where: () => string;
  made: number;
};
type Step = (walk: Walk) => Promise<unknown>;

const WEIGHTS: readonly (readonly [weight: number, step: Step])[] = [
  [20, holdSome],
  [8, settle],
  [2, release],
  [6, limitMember],
  [2, limitAccount],
  [4, newKey],
  [2, endKey],
  [3, join],
  [1, changeRole],
  [1, remove],
  [1, leave],
  [1, handOver],
  [4, saveCard],
  [1, removeCard],
  [4, setRule],
  [8, sweep],
  [4, passTime],
  [3, grant],
];
export const CHOICES: readonly Step[] = WEIGHTS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));
export const BEGINNING: readonly Step[] = [join, join, join, newKey, newKey, newKey, newKey, saveCard, setRule];

/** The people who may do it; a refusal changes nothing. */
const MAY = {
  keys: ['owner', 'admin', 'developer'],
  members: ['owner', 'admin'],
  money: ['owner', 'admin', 'billing'],
  all: ['owner'],
} as const satisfies Record<string, readonly MemberRole[]>;

/** A member who tries, and the status that is due to their role. */
function actor({ model, random, as }: Walk, what: keyof typeof MAY) {
  const userId = random.pick([model.owner, ...model.members.keys()]);
  const role = model.roleOf(userId)!;
  const mayDo = (MAY[what] as readonly MemberRole[]).includes(role);
  return { userId, role, visitor: as(userId), status: mayDo ? 200 : 403 };
}

/** Several, mostly of one member: so limits are met, with what runs and with what has ended. */
async function holdSome(walk: Walk): Promise<void> {
  const { model, random } = walk;
  const alive = model.keys.filter(({ isEnded }) => !isEnded);
  if (alive.length === 0) return;
  const { userId } = random.pick(alive);
  const ofOne = alive.filter((key) => key.userId === userId);
  for (let left = random.integer(1, 6); left > 0; left -= 1) {
    await hold(walk, random.pick(random.fraction() < 0.7 ? ofOne : alive));
    if (random.fraction() < 0.4) await settle(walk);
  }
}

async function hold(walk: Walk, key: OrganisationModel['keys'][number]): Promise<void> {
  const { random, model, topUps, accountId, where } = walk;
  const { stores, catalogue, clock } = topUps.service;
  const requestId = `req_${++walk.made}`;
  const asked = { input: BigInt(random.integer(0, 40_000)), output: BigInt(random.integer(1, 150_000)) };
  const nowMs = clock.nowMs();
  const { price, priceVersion } = catalogue.models.get(catalogue.defaultModel)!;
  const bounds = { inputTokensMax: Number(asked.input), outputTokensMax: Number(asked.output) };
  const about = { requestId, accountId, keyId: key.id, model: catalogue.defaultModel, price, priceVersion };
  const outcome = await Promise.resolve(stores.ledger.hold({ ...about, ...bounds, atMs: nowMs })).then(
    ({ outputTokensMax }) => BigInt(outputTokensMax),
    (error: ServiceError): string => error.code,
  );
  const expected = model.hold(requestId, key, { asked, nowMs });
  expect(outcome, `${where()}: a request with ${key.id} of ${key.userId}`).toBe(expected);
}

async function settle(walk: Walk): Promise<void> {
  const [requestId] = pickHold(walk);
  if (requestId) await end(walk, requestId);
}

const pickHold = ({ model, random }: Walk) => (model.holds.size === 0 ? [] : random.pick([...model.holds]));

export async function end({ model, random, topUps }: Walk, requestId: string): Promise<void> {
  const { stores, clock } = topUps.service;
  const { input, output } = model.holds.get(requestId)!;
  // Mostly all of what was held, so that limits are met.
  const share = random.pick([1, 1, random.fraction()]);
  const inputTokens = Math.floor(Number(input) * share);
  const outputTokens = Math.floor(Number(output) * share);
  const usage = {
    ...{ inputTokens, outputTokens },
    cachedInputTokens: random.integer(0, inputTokens),
    reasoningTokens: random.integer(0, outputTokens),
  };
  await stores.ledger.settle({ requestId, usage, outcome: 'finished', atMs: clock.nowMs() });
  model.settle(requestId, usage, clock.nowMs());
}

async function release(walk: Walk): Promise<void> {
  const [requestId] = pickHold(walk);
  if (!requestId) return;
  const { stores, clock } = walk.topUps.service;
  await stores.ledger.release({ requestId, reason: 'engine-failed', atMs: clock.nowMs() });
  walk.model.holds.delete(requestId);
}

/** Each part of a limit is there or not. */
const someLimit = (random: Random): Limit => ({
  credit: random.fraction() < 0.4 ? null : czk(random.integer(1, 60)),
  tokens: random.fraction() < 0.4 ? null : BigInt(random.integer(1, 500_000)),
});

/** As it is sent. */
const limitsOf = ({ credit, tokens }: Limit) => [
  ...(credit === null ? [] : [{ unit: 'CZK', window: 'month', max: formatCzk(nanos(credit)) } as const]),
  ...(tokens === null ? [] : [{ unit: 'tokens', window: 'month', max: Number(tokens) } as const]),
];

async function limitMember(walk: Walk): Promise<void> {
  const { model, random, where } = walk;
  const { visitor, status } = actor(walk, 'money');
  const id = random.pick([model.owner, ...model.members.keys(), ...model.members.keys()]);
  const budget = someLimit(random);
  const body = { limits: limitsOf(budget) };
  const answer = await visitor.ask('PATCH /api/members/{id}/budget', { id, body });
  const member = model.members.get(id);
  expect(answer.status, where()).toBe(status === 200 && !member ? 404 : status);
  if (answer.status === 200) member!.budget = budget;
}

async function limitAccount(walk: Walk): Promise<void> {
  const { model, random, where } = walk;
  const { visitor, status } = actor(walk, 'money');
  const most = random.fraction() < 0.5 ? null : czk(random.integer(20, 400));
  const limit = { credit: most, tokens: model.limit.tokens };
  const answer = await visitor.ask('PATCH /api/billing/limits', { body: { limits: limitsOf(limit) } });
  expect(answer.status, where()).toBe(status);
  if (status === 200) model.limit = limit;
}

async function newKey(walk: Walk): Promise<void> {
  const { model, random, where } = walk;
  const { visitor, userId, role, status } = actor(walk, 'keys');
  const belongsTo = random.pick(['person', 'person', 'organisation'] as const);
  const limit = random.fraction() < 0.7 ? NO_LIMIT : someLimit(random);
  const body = {
    ...{ name: 'walk', belongsTo },
    limits: limitsOf(limit),
  };
  const answer = await visitor.ask('POST /api/keys', { body });
  const isForbidden = role === 'developer' && belongsTo === 'organisation';
  expect(answer.status, where()).toBe(isForbidden ? 403 : status);
  if (answer.status !== 200) return;
  const { key, secret } = answer.body;
  model.keys.push({ id: key.id, secret, userId: belongsTo === 'person' ? userId : null, limit, isEnded: false });
}

async function endKey({ model, random, as, where }: Walk): Promise<void> {
  const alive = model.keys.filter(({ isEnded }) => !isEnded);
  if (alive.length < 4) return;
  const key = random.pick(alive);
  const answer = await as(model.owner).ask('POST /api/keys/{id}/revoke', { id: key.id });
  expect(answer.status, where()).toBe(200);
  key.isEnded = true;
}

/** A person who is no member uses an invitation. */
async function join(walk: Walk): Promise<void> {
  const { model, random, accountId, topUps, where } = walk;
  const outside = PEOPLE.filter((one) => !model.roleOf(one));
  if (outside.length === 0) return;
  const [userId, memberRole, token] = [random.pick(outside), random.pick(GIVEN_ROLES), `token_${++walk.made}`];
  const [email, createdAtMs] = [`${userId}@example.com`, topUps.service.clock.nowMs()];
  const invitation = {
    ...{ id: `inv_${walk.made}`, role: 'customer' as const, email, createdBy: 'anna' },
    ...{ createdAtMs, expiresAtMs: createdAtMs + DAY_MS, accountId, memberRole, sentAtMs: createdAtMs },
    fingerprint: fingerprint(token),
  };
  await topUps.service.stores.actionLog.act({
    ...{ id: `act_${walk.made}`, actor: 'walk', reason: 'walk', atMs: createdAtMs },
    action: { kind: 'invite-member', accountId, invitation },
  });
  // As at their first request after a sign-up, or after they were removed.
  await topUps.service.stores.owners.adopt({ userId, email, newId: `acc_${userId}_${walk.made}`, atMs: createdAtMs });
  const answer = await walk.visitors.get(userId)!.ask('POST /api/invitation/join', { body: { token } });
  expect(answer.status, where()).toBe(200);
  model.join(userId, memberRole);
}

async function changeRole(walk: Walk): Promise<void> {
  const { model, random, where } = walk;
  const { visitor, status } = actor(walk, 'members');
  if (model.members.size === 0) return;
  const [id, member] = random.pick([...model.members]);
  const role = random.pick(GIVEN_ROLES);
  const answer = await visitor.ask('PATCH /api/members/{id}', { id, body: { role } });
  expect(answer.status, where()).toBe(status);
  if (status === 200) member.role = role;
}

async function remove(walk: Walk): Promise<void> {
  const { model, random, where } = walk;
  const { visitor, status } = actor(walk, 'members');
  const id = random.pick([model.owner, ...model.members.keys()]);
  const answer = await visitor.ask('POST /api/members/{id}/remove', { id });
  expect(answer.status, where()).toBe(status === 200 && id === model.owner ? 404 : status);
  if (answer.status === 200) await gone(walk, id);
}

async function leave(walk: Walk): Promise<void> {
  const { userId, visitor } = actor(walk, 'all');
  const isOwner = userId === walk.model.owner;
  const answer = await visitor.ask('POST /api/organisation/leave');
  expect(answer.status, walk.where()).toBe(isOwner ? 400 : 200);
  if (!isOwner) await gone(walk, userId);
}

/** None of their keys answers any more; what runs goes on and is paid. */
async function gone({ model, topUps, where }: Walk, userId: string): Promise<void> {
  const theirs = model.keys.filter((key) => key.userId === userId && !key.isEnded);
  model.remove(userId);
  for (const { secret } of theirs) {
    const { status } = await fetch(`${topUps.service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: '{}',
    });
    expect(status, where()).toBe(401);
  }
}

async function handOver(walk: Walk): Promise<void> {
  const { model, random, where } = walk;
  const { userId, visitor, status } = actor(walk, 'all');
  if (model.members.size === 0) return;
  const memberId = random.pick([...model.members.keys()]);
  // Without a password a fresh sign-in is the proof, and all signed in when the walk began.
  const isProved = userId === 'anna' || walk.topUps.service.clock.nowMs() - NOON <= FRESH_MS;
  const answer = await visitor.ask('POST /api/organisation/hand-over', { body: { memberId, password: PASSWORD } });
  expect(answer.status, where()).toBe(status === 200 && !isProved ? 401 : status);
  if (answer.status === 200) model.handOver(memberId);
}

async function saveCard(walk: Walk): Promise<void> {
  const { visitor, status } = actor(walk, 'money');
  if (walk.model.hasCard || status !== 200) return;
  await walk.topUps.saveCard(visitor);
  walk.model.saveCard();
}

async function removeCard(walk: Walk): Promise<void> {
  const { visitor, status } = actor(walk, 'money');
  const answer = await visitor.ask('POST /api/billing/card/remove');
  expect(answer.status, walk.where()).toBe(status);
  if (status === 200) walk.model.removeCard();
}

async function setRule(walk: Walk): Promise<void> {
  const { model, random, topUps, where } = walk;
  const { visitor, status } = actor(walk, 'money');
  const [below, amount] = [random.integer(50, 300), random.integer(50, 300)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const monthMax = amount * random.integer(1, 6);
  const written = { belowCzk: `${below}`, amountCzk: `${amount}`, monthMaxCzk: `${monthMax}` };
  const answer = await topUps.set(visitor, written);
  expect(answer.status, where()).toBe(status === 200 && !model.hasCard ? 400 : status);
  if (answer.status !== 200) return;
  model.setRule({ isOn: true, below: czk(below), amount: czk(amount), monthMax: czk(monthMax) });
}

async function sweep(walk: Walk): Promise<void> {
  const { random } = walk;
  const bank = random.pick(['approve', 'approve', 'approve', 'decline'] as const);
  await sweepOnce(walk, { bank, dies: random.pick([null, null, null, 'before', 'after'] as const) });
}

/** One of two servers that sweep at once gets the order. */
export async function sweepOnce({ topUps, model }: Walk, { bank, dies }: Omit<Sweep, 'nowMs'>): Promise<void> {
  const { provider, topUpSources, clock } = topUps.service;
  const killed = () => Promise.reject(new Error('The process was killed.'));
  const parts =
    dies === 'before'
      ? { provider: { ...provider!, charge: killed } }
      : dies === 'after'
        ? { orders: { ...topUpSources.orders, apply: killed } }
        : {};
  topUps.stripe.cards.answer(bank === 'approve' ? 'approve' : { code: 'card_declined' });
  await Promise.all([topUps.sweep(parts), topUps.sweep(parts)]);
  model.sweep({ nowMs: clock.nowMs(), bank, dies });
  await topUps.forget();
}

/** Minutes, so that what a dead server has left has its turn, or into another month. */
async function passTime({ topUps, random }: Walk): Promise<void> {
  topUps.service.clock.pass(random.pick([121_000, 121_000, HOUR_MS, 12 * DAY_MS, 12 * DAY_MS, 12 * DAY_MS]));
}

async function grant({ topUps, random, model, accountId }: Walk): Promise<void> {
  const { stores, clock } = topUps.service;
  const atMs = clock.nowMs();
  const about = { accountId, reason: 'walk', actor: 'walk', atMs };
  if (random.fraction() < 0.5) {
    const amount = czk(random.integer(1, 100));
    await stores.credits.grant({ ...about, amount: nanos(amount) });
    model.credit += amount;
  } else {
    const tokens = BigInt(random.integer(1, 300_000));
    await stores.credits.grantPackage({ ...about, tokens, expiresAtMs: PACKAGE_MS + Date.UTC(2026, 10) });
    model.packages += tokens;
  }
}
