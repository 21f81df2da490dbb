/** A route of the settings API: reads and checks what the page sent, and answers in the shape that both sides know. */

import type { Call, PersonCall, Route } from '../../platform/http/call.ts';
import { answering, methodAndPath, type SentTo } from '../../platform/http/page-route.ts';
import { type FileRoute, type OpenRoute, ROUTE_ACTIONS } from './route-actions.ts';
import type { SettingsApi, SettingsRoute } from './settings-api.ts';
import { SETTINGS_INPUTS as inputs } from './settings-bodies.ts';

/** What a page sent, checked. */
type Sent<Name extends SettingsRoute> = SentTo<typeof inputs, Name>;

type Reply<Name extends SettingsRoute> = SettingsApi[Name]['reply'];

/** A route for signed-in people. The name is checked: it is method and path, as in `SettingsApi`. */
export function personRoute<Name extends Exclude<SettingsRoute, OpenRoute>>(
  name: Name,
  handle: (call: PersonCall, sent: Sent<Name>) => Promise<Reply<Name>>,
): Route {
  return {
    ...methodAndPath(name),
    guard: 'person',
    action: ROUTE_ACTIONS[name],
    handle: answering({ inputs, name }, handle),
  };
}

/** A route for signed-in people that answers with a file. */
export const fileRoute = (name: FileRoute, handle: (call: PersonCall) => Response | Promise<Response>): Route => ({
  ...methodAndPath(name),
  guard: 'person',
  action: ROUTE_ACTIONS[name],
  handle,
});

/** A public route: only what a visitor may know. */
export function openRoute<Name extends OpenRoute>(
  name: Name,
  handle: (call: Call, sent: Sent<Name>) => Promise<Reply<Name>>,
): Route {
  return { ...methodAndPath(name), guard: 'none', handle: answering({ inputs, name }, handle) };
}
