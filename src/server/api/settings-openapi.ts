/**
 * The OpenAPI 3.1 description of the settings API. What a route takes is described by the schema that checks it, what it
 * answers by `described-answers.json`, which `npm run describe` writes from the types that handlers and pages have.
 */
import { z } from 'zod';
import { ANSWER_SCHEMAS } from '../../gateway/openapi/openapi-answers.ts';
import { HEADERS, headers } from '../../gateway/openapi/openapi-errors.ts';
import answers from './described-answers.json';
import { OPERATOR_INPUTS } from './operator-bodies.ts';
import { SETTINGS_INPUTS } from './settings-bodies.ts';
import { FILE_ROUTES } from './settings-files.ts';
import { type Asked, PLAYGROUND, refusalsOf } from './settings-refusals.ts';

type Json = Readonly<Record<string, unknown>>;
type Described = { readonly reply: Json; readonly description?: string };
type Inputs = Readonly<Record<string, Partial<Record<'body' | 'query', { readonly schema: z.ZodType }>>>>;
type Area = 'customer' | 'operator';
/** The operation of chats, and all schemas that it may refer to. */
type PublicChat = { readonly operation: Json; readonly schemas: Readonly<Record<string, object>> };

const ROUTES: Readonly<Record<string, Described>> = answers.routes;
const INPUTS: Inputs = { ...SETTINGS_INPUTS, ...OPERATOR_INPUTS };
const SCHEMAS: Readonly<Record<string, object>> = { ...answers.schemas, Error: ANSWER_SCHEMAS.Error };
const OPERATOR_PATH = '/api/operator/';
const FOR_VISITORS: readonly string[] = ['GET /api/service', 'POST /api/invitation/look'];
/** Of a service that is reached by https, and of one that is not. */
const COOKIES = { session: '__Host-boreal.session_token', plainSession: 'boreal.session_token' };
/** Programs present it as a bearer; each operation says which scopes let it. */
const TOKEN = 'managementToken';
const ABOUT = [
  'What the pages of this service ask it, and what programs manage it by. A program presents a management token; operations that take one name its scope, and any of several will do. The others are for the pages and can change with every version.',
  'A session comes from POST /api/auth/sign-in/email. Whatever changes something needs an Origin that is the public address.',
  'With as=ACCOUNT in the query of a GET, an operator reads what the owner of that account reads.',
  'Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque.',
].join(' ');

const SESSIONS = Object.keys(COOKIES).map((name) => ({ [name]: [] }));

type DocumentParts = {
  readonly serviceName: string;
  readonly chat?: PublicChat;
  /** With which scopes a management token may ask a route. */
  readonly scopesOf?: (name: string) => readonly string[];
};

/** Everything of an area: `customer` is each signed-in person, operators included. */
export function settingsDocument(area: Area, { serviceName, chat, scopesOf = () => [] }: DocumentParts) {
  const names = [...Object.keys(ROUTES), ...Object.keys(FILE_ROUTES)].filter((name) => areaOf(name) === area);
  const operations = names.map((name): readonly [string, Json] => [name, operationOf(name, scopesOf(name))]);
  if (chat) operations.push([PLAYGROUND, playgroundOperation(chat)]);
  const paths = pathsOf(operations);
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName}: ${area === 'operator' ? "the operator's area" : 'settings'}`,
      version: '1',
      description: ABOUT,
    },
    servers: [{ url: '/' }],
    security: SESSIONS,
    paths,
    components: {
      securitySchemes: {
        ...Object.fromEntries(
          Object.entries(COOKIES).map(([name, cookie]) => [name, { type: 'apiKey', in: 'cookie', name: cookie }]),
        ),
        [TOKEN]: { type: 'http', scheme: 'bearer', description: 'A management token, made at the pages: bmt_…' },
      },
      headers: HEADERS,
      schemas: referredIn(paths, { ...chat?.schemas, ...SCHEMAS }),
    },
  };
}

const areaOf = (name: string): Area => (name.includes(` ${OPERATOR_PATH}`) ? 'operator' : 'customer');
const askedOf = (name: string, hasBody: boolean): Asked => ({
  name,
  hasBody,
  area: FOR_VISITORS.includes(name) ? 'visitor' : areaOf(name),
});

function operationOf(name: string, scopes: readonly string[]): Json {
  const { body, query } = INPUTS[name] ?? {};
  const file = FILE_ROUTES[name];
  const asked = askedOf(name, body !== undefined);
  return {
    ...(asked.area === 'visitor' && { security: [] }),
    ...(scopes.length > 0 && { security: [...SESSIONS, ...scopes.map((scope) => ({ [TOKEN]: [scope] }))] }),
    ...headOf(name, file?.description ?? ROUTES[name]?.description),
    parameters: [...pathParameters(name), ...queryParameters(file?.query ?? query?.schema)],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body.schema) } } },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: headers(['x-request-id']),
        content: file
          ? { [file.type]: { schema: file.schema ?? { type: 'string' } } }
          : { 'application/json': { schema: ROUTES[name]!.reply } },
      },
      ...refusalsOf(asked),
    },
  };
}

function playgroundOperation({ operation }: PublicChat): Json {
  const responses = { ...refusalsOf(askedOf(PLAYGROUND, true)), 200: (operation.responses as Json)['200'] };
  const description = 'As POST /v1/chat/completions, paid by the account of the person.';
  return { ...operation, ...headOf(PLAYGROUND, description), responses };
}

/** `POST /api/keys/{id}/rotate` is `postKeysIdRotate`. */
function headOf(name: string, description?: string) {
  const [method = '', path = ''] = name.split(' ');
  const words = path
    .replace('/api/', '')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '');
  const operationId = method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
  return { operationId, summary: name, ...(description && { description }) };
}

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

/** What may be sent. A number that comes as text is described as the number that it must be. */
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

/** Of all schemas those that are referred to, also by each other. */
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
