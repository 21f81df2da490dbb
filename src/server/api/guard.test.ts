/** The operator's area exists for operators only; and looking at a customer's pages never changes anything. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import type { ErrorBody } from '../../platform/http/error-body.ts';

let service: SettingsService;

beforeAll(async () => {
  service = await startSettings();
});
afterAll(() => service[Symbol.asyncDispose]());

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path.replaceAll(/\{\w+\}/g, 'acc_ben')}`;

describe('every route of the operator', () => {
  test('has the guard for operators', () => {
    expect(service.operatorRoutes.length).toBeGreaterThan(10);
    expect(service.operatorRoutes.filter(({ guard }) => guard !== 'operator')).toEqual([]);
  });

  test('does not exist for a customer, in the words of a path that is not there', async () => {
    const nothing = await (await service.anna.open('GET /api/operator/nothing')).json();

    for (const route of service.operatorRoutes) {
      const response = await service.anna.open(nameOf(route));
      expect(response.status, nameOf(route)).toBe(404);
      expect(await response.json(), nameOf(route)).toEqual(nothing);
    }
  });

  test('wants a person who is signed in', async () => {
    for (const route of service.operatorRoutes) {
      const response = await service.anna.open(nameOf(route), { headers: { cookie: '' } });
      expect(response.status, nameOf(route)).toBe(401);
    }
  });

  test('that changes something wants it from our own pages', async () => {
    for (const route of service.operatorRoutes.filter(({ method }) => method !== 'GET')) {
      const response = await service.olga.open(nameOf(route), { headers: { origin: 'https://evil.example' } });
      expect(response.status, nameOf(route)).toBe(403);
    }
  });
});

describe('looking at an account as its owner', () => {
  const as = { as: 'acc_anna' };

  test('shows what the owner sees, and is in the log', async () => {
    const seen = await service.olga.ask('GET /api/billing', { query: as });
    const own = await service.anna.ask('GET /api/billing');

    expect(seen.body).toEqual(own.body);
    const [action] = await service.stores.actionLog.actions({ accountId: 'acc_anna', rowsMax: 1 });
    expect(action).toMatchObject({ kind: 'look', actor: 'olga@example.com' });
  });

  test('works on every page and file that can be read', async () => {
    const nowMs = service.clock.nowMs();
    const span = { fromMs: nowMs - 86_400_000, toMs: nowMs, step: 'day', by: 'model', zone: 'UTC' };
    const reads: readonly (readonly [string, Readonly<Record<string, string | number>>])[] = [
      ['GET /api/keys', { dayFromMs: nowMs }],
      ['GET /api/usage', span],
      ['GET /api/requests', {}],
      ['GET /api/requests.csv', {}],
      ['GET /api/statements', {}],
      ['GET /api/statements/2026-11', {}],
      ['GET /api/account/export', {}],
    ];

    for (const [name, query] of reads) {
      const response = await service.olga.open(name, { query: { ...query, ...as } });
      expect(response.status, name).toBe(200);
      expect(await response.text(), name).not.toContain('acc_olga');
    }
  });

  test('changes nothing: every route that could is refused, for the operator too', async () => {
    const before = await service.anna.ask('GET /api/billing');

    // Routes for visitors are asked in the name of no account.
    for (const route of service.routes.filter(({ method, guard }) => method !== 'GET' && guard !== 'none')) {
      const response = await service.olga.open(nameOf(route), { query: as, body: { name: 'x', belowCzk: '5' } });
      const { error } = (await response.json()) as ErrorBody;
      expect([response.status, error.param], nameOf(route)).toEqual([400, 'as']);
    }
    expect((await service.anna.ask('GET /api/billing')).body).toEqual(before.body);
    expect(
      (await service.anna.ask('GET /api/keys', { query: { dayFromMs: service.clock.nowMs() } })).body.keys,
    ).toEqual([]);
  });

  test('is nothing that a customer can do', async () => {
    const { status, error } = await service.ben.ask('GET /api/billing', { query: as });

    expect([status, error?.code]).toEqual([404, 'not_found']);
  });

  test('of an account that does not exist finds nothing', async () => {
    const { status } = await service.olga.ask('GET /api/billing', { query: { as: 'acc_nobody' } });

    expect(status).toBe(404);
  });
});
