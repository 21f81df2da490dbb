/** A route of the operator's area: reads and checks what the page sent, and answers in the shape that both sides know. */
import { parseFormBody } from '../../wire/form-body.ts';
import type { OperatorApi, OperatorRoute } from '../../wire/operator-api.ts';
import { OPERATOR_INPUTS } from '../../wire/operator-bodies.ts';
import { readBody } from '../body.ts';
import type { Call, Method, OperatorCall, Route } from '../call.ts';
import { BODY_LIMITS, PRIVATE, queryOf } from '../settings/route.ts';

type Inputs = typeof OPERATOR_INPUTS;
type Read<Name, Part extends 'body' | 'query'> = Name extends keyof Inputs
  ? Inputs[Name] extends { readonly [P in Part]: (value: unknown) => infer Value }
    ? Value
    : undefined
  : undefined;

export type Sent<Name extends OperatorRoute> = {
  readonly body: Read<Name, 'body'>;
  readonly query: Read<Name, 'query'>;
};

/** The name is checked: it is method and path, as in `OperatorApi`. */
export function operatorRoute<Name extends OperatorRoute>(
  name: Name,
  handle: (call: OperatorCall, sent: Sent<Name>) => Promise<OperatorApi[Name]['reply']>,
): Route {
  const [method, path] = name.split(' ') as [Method, string];
  return {
    method,
    path,
    guard: 'operator',
    handle: async (call) => Response.json(await handle(call, await sentOf(name, call)), { headers: PRIVATE }),
  };
}

async function sentOf<Name extends OperatorRoute>(name: Name, { request }: Call): Promise<Sent<Name>> {
  const { body, query } = (OPERATOR_INPUTS as Partial<Record<OperatorRoute, Readers>>)[name] ?? {};
  return {
    body: body?.(parseFormBody(await readBody(request, BODY_LIMITS))),
    query: query?.(queryOf(request)),
  } as Sent<Name>;
}

type Readers = Partial<Record<'body' | 'query', (value: unknown) => unknown>>;
