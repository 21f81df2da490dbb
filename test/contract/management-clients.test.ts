/** The clients of the management API: written from the description, which takes nothing away, and used over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Boreal, BorealError } from '../../clients/typescript/src/index.ts';
import { BorealOperator } from '../../clients/typescript/src/operator.ts';
import { breaksOf } from '../../scripts/clients/breaks.ts';
import { AREA_NAMES, type Description, describedBefore, describedNow } from '../../scripts/clients/description.ts';
import { clientFiles } from '../../scripts/clients/files.ts';
import { CUSTOMER_SCOPE_NAMES, OPERATOR_SCOPE_NAMES } from '../../src/core/token-scopes.ts';
import { type SettingsService, startSettings } from '../support/settings-service.ts';

const ROOT = join(import.meta.dir, '../..');
/** A list has 50 rows a page. */
const MANY = 60;

describe('the description that programs rely on', () => {
  test.each(AREA_NAMES)('of %s still holds: run `npm run clients`, which says what to do', (area) => {
    expect(breaksOf(describedBefore(area), describedNow(area))).toEqual([]);
  });

  test('and the clients are what is written from it: run `npm run clients` where they are not', () => {
    const other = clientFiles().filter(({ path, text }) => readFileSync(join(ROOT, path), 'utf8') !== text);

    expect(other.map(({ path }) => path)).toEqual([]);
  });

  type Edit = (description: Editable) => void;
  type Editable = { paths: Record<string, Record<string, EditableOperation>>; components: { schemas: Fields } };
  type EditableOperation = {
    operationId: string;
    security: object[];
    parameters: { name: string; required: boolean; schema: Fields }[];
    requestBody: { content: Record<string, { schema: EditableSchema }> };
  };
  type Fields = Record<string, EditableSchema>;
  type EditableSchema = { properties: Fields; required: string[]; type: unknown; maxLength: number; enum: string[] };

  const edited = (edit: Edit): readonly string[] => {
    const now = structuredClone(describedNow('account'));
    edit(now as Description & Editable);
    return breaksOf(describedNow('account'), now);
  };
  const create = ({ paths }: Editable) => paths['/api/v1/keys']!.post!;
  const bodyOf = (description: Editable) => create(description).requestBody.content['application/json']!.schema;
  const keyOf = ({ components }: Editable) => components.schemas.KeyView!;

  test.each<readonly [string, Edit]>([
    ['GET /api/v1/keys is gone.', ({ paths }) => delete paths['/api/v1/keys']!.get],
    ['POST /api/v1/keys is called make now.', (all) => Object.assign(create(all), { operationId: 'make' })],
    ['POST /api/v1/keys does not take the scope keys:write any more.', (all) => create(all).security.pop()],
    ['POST /api/v1/keys, body: name is gone.', (all) => delete bodyOf(all).properties.name],
    ['POST /api/v1/keys, body: models must be sent now.', (all) => bodyOf(all).required.push('models')],
    [
      'POST /api/v1/keys, body: name is number, and was string.',
      (all) => Object.assign(bodyOf(all).properties.name!, { type: 'number' }),
    ],
    ['GET /api/v1/keys, answer: keys[].hint is gone.', (all) => delete keyOf(all).properties.hint],
    [
      'GET /api/v1/keys, answer: keys[].name is string or null, and was string.',
      (all) => Object.assign(keyOf(all).properties.name!, { type: ['string', 'null'] }),
    ],
    [
      'GET /api/v1/keys, answer: keys[].lastUsedAtMs is object, and was number.',
      (all) => {
        const properties = keyOf(all).properties as Record<string, unknown>;
        properties.lastUsedAtMs = { anyOf: [{ type: 'object', properties: {} }, { type: 'null' }] };
      },
    ],
    [
      'GET /api/v1/keys, answer: keys[].name can be missing now.',
      (all) => Object.assign(keyOf(all), { required: keyOf(all).required.filter((name) => name !== 'name') }),
    ],
    [
      'GET /api/v1/keys, query: dayFromMs: maximum is narrower than it was.',
      ({ paths }) => Object.assign(paths['/api/v1/keys']!.get!.parameters[0]!.schema, { maximum: 5 }),
    ],
  ])('is broken by what takes something away: %s', (sentence, edit) => {
    expect(edited(edit)).toContain(sentence);
  });

  test('is not broken by what is added', () => {
    const added = edited((all) => {
      const text = { type: 'string' } as unknown as EditableSchema;
      Object.assign(all.paths, { '/api/v1/new': { get: structuredClone(create(all)) } });
      create(all).security.push({ managementToken: ['usage:read'] });
      bodyOf(all).properties.colour = text;
      keyOf(all).properties.colour = text;
      keyOf(all).required.push('colour');
    });

    expect(added).toEqual([]);
  });
});

describe('over HTTP', () => {
  let service: SettingsService;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    service = await startSettings({ limits: { requestsPerMinute: 1000 } });
    const own = { name: 'client', scopes: CUSTOMER_SCOPE_NAMES };
    const all = { name: 'client', scopes: OPERATOR_SCOPE_NAMES };
    const { body } = await service.anna.ask('POST /api/keys', { body: { name: 'busy' } });
    for (let i = 0; i < MANY; i++) await service.spend(service.anna, { keyId: body.key.id });
    env = {
      BOREAL_URL: service.url,
      BOREAL_MANAGEMENT_TOKEN: (await service.anna.ask('POST /api/tokens', { body: own })).body.secret,
      OPERATOR_TOKEN: (await service.olga.ask('POST /api/operator/tokens', { body: all })).body.secret,
      DAY: String(service.clock.nowMs()),
    };
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('the client for TypeScript makes a key, goes through pages, reads a file and says what was refused', async () => {
    const boreal = new Boreal({ url: `${service.url}/`, token: env.BOREAL_MANAGEMENT_TOKEN });
    const operator = new BorealOperator({ url: service.url, token: env.OPERATOR_TOKEN });

    const { key, secret } = await boreal.keys.create({
      name: 'by TypeScript',
      limits: [{ max: '100', unit: 'CZK', window: 'month' }],
    });
    const { keys } = await boreal.keys.list({ dayFromMs: service.clock.nowMs() });
    const ids = new Set<string>();
    for await (const { id } of boreal.usage.requestsAll()) ids.add(id);
    const keysInTheirForm = await Array.fromAsync(
      boreal.organizationKeys.listAll('acc_anna', { limit: 1 }),
      ({ id }) => id,
    );
    const csv = await (await boreal.usage.requestsCsv({ for: 'plain' })).text();
    const usage = await boreal.organization.usage({
      start_time: 0,
      end_time: 86_400,
      group_by: ['model', 'api_key_id'],
    });
    const given = { id: 'by-typescript-0001', reason: 'paid in cash', kind: 'grant', czk: '5' } as const;
    await operator.customers.credit('acc_ben', given);
    const found = await operator.customers.list({ search: 'ben@' });

    expect(secret).toStartWith('sk-');
    expect(keys.map(({ id }) => id)).toContain(key.id);
    expect(ids.size).toBe(MANY);
    expect(keysInTheirForm.length).toBe(keys.length);
    expect(csv.trim().split('\n').length).toBe(MANY + 1);
    expect(usage.data.length).toBe(1);
    expect(found.customers.map(({ id }) => id)).toEqual(['acc_ben']);
    const refusal = await boreal.keys.create({ name: '' }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BorealError);
    const { status, code, param } = refusal as BorealError;
    expect([status, code, param]).toEqual([400, 'invalid_request_error', 'name']);
    expect((refusal as BorealError).requestId).toStartWith('req_');
    const unknown = await boreal.keys.revoke('none?x=1').catch((error: unknown) => error);
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('the client for TypeScript has one error where no answer comes, or none of ours, and follows no redirect', async () => {
    using other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => (url.includes('/buyer') ? Response.redirect(service.url, 302) : new Response('<h1>Hi</h1>')),
    });
    const stopped = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
    await stopped.stop(true);
    const at = (port: number | undefined) => new Boreal({ url: `http://127.0.0.1:${port}`, token: 'bmt_none' });
    const failing = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);

    expect(await failing(at(other.port).billing.read())).toMatchObject({ code: 'unexpected_answer', status: 200 });
    expect(await failing(at(other.port).invoices.buyer())).toMatchObject({ code: 'unexpected_answer', status: 302 });
    expect(await failing(at(stopped.port).billing.read())).toMatchObject({ code: 'unreachable', status: 0 });
    expect(() => new Boreal({ url: service.url })).toThrow('Give the client token, or set BOREAL_MANAGEMENT_TOKEN.');
  });

  const python = pythonAsNeeded();
  if (!python) console.log('LEFT OUT: the client for Python, since there is no python3 of 3.11 or newer.');

  test.skipIf(!python)('the client for Python does the same, with the standard library alone', async () => {
    // Says that more is coming than comes.
    using torn = Bun.listen({
      ...{ hostname: '127.0.0.1', port: 0 },
      socket: {
        data: (socket, asked) => {
          const status = asked.includes('/buyer') ? '500 Internal Server Error' : '200 OK';
          socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 100\r\n\r\n{`);
        },
      },
    });
    const child = Bun.spawn([python!, '-c', PYTHON], {
      env: {
        ...env,
        TORN_URL: `http://127.0.0.1:${torn.port}`,
        PATH: process.env.PATH ?? '',
        PYTHONPATH: join(ROOT, 'clients/python'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [seen, problem] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);

    expect(problem).toBe('');
    expect(JSON.parse(seen)).toEqual({
      secret: true,
      made: true,
      requests: MANY,
      keys: true,
      lines: MANY + 1,
      buckets: 1,
      found: ['acc_ben'],
      refused: [400, 'invalid_request_error', 'name', true],
      unknown: [404, 'not_found'],
      unreachable: [0, 'unreachable'],
      cutOff: [0, 'unreachable'],
      cutOffRefusal: [500, 'unexpected_answer'],
      types: true,
    });
  });
});

function pythonAsNeeded(): string | undefined {
  const found = Bun.which('python3');
  const isNew = 'import sys; sys.exit(sys.version_info < (3, 11))';
  return found && Bun.spawnSync([found, '-c', isNew]).success ? found : undefined;
}

const PYTHON = `
import json, os, typing
from boreal_client import Boreal, BorealError, BorealOperator, account, operator

boreal = Boreal()
made = boreal.keys.create({"name": "by Python", "limits": [{"max": "100", "unit": "CZK", "window": "month"}]})
keys = boreal.keys.list({"dayFromMs": int(os.environ["DAY"])})["keys"]
theirs = [key["id"] for key in boreal.organization_keys.list_all("acc_anna", {"limit": 1})]
operators = BorealOperator(token=os.environ["OPERATOR_TOKEN"])
operators.customers.credit("acc_ben", {"id": "by-python-000001", "reason": "paid in cash", "kind": "grant", "czk": "5"})

def refusal(ask):
    try:
        ask()
    except BorealError as error:
        return error

def hints(module):
    for name in module.__all__:
        kind = getattr(module, name)
        if isinstance(kind, type) and typing.is_typeddict(kind):
            typing.get_type_hints(kind, include_extras=True)
    return True

wrong = refusal(lambda: boreal.keys.create({"name": ""}))
unknown = refusal(lambda: boreal.keys.revoke("none?x=1"))
gone = refusal(lambda: Boreal("http://127.0.0.1:9", "bmt_none").billing.read())
torn = Boreal(os.environ["TORN_URL"], "bmt_none")
cut_off = refusal(torn.billing.read)
cut_off_refusal = refusal(torn.invoices.buyer)
print(json.dumps({
    "secret": made["secret"].startswith("sk-"),
    "made": made["key"]["id"] in [key["id"] for key in keys],
    "requests": len({request["id"] for request in boreal.usage.requests_all()}),
    "keys": len(theirs) == len(keys),
    "lines": len(boreal.usage.requests_csv({"for": "plain"}).decode().strip().split("\\n")),
    "buckets": len(boreal.organization.usage({"start_time": 0, "end_time": 86400, "group_by": ["model"]})["data"]),
    "found": [customer["id"] for customer in operators.customers.list({"search": "ben@"})["customers"]],
    "refused": [wrong.status, wrong.code, wrong.param, wrong.request_id.startswith("req_")],
    "unknown": [unknown.status, unknown.code],
    "unreachable": [gone.status, gone.code],
    "cutOff": [cut_off.status, cut_off.code],
    "cutOffRefusal": [cut_off_refusal.status, cut_off_refusal.code],
    "types": hints(account) and hints(operator),
}))
`;
