/** The parts of an OpenAPI document that the reference page shows. */

export type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly contentSchema?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

type Parameter = {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string;
};

export type Content = {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
};

export type Answer = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
};

type PathItem = { readonly [method in 'get' | 'post' | 'delete']?: Operation };

export type ReferenceDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

/** An operation with where it is. */
export type Placed = {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
};

/** Operations that belong together, by the first word of their path. */
type ReferencePart = { readonly id: string; readonly title: string; readonly operations: readonly Placed[] };

const PART_OF: Readonly<Record<string, string>> = {
  completions: 'chat',
  receipts: 'account',
  balance: 'account',
  generation: 'account',
  credits: 'account',
};
const TITLES: Readonly<Record<string, string>> = {
  chat: 'Chat completions',
  responses: 'Responses',
  conversations: 'Conversations',
  messages: 'Messages',
  embeddings: 'Embeddings',
  files: 'Files',
  batches: 'Batches',
  models: 'Models',
  account: 'Receipts and balance',
  service: 'State of the service',
};

/** Every operation is in one part, in the order of the document. */
export function partsOf(document: ReferenceDocument): readonly ReferencePart[] {
  const groups = Map.groupBy(operationsOf(document), ({ path }) => partOf(path));
  return [...groups].map(([id, operations]) => ({ id, title: TITLES[id] ?? id, operations }));
}

function partOf(path: string): string {
  const [, version, first] = path.split('/');
  if (version !== 'v1' || first === undefined) return 'service';
  return PART_OF[first] ?? first;
}

export function operationsOf({ paths }: ReferenceDocument): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

export const schemaName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Where a type is described. Operations and types are pages of one folder, whichever the language. */
export const schemaLink = (name: string): string => `schemas#schema-${name}`;

/** A schema, or the one that it names. */
export const resolved = (schema: Schema, { components }: ReferenceDocument): Schema =>
  schema.$ref ? (components.schemas[schemaName(schema.$ref)] ?? schema) : schema;

/** The codes of an error's schema; other schemas have none. */
export const codesOf = (schema: Schema): readonly Schema[] | undefined =>
  schema.properties?.error?.properties?.code?.oneOf;
