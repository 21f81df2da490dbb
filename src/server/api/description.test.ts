import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type SettingsService, startSettings } from '../../../test/support/settings-service.ts';
import { visitorOf } from '../../../test/support/visitor.ts';
import { CUSTOMER_SCOPE_NAMES, OPERATOR_SCOPE_NAMES } from '../../core/token-scopes.ts';
import { meRoutes } from '../../features/sign-in/routes.ts';
import { siteRoutes } from '../../features/site/routes.ts';
import { isRecord } from '../../lib/record.ts';
import type { Route } from '../../platform/http/call.ts';
import type { ErrorBody } from '../../platform/http/error-body.ts';

type Operation = {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
};
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object };
};

let service: SettingsService;
let settings: Document;
let operators: Document;
beforeAll(async () => {
  service = await startSettings();
  settings = (await (await service.anna.open('GET /api/openapi.json')).json()) as Document;
  operators = (await (await service.olga.open('GET /api/operator/openapi.json')).json()) as Document;
});
afterAll(() => service[Symbol.asyncDispose]());

const described = ({ paths }: Document) =>
  Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`))
    .sort();
const isOfPrograms = (path: string) => path.startsWith('/api/v1/');
const namesOf = (routes: readonly Route[]) => routes.map(({ method, path }) => `${method} ${path}`).sort();
const ofPages = (routes: readonly Route[]) => routes.filter(({ path }) => !isOfPrograms(path));
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) => Object.values(item).map((operation) => ({ path, operation })));

/** The codes of all refusals, as a reader of the description finds them. */
function codesOf(value: unknown): readonly { readonly const: unknown; readonly description?: string }[] {
  if (value === null || typeof value !== 'object') return [];
  const here = 'code' in value && isRecord(value.code) && Array.isArray(value.code.oneOf) ? value.code.oneOf : [];
  return [...here, ...Object.values(value).flatMap(codesOf)];
}

test('every route of the settings area is described, and nothing else', () => {
  const unused = () => Promise.reject(new Error('Nothing is asked here.'));
  const me = meRoutes({
    people: { change: unused, hasPassword: unused },
    accounts: { find: unused },
  });
  const site = siteRoutes(() => {
    throw new Error('Nothing is asked here.');
  });

  expect(described(settings)).toEqual(namesOf(ofPages([...service.routes, ...me, ...site])));
});

test("every route of the operator's area is described, and nothing else", () => {
  expect(described(operators)).toEqual(namesOf(ofPages(service.operatorRoutes)));
});

describe('programs', () => {
  /** As a program asks: no cookie, no origin. */
  const present = (secret: string, path: string, more: RequestInit = {}) =>
    fetch(`${service.url}${path}`, { ...more, headers: { authorization: `Bearer ${secret}` } });

  async function newTokens() {
    const own = { name: 'own', scopes: CUSTOMER_SCOPE_NAMES };
    const all = { name: 'all', scopes: OPERATOR_SCOPE_NAMES };
    return {
      customer: (await service.anna.ask('POST /api/tokens', { body: own })).body.secret,
      operator: (await service.olga.ask('POST /api/operator/tokens', { body: all })).body.secret,
    };
  }

  test('read of what they may ask, at the addresses that stay, each with a sentence, and of nothing else', async () => {
    const { customer, operator } = await newTokens();
    const isForPrograms = ({ path }: Route) => isOfPrograms(path) || path.startsWith('/v1/organization/');

    const own = (await (await present(customer, '/api/v1/openapi.json')).json()) as Document;
    const all = (await (await present(operator, '/api/v1/operator/openapi.json')).json()) as Document;

    expect(described(own)).toEqual(namesOf(service.routes.filter(isForPrograms)));
    expect(described(all)).toEqual(namesOf(service.operatorRoutes.filter(isForPrograms)));
    expect([own, all].flatMap(operationsOf).filter(({ operation }) => !operation.description)).toEqual([]);
    for (const document of [own, all]) expectSound(document);
  });

  test('are answered the same at the old address, which says where the new one is; pages are not', async () => {
    const { customer } = await newTokens();

    const old = await present(customer, '/api/requests/none?before=1');
    const now = await present(customer, '/api/v1/requests/none?before=1');
    const atPages = await service.anna.open('GET /api/billing');

    const headersOf = ({ headers }: Response) => [headers.get('deprecation'), headers.get('link')];
    expect([old.status, await old.json()]).toEqual([now.status, await now.json()]);
    expect(headersOf(old)).toEqual(['@1794960000', '</api/v1/requests/none>; rel="successor-version"']);
    expect(headersOf(now)).toEqual([null, null]);
    expect(headersOf(atPages)).toEqual([null, null]);
  });

  test('are refused what is made for a page, and have no address for it', async () => {
    const { customer, operator } = await newTokens();

    const offers = await present(customer, '/api/offers');
    const emails = await present(operator, '/api/operator/emails?ids=none');
    const none = await present(customer, '/api/v1/offers');

    expect([offers.status, emails.status, none.status]).toEqual([403, 403, 404]);
    expect(((await offers.json()) as ErrorBody).error.code).toBe('scope_not_allowed');
    expect((await service.anna.open('GET /api/offers')).status).toBe(200);
  });
});

test('every refusal that is described says what it means', () => {
  const refusals = [settings, operators].flatMap((document) =>
    operationsOf(document).flatMap(({ operation }) => codesOf(operation.responses)),
  );

  expect(refusals.length).toBeGreaterThan(100);
  expect(refusals.filter(({ description }) => description === undefined)).toEqual([]);
});

test('the descriptions are for those who may ask what they describe', async () => {
  const stranger = await fetch(`${service.url}/api/openapi.json`);
  const customer = await service.anna.open('GET /api/operator/openapi.json');

  expect([stranger.status, customer.status]).toEqual([401, 404]);
  expect(JSON.stringify(settings)).not.toContain('/api/operator');
});

test.each(['settings', 'operators'] as const)('the description of %s is sound', (name) => {
  expectSound({ settings, operators }[name]);
});

function expectSound(document: Document): void {
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation.operationId);

  expect(document.openapi).toBe('3.1.0');
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path' && one.required);
    expect(inPath.map((one) => `{${one.name}}`)).toEqual(path.split('/').filter((part) => part.startsWith('{')));
    expect(Object.keys(operation.responses)).toContain('200');
    expect(JSON.stringify(operation)).not.toContain('undefined');
  }
  const schemas = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]!);
  expect(schemas.filter((schema) => !Object.hasOwn(document.components.schemas, schema))).toEqual([]);
  expect(schemas.length).toBeGreaterThan(50);
}

test('a form is described by what checks it, and an answer by the type that pages have of it', () => {
  const { post } = settings.paths['/api/keys']!;
  const written = JSON.stringify(post);

  expect(written).toContain('"required":["name"]');
  expect(written).toContain('"maxItems":100');
  expect(written).toContain('"#/components/schemas/NewKeyView"');
  expect(Object.keys(post!.responses)).toEqual(['200', '400', '401', '402', '403', '404', '413', '429', '502']);
});

test('a text that may have spaces around it is not said to have a longest length with them', async () => {
  const { parameters } = operators.paths['/api/operator/customers']!.get!;
  const query = { search: `anna${' '.repeat(400)}` };

  expect(JSON.stringify(parameters)).not.toContain('"maxLength":320');
  expect((await service.olga.ask('GET /api/operator/customers', { query })).body.customers.length).toBe(1);
});

test('a pattern means the same in every language', () => {
  const written = JSON.stringify(operators.paths['/api/operator/vouchers']!.post);

  expect(written).toContain('"^[A-Za-z0-9_-]{16,64}$"');
  expect(written).toContain('"^-?[0-9]{1,9}(\\\\.[0-9]{1,9})?$"');
});

test('a refusal that is not described fails the test that met it', async () => {
  const refusal = { error: { message: 'No.', type: 'invalid_request_error', param: null, code: 'voucher_invalid' } };
  using front = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(refusal, { status: 400 }) });
  const visitor = visitorOf(service.anna.person, `http://127.0.0.1:${front.port}`);

  await expect(visitor.ask('GET /api/statements')).rejects.toThrow(
    'GET /api/statements is not answered 400 as described: $.error.code is not exactly one of oneOf',
  );
});

test('an answer that is not as described fails the test that asked for it', async () => {
  using front = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json({ months: [1] }) });
  const visitor = visitorOf(service.anna.person, `http://127.0.0.1:${front.port}`);

  await expect(visitor.ask('GET /api/statements')).rejects.toThrow(
    'GET /api/statements is not answered 200 as described: $.months[0] is not string',
  );
});
