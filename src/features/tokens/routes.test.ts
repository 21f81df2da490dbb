/** Management tokens: every route of both areas with every scope, and who is behind a token. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { Visitor } from '../../../test/support/visitor.ts';
import { CUSTOMER_SCOPE_NAMES, OPERATOR_SCOPE_NAMES, scopesFor, type TokenScope } from '../../core/token-scopes.ts';
import type { Route } from '../../platform/http/call.ts';
import type { ErrorBody } from '../../platform/http/error-body.ts';
import { GATHERED_MS } from '../../platform/notices/notice.ts';

let service: SettingsService;

beforeAll(async () => {
  service = await startSettings({ limits: { requestsPerMinute: 1000 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

async function newToken(visitor: Visitor, scopes: readonly TokenScope[], more: object = {}) {
  const { status, body, error } = await visitor.ask('POST /api/tokens', {
    body: { name: 'CI', scopes, ...more },
    query: { account: 'acc_anna' },
  });
  if (status !== 200) throw new Error(error?.message);
  return { id: body.token.id, secret: body.secret };
}

async function newOperatorToken(scopes: readonly TokenScope[]) {
  const { body } = await service.olga.ask('POST /api/operator/tokens', { body: { name: 'billing robot', scopes } });
  return { id: body.token.id, secret: body.secret };
}

/** As a program does: no cookie, no origin. */
async function present(secret: string, name: string, asking: { body?: unknown; query?: string } = {}) {
  const [method, path] = name.split(' ') as [string, string];
  const isHarmless = method === 'GET';
  const response = await fetch(`${service.url}${path}${asking.query ?? ''}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(!isHarmless && { 'content-type': 'application/json' }) },
    ...(!isHarmless && { body: JSON.stringify(asking.body ?? {}) }),
  });
  const text = await response.text();
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {}
  return { status: response.status, headers: response.headers, body, error: (body as ErrorBody).error };
}

const asNothing = (route: Route) => nameOf(route).replaceAll(/\{\w+\}/g, 'none');
const isScopeRefusal = ({ status, error }: { status: number; error: ErrorBody['error'] | undefined }) =>
  status === 403 && error?.code === 'scope_not_allowed';

describe('scopes', () => {
  test.each(CUSTOMER_SCOPE_NAMES)('%s opens what the table says, and nothing else, of either area', async (scope) => {
    const { secret } = await newToken(service.anna, [scope]);
    const wrong: string[] = [];
    for (const route of service.routes.filter(({ guard }) => guard !== 'none')) {
      const answer = await present(secret, asNothing(route), { body: { unknown: 1 } });
      const isOpen = route.guard === 'person' && route.scopes.includes(scope);
      if (isScopeRefusal(answer) === isOpen) wrong.push(`${nameOf(route)}: ${answer.status}`);
    }
    for (const route of service.operatorRoutes) {
      const { status } = await present(secret, asNothing(route));
      if (status !== 404) wrong.push(`${nameOf(route)}: ${status}`);
    }

    expect(wrong).toEqual([]);
  });

  test.each(OPERATOR_SCOPE_NAMES)('%s opens its routes of operators, and no route of customers', async (scope) => {
    const { secret } = await newOperatorToken([scope]);
    const wrong: string[] = [];
    for (const route of service.operatorRoutes) {
      const answer = await present(secret, asNothing(route), { body: { unknown: 1 } });
      const isOpen = route.guard === 'operator' && route.scopes.includes(scope);
      if (isScopeRefusal(answer) === isOpen) wrong.push(`${nameOf(route)}: ${answer.status}`);
    }
    for (const route of service.routes.filter(({ guard }) => guard !== 'none')) {
      const answer = await present(secret, asNothing(route));
      if (!isScopeRefusal(answer)) wrong.push(`${nameOf(route)}: ${answer.status}`);
    }

    expect(wrong).toEqual([]);
  });

  test('what must stay with a person is in no scope', () => {
    const closed = service.routes.filter((route) => route.guard === 'person' && route.scopes.length === 0);

    expect(closed.map(nameOf)).toEqual(
      expect.arrayContaining([
        'POST /api/tokens',
        'POST /api/tokens/{id}/revoke',
        'POST /api/organisation/hand-over',
        'POST /api/account/delete',
        'GET /api/account/export',
        'POST /api/orders',
      ]),
    );
    expect(scopesFor('manage-tokens')).toEqual([]);
  });

  test('the descriptions name the scheme, and the scope of each operation', async () => {
    const { secret } = await newToken(service.anna, ['usage:read']);
    const { secret: ofOperator } = await newOperatorToken(['prices:read']);

    type Described = { paths: Record<string, Record<string, { security?: object[] }>>; components: object };
    const own = (await present(secret, 'GET /api/v1/openapi.json')).body as Described;
    const operators = (await present(ofOperator, 'GET /api/v1/operator/openapi.json')).body as Described;

    expect(own.components).toMatchObject({ securitySchemes: { managementToken: { type: 'http', scheme: 'bearer' } } });
    expect(own.paths['/api/v1/keys']?.post?.security).toEqual([{ managementToken: ['keys:write'] }]);
    expect(own.paths['/api/v1/orders']?.post).toBeUndefined();
    expect(operators.paths['/api/v1/operator/prices']?.post?.security).toEqual([{ managementToken: ['prices:write'] }]);
  });
});

describe('a token', () => {
  test('makes and revokes keys, and each change is in the log before it is done', async () => {
    const { id, secret } = await newToken(service.anna, ['keys:read', 'keys:write']);

    const made = await present(secret, 'POST /api/keys', { body: { name: 'made by a program' } });
    const { key } = made.body as { key: { id: string } };
    const revoked = await present(secret, `POST /api/keys/${key.id}/revoke`);
    const listed = await present(secret, 'GET /api/keys', { query: `?dayFromMs=${service.clock.nowMs()}` });

    expect([made.status, revoked.status, listed.status]).toEqual([200, 200, 200]);
    const [second, first] = await service.stores.actionLog.actions({ kind: 'token-call', rowsMax: 2 });
    const actor = `anna@example.com (token CI, ${id})`;
    expect(first).toMatchObject({ actor, accountId: 'acc_anna', wanted: { call: 'POST /api/keys' } });
    expect(second).toMatchObject({ actor, id: revoked.headers.get('x-request-id'), before: {}, after: {} });
    expect(second?.wanted.call).toBe(`POST /api/keys/${key.id}/revoke`);
  });

  test('of an operator is named in the log of what it did', async () => {
    const { id, secret } = await newOperatorToken(['credit:write']);
    const body = { id: 'order-of-a-robot-1', reason: 'paid in cash', kind: 'grant', czk: '5' };

    const given = await present(secret, 'POST /api/operator/customers/acc_ben/credit', { body });

    expect(given.status).toBe(200);
    const [action] = await service.stores.actionLog.actions({ accountId: 'acc_ben', rowsMax: 1 });
    expect(action).toMatchObject({ kind: 'grant', actor: `olga@example.com (token billing robot, ${id})` });
  });

  test('of an operator makes vouchers, drains engines and imports statements, in the name of the token', async () => {
    const { id, secret } = await newOperatorToken(['vouchers:write', 'bank:write', 'engines:write']);
    const about = (of: string) => ({ id: `robot-${of}-0001`, reason: 'by a program' });
    const ask = (name: string, body: object) => present(secret, `POST /api/operator/${name}`, { body });

    const voucher = { gift: { kind: 'credit', czk: '5' }, usesMax: 1, expiresAtMs: null };
    const made = await ask('vouchers', { ...about('voucher'), ...voucher });
    const drained = await ask('engines/main/drain', { ...about('drain'), state: 'drained' });
    const resumed = await ask('engines/main/drain', { ...about('resume'), state: 'in-use' });
    const broken = await ask('bank/statements', { id: 'robot-bank-0001', name: 'a.csv', base64: btoa('none') });
    const refused = await present(secret, 'GET /api/operator/vouchers');

    expect([made.status, drained.status, resumed.status]).toEqual([200, 200, 200]);
    expect(made.body).toMatchObject({ code: expect.any(String) });
    expect([broken.status, isScopeRefusal(refused)]).toEqual([400, true]);
    const lines = await service.stores.actionLog.actions({ rowsMax: 3 });
    expect(lines.map(({ kind }) => kind)).toEqual(['engine', 'engine', 'voucher']);
    for (const { actor } of lines) expect(actor).toBe(`olga@example.com (token billing robot, ${id})`);
  });

  test('is shown once: only its fingerprint is kept, and the log has neither', async () => {
    const { id, secret } = await newToken(service.anna, ['usage:read']);

    const [row] = await service.db.sql.all('SELECT * FROM management_tokens WHERE id = ?', id);
    const [line] = await service.stores.actionLog.actions({ kind: 'make-token', rowsMax: 1 });

    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      secret,
    );
    expect(line?.wanted).toMatchObject({ token: id, name: 'CI', scopes: ['usage:read'] });
    expect(JSON.stringify(line)).not.toContain(String(row?.fingerprint));
  });

  test('says when it was used, and is refused when it is revoked or has expired', async () => {
    const expiresAtMs = service.clock.nowMs() + 60_000;
    const short = await newToken(service.anna, ['usage:read'], { expiresAtMs });
    const long = await newToken(service.anna, ['usage:read']);
    const before = await present(short.secret, 'GET /api/billing');

    service.clock.pass(60_000);
    const expired = await present(short.secret, 'GET /api/billing');
    const { body } = await service.anna.ask('POST /api/tokens/{id}/revoke', { id: long.id });
    const revoked = await present(long.secret, 'GET /api/billing');

    expect(before.status).toBe(200);
    const used = body.tokens.find(({ id }) => id === short.id)?.lastUsedAtMs;
    expect(used).toBeGreaterThanOrEqual(expiresAtMs - 60_000);
    expect(used).toBeLessThan(expiresAtMs);
    expect([expired.status, expired.error.code]).toEqual([401, 'invalid_token']);
    expect([revoked.status, revoked.error]).toEqual([401, expired.error]);
  });

  test('acts in its own account, cannot look at others, and is refused for another one', async () => {
    const { secret } = await newToken(service.anna, ['usage:read']);
    const ofOlga = await service.olga.ask('POST /api/tokens', { body: { name: 'own', scopes: ['usage:read'] } });

    const other = await present(secret, 'GET /api/billing', { query: '?account=acc_ben' });
    const looked = await present(ofOlga.body.secret, 'GET /api/billing', { query: '?as=acc_anna' });

    expect([other.status, other.error.code]).toEqual([404, 'not_found']);
    expect(isScopeRefusal(looked)).toBe(true);
  });

  test('is counted like a key, in headers, and refused with a wait', async () => {
    await using limited = await startSettings({ limits: { requestsPerMinute: 2 } });
    const made = await limited.anna.ask('POST /api/tokens', { body: { name: 'fast', scopes: ['usage:read'] } });
    const ask = () => fetch(`${limited.url}/api/billing`, { headers: { authorization: `Bearer ${made.body.secret}` } });

    const [first, , third] = [await ask(), await ask(), await ask()];

    expect(first.headers.get('x-ratelimit-limit-requests')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining-requests')).toBe('1');
    expect(third.status).toBe(429);
    expect(third.headers.get('retry-after')).toBe('60');
    expect(third.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(((await third.json()) as ErrorBody).error.message).toContain('for one management token');
  });

  test('of /api is none of /v1, and the reverse, and the answer says so', async () => {
    const { secret } = await newToken(service.anna, ['keys:read']);
    const key = await service.anna.ask('POST /api/keys', { body: { name: 'k' } });

    const asKey = await present(secret, 'POST /v1/chat/completions', { body: { messages: [] } });
    const asToken = await present(key.body.secret, 'GET /api/billing');
    const mistyped = await present(`${secret.slice(0, -1)}_`, 'GET /api/billing');

    expect([asKey.status, asKey.error.code]).toEqual([401, 'invalid_api_key']);
    expect(asKey.error.message).toContain('This is a management token');
    expect([asToken.status, asToken.error.code]).toEqual([401, 'invalid_token']);
    expect(asToken.error.message).toContain('This is an API key');
    expect([mistyped.status, mistyped.error.code]).toEqual([401, 'invalid_token']);
  });
});

describe('the person behind a token', () => {
  test('cannot give what their role does not have, and takes from the token what it loses', async () => {
    const dev = await member('tok_dev', 'developer');
    const refused = await dev.ask('POST /api/tokens', {
      body: { name: 'x', scopes: ['members:write'] },
      query: { account: 'acc_anna' },
    });
    const { secret } = await newToken(dev, ['keys:write', 'keys:read']);
    const before = await present(secret, 'POST /api/keys', { body: { name: 'mine' } });

    await setRole('tok_dev', 'viewer');
    const after = await present(secret, 'POST /api/keys', { body: { name: 'mine too' } });

    expect([refused.status, refused.error?.param]).toEqual([400, 'scopes']);
    expect(before.body).toMatchObject({ key: { member: { id: 'tok_dev' } } });
    expect([after.status, after.error.code]).toEqual([403, 'role_not_allowed']);
  });

  test('is removed, and the tokens end for good, also when they join again', async () => {
    const gone = await member('tok_gone', 'admin');
    const { secret } = await newToken(gone, ['members:read']);
    const before = await present(secret, 'GET /api/members');

    await service.anna.ask('POST /api/members/{id}/remove', { id: 'tok_gone' });
    const after = await present(secret, 'GET /api/members');
    await join('tok_gone', 'admin');
    const again = await present(secret, 'GET /api/members');

    expect([before.status, after.status, again.status]).toEqual([200, 401, 401]);
  });

  test('sees their own tokens; who manages members sees and revokes those of all', async () => {
    const dev = await member('tok_list', 'developer');
    const own = await newToken(dev, ['usage:read']);
    const hers = await newToken(service.anna, ['usage:read']);

    const seen = await dev.ask('GET /api/tokens', { query: { account: 'acc_anna' } });
    const refused = await dev.ask('POST /api/tokens/{id}/revoke', { id: hers.id, query: { account: 'acc_anna' } });
    const all = await service.anna.ask('GET /api/tokens');
    await service.anna.ask('POST /api/tokens/{id}/revoke', { id: own.id });

    expect(seen.body.tokens.map(({ id }) => id)).toEqual([own.id]);
    expect(seen.body.scopes).toEqual(['keys:read', 'keys:write', 'usage:read', 'members:read']);
    expect(refused.status).toBe(404);
    expect(all.body.tokens.map(({ id }) => id)).toEqual(expect.arrayContaining([own.id, hers.id]));
    expect((await present(own.secret, 'GET /api/billing')).status).toBe(401);
  });

  test('gets an e-mail about it in their language, and so does the owner of the account', async () => {
    const dev = await member('tok_mail', 'developer');
    const { emails, calls } = service.notices;
    await deliverAll();
    const [sentBefore, callsBefore] = [emails.length, calls.length];
    const email = 'tok_mail@example.com';

    const refused = await dev.ask('POST /api/tokens', {
      body: { name: 'x', scopes: ['members:write'] },
      query: { account: 'acc_anna' },
    });
    const { id, secret } = await newToken(dev, ['usage:read', 'keys:read']);
    const expiresAtMs = Date.UTC(2027, 0, 31, 11);
    await newToken(service.anna, ['usage:read'], { expiresAtMs });
    await newOperatorToken(['prices:read']);
    await service.notices.deliver();

    expect(refused.status).toBe(400);
    const sent = emails.slice(sentBefore);
    expect(sent.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
      'anna@example.com: Ve službě Boreal vznikl přístupový token (2×)',
      'olga@example.com: An access token was made at Boreal',
      'operator@example.com: Boreal: an access token of olga@example.com was made',
      `${email}: An access token was made at Boreal`,
    ]);
    const textTo = (to: string, part: string) => sent.find((one) => one.to === to && one.text.includes(part))?.text;
    expect(textTo(email, 'in your account in your name')).toContain('Scopes: usage:read, keys:read\nEnds: never');
    expect(textTo('anna@example.com', `ve vašem účtu jménem uživatele ${email}`)).toContain('Platí do: bez omezení.');
    expect(textTo('anna@example.com', 've vašem účtu vaším jménem')).toContain('Platí do: 31. ledna 2027');
    expect(textTo('olga@example.com', 'as an operator in your name')).toContain('Operator → Access tokens, and change');
    const [told] = calls.slice(callsBefore);
    const data = { accountId: 'acc_anna', tokenId: id, area: 'account', person: email, by: email };
    expect(told).toMatchObject({ type: 'token.made', data });
    expect(JSON.stringify([sent, calls])).not.toContain(secret);
  });

  test('floods no mailbox: many tokens are one e-mail at once, and one more that lists all others', async () => {
    const viewer = await member('tok_flood', 'viewer');
    const makeAndRevoke = async (name: string) => {
      const body = { name, scopes: ['usage:read'], expiresAtMs: null } as const;
      const query = { account: 'acc_anna' };
      const made = await viewer.ask('POST /api/tokens', { body, query });
      await viewer.ask('POST /api/tokens/{id}/revoke', { id: made.body.token.id, query });
    };
    await deliverAll();
    const { emails } = service.notices;
    const before = emails.length;
    const sentTo = (to: string) => emails.slice(before).filter((one) => one.to === to);

    await makeAndRevoke('flood-0');
    await service.notices.deliver();
    expect([sentTo('anna@example.com'), sentTo('tok_flood@example.com')].map(({ length }) => length)).toEqual([1, 1]);
    for (let i = 1; i < 40; i++) {
      await makeAndRevoke(`flood-${i}.`);
      if (i % 10 === 0) await service.notices.deliver();
    }
    expect(sentTo('anna@example.com')).toHaveLength(1);
    service.clock.pass(GATHERED_MS);
    await service.notices.deliver();
    await service.notices.deliver();

    const [, gathered, ...more] = sentTo('anna@example.com');
    expect([gathered?.subject, more]).toEqual(['Ve službě Boreal vznikl přístupový token (39×)', []]);
    for (let i = 1; i < 40; i++) expect(gathered?.text).toContain(`Token: flood-${i}. (`);
    expect(gathered?.text).toContain('hned ho zneplatněte');
  });

  test('is an operator no more: the token of operators ends with the role', async () => {
    const { secret } = await newOperatorToken(['prices:read']);
    const before = await present(secret, 'GET /api/operator/prices');
    await service.db.sql.run("UPDATE auth_users SET role = 'customer' WHERE id = 'olga'");

    const after = await present(secret, 'GET /api/operator/prices');
    await service.db.sql.run("UPDATE auth_users SET role = 'operator' WHERE id = 'olga'");

    expect([before.status, after.status, after.error.code]).toEqual([200, 401, 'invalid_token']);
  });
});

/** Also what waits to be sent with others, and long enough ago for the next e-mail of its kind. */
async function deliverAll(): Promise<void> {
  service.clock.pass(GATHERED_MS);
  await service.notices.deliver();
  service.clock.pass(GATHERED_MS);
}

async function member(userId: string, role: string): Promise<Visitor> {
  const visitor = await service.newPerson(userId);
  await join(userId, role);
  return visitor;
}

const join = (userId: string, role: string) =>
  service.db.sql.run(
    "INSERT INTO members (account_id, user_id, role, joined_at_ms) VALUES ('acc_anna', ?, ?, 1)",
    userId,
    role,
  );

const setRole = (userId: string, role: string) =>
  service.db.sql.run('UPDATE members SET role = ? WHERE user_id = ?', role, userId);
