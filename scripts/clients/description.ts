/** The part of the description for programs that stays: operations, what they take, and what they answer when all is well. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programsDocument } from '../../src/server/api/settings-openapi.ts';

export const AREAS = { account: 'customer', operator: 'operator' } as const;
export type Area = keyof typeof AREAS;
export const AREA_NAMES = Object.keys(AREAS) as readonly Area[];

export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
} & Readonly<Record<string, unknown>>;

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
};
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export type Operation = {
  readonly operationId: string;
  readonly tags: readonly [string];
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: { readonly 200: { readonly content: Content } };
};

export type Description = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const ROOT = join(import.meta.dir, '../..');

/** As the contracts have it now. How an operation refuses is no part of it: more codes may come. */
export function describedNow(area: Area): Description {
  const { openapi, info, servers, paths, components } = programsDocument(AREAS[area], 'Boreal');
  const { Error: _, ...schemas } = components.schemas;
  const { securitySchemes } = components;
  const kept = Object.entries(paths).map(([path, item]) => [path, mapped(item, withoutRefusals)] as const);
  const document = {
    openapi,
    info,
    servers,
    paths: Object.fromEntries(kept),
    components: { securitySchemes, schemas },
  };
  return JSON.parse(JSON.stringify(document));
}

export const keptFile = (area: Area): string => `clients/${area}.json`;

/** As it was promised. */
export const describedBefore = (area: Area): Description =>
  JSON.parse(readFileSync(join(ROOT, keptFile(area)), 'utf8')) as Description;

function withoutRefusals(operation: Readonly<Record<string, unknown>>): object {
  const { 200: answer } = operation.responses as Record<string, Readonly<Record<string, unknown>>>;
  const { headers: _, ...kept } = answer!;
  return { ...operation, responses: { 200: kept } };
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));

/** An operation with its method and path. */
export type Placed = Operation & { readonly method: string; readonly path: string };

export const operationsOf = ({ paths }: Description): readonly Placed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
