/** The OpenAPI 3.1 descriptions of what programs ask, and of what the pages ask, from the contracts of features. */
import { z } from 'zod';
import { playground } from '../../features/playground/contract.ts';
import { ANSWER_SCHEMAS } from '../../gateway/openapi/openapi-answers.ts';
import { HEADERS, headers } from '../../gateway/openapi/openapi-errors.ts';
import { type FileReply, isFile, type NamedRoute } from '../../platform/api/contract.ts';
import { isForPrograms, programPath, programScopes } from '../../platform/api/implement.ts';
import { methodAndPath } from '../../platform/http/page-route.ts';
import { CONTRACT_ROUTES, CONTRACTS } from './contracts.ts';
import { type Asked, refusalsOf } from './refusals.ts';

type Json = Readonly<Record<string, unknown>>;
type Area = 'customer' | 'operator';
/** The operation of chats, and all schemas that it may refer to. */
type PublicChat = { readonly operation: Json; readonly schemas: Readonly<Record<string, object>> };

const JSON_TYPE = 'application/json';
const TEXT = { type: 'string' };
const OPERATOR_PATH = '/api/operator/';
/** The cookies of a service that is reached by https, and of one that is not. */
const COOKIES = { session: '__Host-boreal.session_token', plainSession: 'boreal.session_token' };
/** Programs present it as a bearer; each operation says which scopes let it. */
const TOKEN = 'managementToken';
const MONEY = 'Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque.';
const ABOUT_PAGES = [
  'What the pages of this service ask it. It can change with every version; programs have an API of their own under /api/v1.',
  'A session comes from POST /api/auth/sign-in/email. Whatever changes something needs an Origin that is the public address.',
  'With as=ACCOUNT in the query of a GET, an operator reads what the owner of that account reads.',
  MONEY,
].join(' ');
const ABOUT_PROGRAMS = [
  'What programs manage this service by. They present a management token; each operation names its scopes, and any of them will do.',
  'What is here stays: a later version may add operations, optional fields, fields of answers and values of enumerations, and takes nothing away.',
  MONEY,
].join(' ');

const SESSIONS = Object.keys(COOKIES).map((name) => ({ [name]: [] }));

/** Schemas of answers that have a name, as routes that answer with them are described. */
type Named = Record<string, object>;

/** Everything that the pages of an area ask: `customer` is each signed-in person, operators included. */
export function settingsDocument(
  area: Area,
  { serviceName, chat }: { readonly serviceName: string; readonly chat?: PublicChat },
) {
  const named: Named = { ...chat?.schemas, Error: ANSWER_SCHEMAS.Error };
  const operations = routesOf(area).map((route): readonly [string, Json] => [
    route.name,
    operationOf(route, named, securityAtPages(route)),
  ]);
  if (chat) operations.push([playground.name, playgroundOperation(chat)]);
  const paths = pathsOf(operations);
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName}: ${area === 'operator' ? "pages of the operator's area" : 'pages of the settings'}`,
      version: '1',
      description: ABOUT_PAGES,
    },
    servers: [{ url: '/' }],
    security: SESSIONS,
    paths,
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(COOKIES).map(([name, cookie]) => [name, { type: 'apiKey', in: 'cookie', name: cookie }]),
      ),
      headers: HEADERS,
      schemas: referredIn(paths, named),
    },
  };
}

/** Everything that programs of an area may ask, at the addresses that stay. */
export function programsDocument(area: Area, serviceName: string) {
  const named: Named = { Error: ANSWER_SCHEMAS.Error };
  const paths = pathsOf(
    routesOf(area)
      .filter(isForPrograms)
      .map((route) => {
        const { method, path } = methodAndPath(route.name);
        const summary = `${method} ${programPath(path)}`;
        const security = programScopes(route).map((scope) => ({ [TOKEN]: [scope] }));
        const operation = operationOf(route, named, { summary, security });
        return [summary, { ...operation, responses: mayGrow(operation.responses) }];
      }),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName}: management API${area === 'operator' ? ' of operators' : ''}`,
      version: 'v1',
      description: ABOUT_PROGRAMS,
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        [TOKEN]: { type: 'http', scheme: 'bearer', description: 'A management token, made at the pages: bmt_…' },
      },
      headers: HEADERS,
      schemas: mayGrow(referredIn(paths, named)),
    },
  };
}

/** Answers of a later version may have more fields, so programs must not take those that are described for all. */
const mayGrow = <Schemas>(answers: Schemas): Schemas =>
  JSON.parse(JSON.stringify(answers), (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

/** A route, with the noun that it is found under and its own name there. */
type Placed = NamedRoute & { readonly noun: string; readonly verb: string };

const routesOf = (area: Area): readonly Placed[] =>
  Object.entries(CONTRACTS)
    .flatMap(([noun, contract]) =>
      Object.entries<NamedRoute>(contract).map(([verb, route]) => ({ ...route, noun: nounOf(noun), verb })),
    )
    .filter(({ name }) => areaOf(name) === area);

/** Nouns of operators need not say so in the document of operators. */
const nounOf = (contract: string): string =>
  contract.replace(/^operator([A-Z])/, (_, first: string) => first.toLowerCase());

const areaOf = (name: string): Area => (name.includes(` ${OPERATOR_PATH}`) ? 'operator' : 'customer');
const isForVisitors = (name: string): boolean => CONTRACT_ROUTES[name]?.needs === 'visitor';
const askedOf = (name: string, hasBody: boolean): Asked => ({
  name,
  hasBody,
  area: isForVisitors(name) ? 'visitor' : areaOf(name),
});

/** Visitors present nothing. */
const securityAtPages = ({ needs }: NamedRoute): Json => (needs === 'visitor' ? { security: [] } : {});

function operationOf(route: Placed, named: Named, own: Json): Json {
  const { name, about, body, query, reply } = route;
  const asked = askedOf(name, body !== undefined);
  return {
    ...headOf(route, about),
    ...own,
    parameters: [...pathParameters(name), ...queryParameters(query)],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body) } } },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: headers(['x-request-id']),
        content: isFile(reply)
          ? { [reply.file]: { schema: fileSchema(reply, named) } }
          : { [JSON_TYPE]: { schema: answerSchema(reply, named) } },
      },
      ...refusalsOf(asked),
    },
  };
}

function fileSchema({ schema = TEXT, events }: FileReply, named: Named): object {
  return events ? { ...TEXT, contentMediaType: JSON_TYPE, contentSchema: answerSchema(events, named) } : schema;
}

/** The answer. Schemas with an id are described once, under it. */
function answerSchema(reply: z.ZodType, named: Named): object {
  const { $schema: _, $defs = {}, ...written } = z.toJSONSchema(reply, { io: 'output' });
  const referring = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
  for (const [name, schema] of Object.entries($defs)) named[name] = referring(schema);
  if (written.id === undefined) return referring(written);
  const { id, ...own } = written;
  named[id] = referring(own);
  return { $ref: `#/components/schemas/${id}` };
}

function playgroundOperation({ operation }: PublicChat): Json {
  const { name, about } = playground;
  const responses = { ...refusalsOf(askedOf(name, true)), 200: (operation.responses as Json)['200'] };
  return { ...operation, ...headOf({ name, noun: 'playground', verb: 'ask' }, about), responses };
}

/** `rotate` of `keys` is `keysRotate`. */
const headOf = ({ name, noun, verb }: Pick<Placed, 'name' | 'noun' | 'verb'>, description?: string) => ({
  operationId: `${noun}${verb[0]!.toUpperCase()}${verb.slice(1)}`,
  tags: [noun],
  summary: name,
  ...(description && { description }),
});

const pathParameters = (name: string) =>
  [...name.matchAll(/\{(\w+)\}/g)].map(([, part]) => ({
    name: part,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 256 },
  }));

function queryParameters(schema: z.ZodType | undefined): readonly Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: inner,
  }));
}

/** The parameters. A number that comes as text is described as the number that it must be. */
function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      if (jsonSchema.pattern) jsonSchema.pattern = plainPattern(jsonSchema.pattern);
      if (jsonSchema.maxLength !== undefined && isTrimmed(zodSchema)) {
        jsonSchema.description = `At most ${jsonSchema.maxLength} characters, without spaces around it.`;
        delete jsonSchema.maxLength;
      }
      if (def.type !== 'pipe' || def.in._zod.def.type !== 'transform') return;
      Object.assign(jsonSchema, schemaOf(def.out as z.ZodType));
    },
  });
  return written;
}

const isTrimmed = ({ _zod: { def } }: z.core.$ZodTypes): boolean =>
  def.checks?.some((check) => check._zod.def.check === 'overwrite') ?? false;

/** Without classes that mean more characters elsewhere: in other languages `\\d` is any digit of any script. */
const plainPattern = (pattern: string): string =>
  pattern.replaceAll('[\\w', '[A-Za-z0-9_').replaceAll('\\w', '[A-Za-z0-9_]').replaceAll('\\d', '[0-9]');

function pathsOf(
  operations: readonly (readonly [string, Json])[],
): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, operation] of operations) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

/** Those schemas that are referred to, also by each other. */
function referredIn(from: unknown, all: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  const found: Record<string, object> = {};
  const follow = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!name || found[name] || !all[name]) continue;
      found[name] = all[name];
      follow(all[name]);
    }
  };
  follow(from);
  return found;
}
