/** A route of the operator's area: reads and checks what the page sent, and answers in the shape that both sides know. */

import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { answering, methodAndPath, type SentTo } from '../../platform/http/page-route.ts';
import type { OperatorApi, OperatorRoute } from './operator-api.ts';
import { OPERATOR_INPUTS as inputs } from './operator-bodies.ts';
import { ROUTE_SCOPES } from './route-scopes.ts';

type Sent<Name extends OperatorRoute> = SentTo<typeof inputs, Name>;

/** The name is checked: it is method and path, as in `OperatorApi`. */
export function operatorRoute<Name extends OperatorRoute>(
  name: Name,
  handle: (call: OperatorCall, sent: Sent<Name>) => Promise<OperatorApi[Name]['reply']>,
): Route {
  const scope = ROUTE_SCOPES[name];
  const scopes = scope ? [scope] : [];
  return { ...methodAndPath(name), guard: 'operator', scopes, handle: answering({ inputs, name }, handle) };
}
