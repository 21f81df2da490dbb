/** The areas that Schemathesis asks: by which description, with which headers, and the ids of things that are there. */
import { BANK_FILE_WRITERS } from '../support/bank-files.ts';
import { orderBecause, performAction, signedUpOperator } from '../support/busy-operator.ts';
import { type PageClient, signedUp } from '../support/page-client.ts';
import { accountIn, type ServiceProcess } from '../support/service-process.ts';

type Parameter = { readonly name: string; readonly in: string; readonly schema: object };
type Operation = { readonly parameters?: readonly Parameter[] };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Description = { readonly paths: Paths };
/** A part of a path, as `/api/keys/{id}`, and values of it that are there. */
type Known = Readonly<Record<string, string>>;
type Area = {
  readonly description: Description;
  readonly headers: Readonly<Record<string, string>>;
  /** Paths that are not asked, and why is said where they are named. */
  readonly leftOut: readonly string[];
};

/** Facts of a field that a description cannot say. */
const KNOWN_QUERY: Readonly<Record<string, string>> = { zone: 'Europe/Prague', month: '2026-11' };
/** Ends when the operator leaves, which Schemathesis never does. */
const ENDLESS = '/api/operator/feed';
/** Asked once too often, nothing else of the area could be asked. */
const LAST = ['/api/account/delete', '/api/operator/customers/{id}/sessions/end'];

export const AREAS: Readonly<Record<string, (service: ServiceProcess) => Promise<Area>>> = {
  public: async (service) => {
    const { key } = await accountIn(service.dataDir);
    const answer = await fetch(new URL('/openapi.json', service.url));
    return {
      description: (await answer.json()) as Description,
      headers: { Authorization: `Bearer ${key}` },
      leftOut: [],
    };
  },

  settings: async (service) => {
    const { customer, known } = await furnish(service);
    return areaOf(service, customer, { path: '/api/openapi.json', known });
  },

  operator: async (service) => {
    const { operator, known } = await furnish(service);
    return areaOf(service, operator, { path: '/api/operator/openapi.json', known });
  },
};

async function areaOf(
  service: ServiceProcess,
  client: PageClient,
  { path, known }: { readonly path: string; readonly known: Known },
): Promise<Area> {
  const { status, json, text } = await client.get(path);
  if (status !== 200) throw new Error(`There is no description: ${text}`);
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { Cookie: cookie, Origin: `http://localhost:${service.port}` };
  return {
    description: withKnown(json as unknown as Description, known),
    headers,
    leftOut: [ENDLESS, ...LAST].filter((one) => json.paths && Object.hasOwn(json.paths, one)),
  };
}

/** Every second id is one that exists: a made-up one is only ever refused. */
function withKnown(description: Description, known: Known): Description {
  const parameterOf = (path: string, parameter: Parameter): Parameter => {
    const part = `${path.slice(0, path.indexOf(`{${parameter.name}}`))}{${parameter.name}}`;
    const value = parameter.in === 'path' ? known[part] : KNOWN_QUERY[parameter.name];
    return value === undefined ? parameter : { ...parameter, schema: { anyOf: [{ enum: [value] }, parameter.schema] } };
  };
  const operations = (path: string, item: Paths[string]) =>
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        { ...operation, parameters: (operation.parameters ?? []).map((one) => parameterOf(path, one)) },
      ]),
    );
  const paths = Object.entries(description.paths).map(([path, item]) => [path, operations(path, item)]);
  return { ...description, paths: Object.fromEntries(paths) };
}

/** The parts of a service that signing up needs, of one that is a process. */
const asPages = (service: ServiceProcess) => ({
  port: service.port,
  get log() {
    return service.lines.map((line) => ({ ...line, message: line.msg }));
  },
});

type Furnished = { readonly customer: PageClient; readonly operator: PageClient; readonly known: Known };

/** A customer and an operator, with one of everything that has an id. */
async function furnish(service: ServiceProcess): Promise<Furnished> {
  const pages = asPages(service);
  const operator = await signedUpOperator(pages);
  const customer = await signedUp(pages, 'anna@example.com');
  const { account } = (await customer.get('/api/me')).json as { readonly account: { readonly id: string } };
  const grant = { ...orderBecause('To spend'), kind: 'grant', czk: '1000' };
  await performAction(operator, `customers/${account.id}/credit`, grant);
  const bought = await furnishCustomer(customer, operator);
  const { voucher } = await asked<{ voucher: { id: string } }>(operator, '/api/operator/vouchers', {
    ...orderBecause('Known'),
    ...{ gift: { kind: 'credit', czk: '10' }, usesMax: 5, expiresAtMs: null },
  });
  const known = {
    ...bought,
    '/api/operator/customers/{id}': account.id,
    '/api/operator/customers/{id}/keys/{keyId}': bought['/api/keys/{id}']!,
    '/api/operator/orders/{id}': bought['/api/orders/{id}']!,
    '/api/operator/documents/{id}': bought['/api/documents/{id}']!,
    '/api/operator/vouchers/{id}': voucher.id,
    '/api/operator/bank/movements/{id}': await importedMovement(operator),
    '/api/operator/engines/{name}': 'main',
  };
  return { customer, operator, known };
}

/** A key, an order that waits, one that was paid and has a document, and a request. */
async function furnishCustomer(customer: PageClient, operator: PageClient): Promise<Known> {
  const { key } = await asked<{ key: { id: string } }>(customer, '/api/keys', { name: 'Known' });
  const order = async () => {
    const wanted = { offer: 'credit', czk: '100', method: 'bank' };
    return (await asked<{ order: { id: string } }>(customer, '/api/orders', wanted)).order.id;
  };
  const [open, paid] = [await order(), await order()];
  await performAction(operator, `orders/${paid}/confirm`, { ...orderBecause('It came'), czk: '100' });
  const { documents } = await read<{ documents: { number: string }[] }>(customer, `/api/orders/${paid}/documents`);
  const messages = [{ role: 'user', content: 'Hi' }];
  await asked(customer, '/api/playground/completions', { model: 'svc-frost', messages });
  const { requests } = await read<{ requests: { id: string }[] }>(customer, '/api/requests');
  return {
    '/api/keys/{id}': key.id,
    '/api/orders/{id}': open,
    '/api/documents/{id}': documents[0]!.number,
    '/api/requests/{id}': requests[0]!.id,
    '/api/statements/{month}': new Date().toISOString().slice(0, 7),
  };
}

async function importedMovement(operator: PageClient): Promise<string> {
  const movement = { day: '2026-11-15', amount: '77', symbol: '404', id: 1 };
  const base64 = Buffer.from(BANK_FILE_WRITERS['fio-json']([movement])).toString('base64');
  await performAction(operator, 'bank/statements', { id: orderBecause('').id, name: 'known', base64 });
  const { movements } = await read<{ movements: { id: string }[] }>(operator, '/api/operator/bank/movements');
  return movements[0]!.id;
}

async function read<Answer>(client: PageClient, path: string): Promise<Answer> {
  const { status, text, json } = await client.get(path);
  if (status !== 200) throw new Error(`${path} was refused: ${text}`);
  return json as Answer;
}

async function asked<Answer>(client: PageClient, path: string, body: object): Promise<Answer> {
  const { status, text, json } = await client.post(path, body);
  if (status !== 200) throw new Error(`${path} was refused: ${text}`);
  return json as Answer;
}
