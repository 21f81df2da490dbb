/** What clients have to say of a description, in no language: shapes of values, and calls. */
import { type Description, operationsOf, type Placed, type Schema } from './description.ts';

export type Shape =
  | { readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'nothing' | 'anything' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'list' | 'map'; readonly of: Shape }
  | { readonly kind: 'union'; readonly of: readonly Shape[] }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'object'; readonly fields: readonly Field[] };

export type Field = {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly about: string | undefined;
};

export type NamedShape = { readonly name: string; readonly shape: Shape; readonly about: string | undefined };

/** One operation as a method of a client. */
export type Call = {
  readonly noun: string;
  readonly verb: string;
  readonly about: string;
  readonly scopes: readonly string[];
  readonly method: string;
  readonly path: string;
  readonly pathFields: readonly string[];
  /** Names of shapes. A query that can be left out has no field that must be sent. */
  readonly query: { readonly name: string; readonly canBeLeftOut: boolean } | undefined;
  readonly body: string | undefined;
  /** The name of the shape that is answered; a file has none. */
  readonly reply: string | undefined;
  readonly paging: Paging | undefined;
};

/** How a list goes on: `next` of an answer is sent as `sentAs`; `more`, where there is one, says that there is a next page. */
export type Paging = {
  readonly items: string;
  readonly itemShape: Shape;
  readonly next: string;
  readonly more: string | undefined;
  readonly sentAs: string;
};

export type ClientParts = { readonly shapes: readonly NamedShape[]; readonly calls: readonly Call[] };

/** The ways in which lists go on: fields of the answer, and the field of the query. */
const PAGINGS = [
  { next: 'next', more: undefined, sentAs: 'before' },
  { next: 'next', more: undefined, sentAs: 'after' },
  { next: 'next_page', more: undefined, sentAs: 'page' },
  { next: 'last_id', more: 'has_more', sentAs: 'after' },
] as const;

export function clientParts(description: Description): ClientParts {
  const { schemas } = description.components;
  const shapes: NamedShape[] = Object.entries(schemas).map(([name, schema]) => named(name, schema));
  const add = (shape: NamedShape): string => {
    if (shapes.some(({ name }) => name === shape.name)) throw new Error(`Two shapes are called ${shape.name}.`);
    shapes.push(shape);
    return shape.name;
  };
  const calls = operationsOf(description).map((operation) => callOf(operation, { schemas, add }));
  return { shapes, calls };
}

type Around = {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly add: (shape: NamedShape) => string;
};

const JSON_TYPE = 'application/json';

function callOf(operation: Placed, { schemas, add }: Around): Call {
  const { operationId, tags, description, method, path, parameters, requestBody } = operation;
  const [noun] = tags;
  const name = upperFirst(operationId);
  const verb = lowerFirst(operationId.slice(noun.length));
  const query = parameters.filter((one) => one.in === 'query');
  const fields = query.map(({ name, schema, required }) => ({
    name,
    shape: shapeOf(schema),
    isRequired: required,
    about: schema.description,
  }));
  const body = requestBody?.content[JSON_TYPE]?.schema;
  const answer = operation.responses[200].content[JSON_TYPE]?.schema;
  return {
    noun,
    verb,
    about: description,
    method,
    path,
    scopes: operation.security.flatMap((one) => Object.values(one)).flatMap((scopes) => [...scopes]),
    pathFields: parameters.filter((one) => one.in === 'path').map((one) => one.name),
    query:
      fields.length === 0
        ? undefined
        : {
            name: add({ name: `${name}Query`, shape: { kind: 'object', fields }, about: undefined }),
            canBeLeftOut: fields.every(({ isRequired }) => !isRequired),
          },
    body: body && (refOf(body) ?? add(named(`${name}Body`, body))),
    reply: answer && (refOf(answer) ?? add(named(`${name}Reply`, answer))),
    paging: answer && pagingOf(answer.$ref ? schemas[refOf(answer)!]! : answer, query),
  };
}

function pagingOf({ properties = {} }: Schema, query: readonly { readonly name: string }[]): Paging | undefined {
  const way = PAGINGS.find(
    ({ next, more, sentAs }) =>
      properties[next] && (more === undefined || properties[more]) && query.some(({ name }) => name === sentAs),
  );
  if (!way) return undefined;
  const lists = Object.entries(properties).filter(([, schema]) => schema.type === 'array');
  const [items, ...others] = lists;
  if (!items || others.length > 0) throw new Error(`A page has one list, not ${lists.length}.`);
  return { ...way, items: items[0], itemShape: shapeOf(items[1].items!) };
}

const named = (name: string, schema: Schema): NamedShape => ({
  name,
  shape: shapeOf(schema),
  about: schema.description,
});

const refOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

function shapeOf(schema: Schema): Shape {
  const ref = refOf(schema);
  if (ref) return { kind: 'named', name: ref };
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return union(kinds.map(shapeOf));
  if ('const' in schema) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one) => shapeOf({ ...schema, type: one })));
  if (type === 'array') return { kind: 'list', of: shapeOf(schema.items ?? {}) };
  if (type === 'object') return objectShape(schema);
  return { kind: PLAIN[type as keyof typeof PLAIN] ?? 'anything' };
}

const PLAIN = { string: 'text', number: 'number', integer: 'integer', boolean: 'boolean', null: 'nothing' } as const;

function objectShape({ properties, required = [], additionalProperties }: Schema): Shape {
  if (!properties || Object.keys(properties).length === 0) {
    const of =
      typeof additionalProperties === 'object' ? shapeOf(additionalProperties) : ({ kind: 'anything' } as const);
    return { kind: 'map', of };
  }
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    shape: shapeOf(schema),
    isRequired: required.includes(name),
    about: schema.description,
  }));
  return { kind: 'object', fields };
}

function literal(value: unknown): Shape {
  if (value === null) return { kind: 'nothing' };
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return { kind: 'literal', value };
  }
  throw new Error(`No literal: ${JSON.stringify(value)}.`);
}

const union = (of: readonly Shape[]): Shape => (of.length === 1 ? of[0]! : { kind: 'union', of });

export const upperFirst = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
const lowerFirst = (word: string): string => word[0]!.toLowerCase() + word.slice(1);
