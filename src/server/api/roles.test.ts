/** Every route of the pages with every role: what is let through is what the one table says, and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';
import { GIVEN_ROLES, MAY, MEMBER_ROLES, type MemberAction, type MemberRole, may } from '../../core/roles.ts';
import type { Route } from '../../platform/http/call.ts';

const ACCOUNT = 'acc_anna';

let service: SettingsService;
let members: ReadonlyMap<MemberRole, Visitor>;

beforeAll(async () => {
  service = await startSettings();
  const given = await Promise.all(
    GIVEN_ROLES.map(async (role) => [role, await service.newPerson(`of_${role}`)] as const),
  );
  members = new Map<MemberRole, Visitor>([['owner', service.anna], ...given]);
});
// One of the routes is the one by which members leave.
beforeEach(async () => {
  for (const role of GIVEN_ROLES) await join(members.get(role)!, role);
});
afterAll(() => service[Symbol.asyncDispose]());

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const actionOf = (route: Route): MemberAction | undefined =>
  route.guard === 'person' ? route.action : route.guard === 'spender' ? 'spend' : undefined;

const closedRoutes = () => service.routes.filter(({ guard }) => guard !== 'none');

const join = (visitor: Visitor, role: string) =>
  service.db.sql.run(
    `INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES (?, ?, ?, 1) ON CONFLICT DO NOTHING`,
    ACCOUNT,
    visitor.person.userId,
    role,
  );

/** Nothing is asked for that could be done: ids of nothing, and bodies that every form refuses. */
const asked = (visitor: Visitor, route: Route) =>
  visitor.open(nameOf(route).replace(/\{\w+\}/, 'none'), { body: { unknown: 1 }, query: { account: ACCOUNT } });

describe('roles', () => {
  test.each(MEMBER_ROLES)('%s: every route lets them do what the table says, and refuses the rest', async (role) => {
    const wrong: string[] = [];
    const isLast = ({ path }: Route) => path === '/api/organisation/leave';
    for (const route of [...closedRoutes().filter((one) => !isLast(one)), ...closedRoutes().filter(isLast)]) {
      const response = await asked(members.get(role)!, route);
      const body = await response.text();
      const isRefused = response.status === 403 && body.includes('role_not_allowed');
      if (isRefused === may(role, actionOf(route)!)) wrong.push(`${nameOf(route)}: ${response.status} ${body}`);
    }

    expect(wrong).toEqual([]);
  });

  test('each route of the pages names an action, and each action has a route', () => {
    const actions = closedRoutes().map(actionOf);
    const open = service.routes.filter((route) => actionOf(route) === undefined);

    expect(open.map(nameOf)).toEqual(['POST /api/invitation/look']);
    // How much of the export a person gets is asked within its route.
    expect([...new Set([...actions, 'export'])].sort()).toEqual(Object.keys(MAY).sort() as MemberAction[]);
  });

  test('the owner may do everything, a viewer changes nothing, and only the owner ends or hands over the account', () => {
    const changing: MemberAction[] = ['write-keys', 'spend', 'buy', 'set-budgets', 'manage-members', 'export'];

    expect(Object.values(MAY).every((roles) => (roles as readonly string[]).includes('owner'))).toBe(true);
    expect(changing.filter((action) => may('viewer', action))).toEqual([]);
    expect([MAY.delete, MAY['hand-over']]).toEqual([['owner'], ['owner']]);
  });
});

describe('a member', () => {
  test('acts in the account that the address names, and in no account of others', async () => {
    const viewer = members.get('viewer')!;
    await service.spend(service.anna, { keyId: (await newKey(service.anna)).id });

    const hers = await viewer.ask('GET /api/billing', { query: { account: ACCOUNT } });
    const bens = await viewer.ask('GET /api/billing', { query: { account: 'acc_ben' } });
    const none = await viewer.ask('GET /api/billing', { query: { account: 'acc_none' } });

    expect(hers.body).toEqual((await service.anna.ask('GET /api/billing')).body);
    expect([bens.status, bens.error]).toEqual([404, none.error]);
    expect(none.error).toMatchObject({ code: 'not_found', param: 'account' });
  });

  test('is refused from the moment on at which they do not belong any more', async () => {
    const leaver = await service.newPerson('leaver');
    await join(leaver, 'admin');
    const before = await leaver.ask('GET /api/keys', { query: { account: ACCOUNT, dayFromMs: service.clock.nowMs() } });

    await service.db.sql.run("DELETE FROM members WHERE user_id = 'leaver'");

    const after = await leaver.ask('GET /api/keys', { query: { account: ACCOUNT, dayFromMs: service.clock.nowMs() } });
    expect([before.status, after.status]).toEqual([200, 404]);
  });
});

const newKey = async (visitor: Visitor) => (await visitor.ask('POST /api/keys', { body: { name: 'k' } })).body.key;
