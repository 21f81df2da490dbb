/** What the routes of pages have in common: what they read of a call, each part by its reader, and how they answer. */

import { readBody } from './body.ts';
import type { Call, Method } from './call.ts';
import { parseFormBody } from './form-body.ts';

/** The account in which a person acts. It is in every address, so that two tabs cannot mix two accounts up. */
export const ACCOUNT = 'account';
/** The account whose pages an operator looks at. */
export const AS = 'as';

/** Forms are small; whatever is larger is not one. */
export const FORM_LIMITS = { bodyBytesMax: 64 * 1024, bodyMs: 30_000 };
/** Nothing of an account may stay in a cache. */
export const PRIVATE = { 'cache-control': 'no-store' };

type Readers = Partial<Record<'body' | 'query', (value: unknown) => unknown>> & {
  /** Where more than a form comes. */
  readonly bodyBytesMax?: number;
};

type Read<Inputs, Name, Part extends 'body' | 'query'> = Name extends keyof Inputs
  ? Inputs[Name] extends { readonly [P in Part]: (value: unknown) => infer Value }
    ? Value
    : undefined
  : undefined;

/** What a page sent to a route, checked by the readers of that route. */
export type SentTo<Inputs, Name> = {
  readonly body: Read<Inputs, Name, 'body'>;
  readonly query: Read<Inputs, Name, 'query'>;
};

/** Answers with JSON. A route without readers takes nothing. */
export const answering =
  <Inputs, Name extends string, Calling extends Call>(
    { inputs, name }: { readonly inputs: Inputs; readonly name: Name },
    handle: (call: Calling, sent: SentTo<Inputs, Name>) => Promise<unknown>,
  ) =>
  async (call: Calling): Promise<Response> => {
    const { body, query, ...limits } = (inputs as Partial<Record<Name, Readers>>)[name] ?? {};
    const sent = {
      body: body?.(parseFormBody(await readBody(call.request, { ...FORM_LIMITS, ...limits }))),
      query: query?.(queryOf(call.request)),
    };
    return Response.json(await handle(call, sent as SentTo<Inputs, Name>), { headers: PRIVATE });
  };

/** The query as an object, without what the gate has read. A name that comes twice counts once, as the last. */
export function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  for (const name of [AS, ACCOUNT]) searchParams.delete(name);
  return Object.fromEntries(searchParams);
}

export function methodAndPath(name: string): { readonly method: Method; readonly path: string } {
  const [method, path] = name.split(' ') as [Method, string];
  return { method, path };
}
