/**
 * A contract says each route of a noun once: what it takes and answers, who may ask, how it refuses. Checks of input,
 * types of the pages, the OpenAPI description and the table of roles come from it.
 */
import type { z } from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import type { MemberAction } from '../../core/roles.ts';
import type { OperatorScope } from '../../core/token-scopes.ts';
import type { Method } from '../http/call.ts';

/** Anyone, a member whose role allows the action, an operator at the pages, or an operator's program with the scope too. */
type Needs = 'visitor' | MemberAction | 'operator' | OperatorScope | readonly OperatorScope[];

export type FileReply = {
  /** Its content type. */
  readonly file: string;
  readonly schema?: object;
  /** The schema of what each event of a stream holds. */
  readonly events?: z.ZodType;
};

export type RouteSpec = {
  /** A sentence for those who read the description. */
  readonly about?: string;
  readonly needs: Needs;
  /** Made for a page and changed with it: no program may ask it. What a scope holds is for programs otherwise, and stable. */
  readonly pagesOnly?: true;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Where more than a form comes. */
  readonly bodyBytesMax?: number;
  /** The schema of the JSON that is answered, or a file. */
  readonly reply: z.ZodType | FileReply;
  /** Refusals beside those that follow from who asks and from what is sent. */
  readonly refuses?: readonly ErrorCode[];
};

/** Its name is method and path, such as `POST /api/keys/{id}/rotate`. */
export type NamedRoute = RouteSpec & { readonly name: string };
export type Contract = Readonly<Record<string, NamedRoute>>;
type Contracts = Readonly<Record<string, Contract>>;

/** Beside the API of the pages, paths that programs of others know. */
type Named = `${Method} /api/${string}` | `${Method} /v1/organization/${string}`;

export const route = <const Name extends Named, const Spec extends RouteSpec>(
  name: Name,
  spec: Spec,
): Spec & { readonly name: Name } => ({ ...spec, name });

export const isFile = (reply: RouteSpec['reply']): reply is FileReply => 'file' in reply;

/** A value that is only read. */
export type Seen<Value> = Value extends readonly (infer Item)[]
  ? readonly Seen<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Seen<Value[Name]> }
    : Value;

/** The value of a schema, as pages and handlers see it. */
export type View<Schema extends z.ZodType> = Seen<z.output<Schema>>;

/** The routes of several contracts as pages call them; files are links. */
export type ApiOf<All extends Contracts> = {
  readonly [One in RouteIn<All[keyof All]> as One extends { readonly reply: z.ZodType }
    ? One['name']
    : never]: Asking<One>;
};

type RouteIn<Routes> = Routes extends Contract ? Routes[keyof Routes] : never;

type Asking<Route> = (Route extends { readonly query: infer Query extends z.ZodType }
  ? { readonly query: Seen<z.input<Query>> }
  : unknown) &
  (Route extends { readonly body: infer Body extends z.ZodType } ? { readonly body: Seen<z.input<Body>> } : unknown) &
  (Route extends { readonly reply: infer Reply extends z.ZodType } ? { readonly reply: View<Reply> } : unknown);
