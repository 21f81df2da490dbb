/** Routes of a contract, each with its handler: what was sent is checked before it, what it answers after it. */
import { z } from 'zod';
import type { MemberAction } from '../../core/roles.ts';
import { OPERATOR_SCOPE_NAMES, type OperatorScope, scopesFor, type TokenScope } from '../../core/token-scopes.ts';
import { readBody } from '../http/body.ts';
import type { Call, OperatorCall, PersonCall, Route } from '../http/call.ts';
import { parseFormBody } from '../http/form-body.ts';
import { FORM_LIMITS, methodAndPath, PRIVATE, queryWithLists } from '../http/page-route.ts';
import { checked } from '../http/validation-sentence.ts';
import { type Contract, isFile, type NamedRoute, type RouteSpec, type Seen } from './contract.ts';

export type ParamsOf<Name> = Name extends `${string}{${infer Param}}${infer Rest}`
  ? { readonly [One in Param]: string } & ParamsOf<Rest>
  : unknown;

type CallFor<Needs> = Needs extends 'visitor'
  ? Call
  : Needs extends 'operator' | OperatorScope | readonly OperatorScope[]
    ? OperatorCall
    : PersonCall;

export type SentIn<Spec, Part extends 'body' | 'query'> = Spec extends {
  readonly [P in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

export type ReplyOf<Spec> = Spec extends { readonly reply: infer Reply extends z.ZodType }
  ? Seen<z.input<Reply>>
  : Response;

/** A call of a route, with what was sent as the contract has it. */
type Asked<Spec extends NamedRoute> = Omit<CallFor<Spec['needs']>, 'params'> & {
  readonly params: ParamsOf<Spec['name']>;
  readonly body: SentIn<Spec, 'body'>;
  readonly query: SentIn<Spec, 'query'>;
};

type Handlers<Routes extends Contract> = {
  readonly [Key in keyof Routes]: (asked: Asked<Routes[Key]>) => ReplyOf<Routes[Key]> | Promise<ReplyOf<Routes[Key]>>;
};

type AnyHandler = (asked: Call & { readonly body: unknown; readonly query: unknown }) => unknown;

export const implement = <Routes extends Contract>(routes: Routes, handlers: Handlers<Routes>): readonly Route[] =>
  Object.entries(routes).flatMap(([key, spec]) => {
    const handle = answering(spec, handlers[key] as AnyHandler);
    const { method, path } = methodAndPath(spec.name);
    const guarded = { method, ...guardOf(spec), handle };
    const ofPrograms = programPath(path);
    if (!isForPrograms(spec) || ofPrograms === path) return [{ ...guarded, path } as Route];
    return [{ ...guarded, path, isOldForPrograms: true } as Route, { ...guarded, path: ofPrograms } as Route];
  });

function guardOf(spec: RouteSpec) {
  const { needs } = spec;
  if (needs === 'visitor') return { guard: 'none' };
  const scopes = programScopes(spec);
  return operatorScopesOf(needs) ? { guard: 'operator', scopes } : { guard: 'person', action: needs, scopes };
}

/** The path at which programs ask a route that the pages ask at this one. What others have named keeps its name. */
export const programPath = (path: string): string => path.replace(/^\/api\//, '/api/v1/');

/** Any of these lets a program ask it; none where it is for the pages. */
export function programScopes({ needs, pagesOnly }: RouteSpec): readonly TokenScope[] {
  if (pagesOnly || needs === 'visitor') return [];
  return operatorScopesOf(needs) ?? scopesFor(needs as MemberAction);
}

export const isForPrograms = (spec: RouteSpec): boolean => programScopes(spec).length > 0;

/** The scopes of an operator's program; undefined where the route is not for operators. */
function operatorScopesOf(needs: RouteSpec['needs']): readonly OperatorScope[] | undefined {
  if (needs === 'operator') return [];
  if (typeof needs !== 'string') return needs;
  const scopes = OPERATOR_SCOPE_NAMES.filter((scope) => scope === needs);
  return scopes.length > 0 ? scopes : undefined;
}

/** The fields that take one value or several. */
const listsIn = (query: z.ZodType | undefined): ReadonlySet<string> =>
  new Set(query instanceof z.ZodObject ? Object.keys(query.shape).filter((name) => maybeList(query.shape[name])) : []);

function maybeList(field: unknown): boolean {
  const one = field instanceof z.ZodOptional ? field.unwrap() : field;
  return one instanceof z.ZodUnion && one.options.some((option) => option instanceof z.ZodArray);
}

function answering({ body, query, bodyBytesMax = FORM_LIMITS.bodyBytesMax, reply }: RouteSpec, handle: AnyHandler) {
  const lists = listsIn(query);
  return async (call: Call): Promise<Response> => {
    const answer = await handle({
      ...call,
      body: body && checked(body, parseFormBody(await readBody(call.request, { ...FORM_LIMITS, bodyBytesMax }))),
      query: query && checked(query, queryWithLists(call.request, lists)),
    });
    return isFile(reply) ? (answer as Response) : Response.json(reply.parse(answer), { headers: PRIVATE });
  };
}
