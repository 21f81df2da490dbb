/** A route of the settings API: reads and checks what the page sent, and answers in the shape that both sides know. */
import { parseFormBody } from '../../wire/form-body.ts';
import type { SettingsApi, SettingsRoute } from '../../wire/settings-api.ts';
import { SETTINGS_INPUTS } from '../../wire/settings-bodies.ts';
import { readBody } from '../body.ts';
import type { Call, Method, PersonCall, Route } from '../call.ts';
import { AS } from '../operator-gate.ts';

type Inputs = typeof SETTINGS_INPUTS;
type Read<Name, Part extends 'body' | 'query'> = Name extends keyof Inputs
  ? Inputs[Name] extends { readonly [P in Part]: (value: unknown) => infer Value }
    ? Value
    : undefined
  : undefined;

/** What a page sent, checked. */
export type Sent<Name extends SettingsRoute> = {
  readonly body: Read<Name, 'body'>;
  readonly query: Read<Name, 'query'>;
};

export type Reply<Name extends SettingsRoute> = SettingsApi[Name]['reply'];

/** Forms are small; whatever is larger is not one. */
export const BODY_LIMITS = { bodyBytesMax: 64 * 1024, bodyMs: 30_000 };
/** Nothing of an account may stay in a cache. */
export const PRIVATE = { 'cache-control': 'no-store' };

/** A route for whoever is signed in. The name is checked: it is method and path, as in `SettingsApi`. */
export function personRoute<Name extends SettingsRoute>(
  name: Name,
  handle: (call: PersonCall, sent: Sent<Name>) => Promise<Reply<Name>>,
): Route {
  return {
    ...methodAndPath(name),
    guard: 'person',
    handle: async (call) => Response.json(await handle(call, await sentOf(name, call)), { headers: PRIVATE }),
  };
}

/** A route for everybody: only what a visitor may know. */
export function openRoute<Name extends SettingsRoute>(
  name: Name,
  handle: (call: Call, sent: Sent<Name>) => Promise<Reply<Name>>,
): Route {
  return {
    ...methodAndPath(name),
    guard: 'none',
    handle: async (call) => Response.json(await handle(call, await sentOf(name, call)), { headers: PRIVATE }),
  };
}

async function sentOf<Name extends SettingsRoute>(name: Name, { request }: Call): Promise<Sent<Name>> {
  const { body, query } = (SETTINGS_INPUTS as Partial<Record<SettingsRoute, Readers>>)[name] ?? {};
  return {
    body: body?.(parseFormBody(await readBody(request, BODY_LIMITS))),
    query: query?.(queryOf(request)),
  } as Sent<Name>;
}

type Readers = Partial<Record<'body' | 'query', (value: unknown) => unknown>>;

/** The query as an object, without what the gate has read. A name that comes twice counts once, as the last. */
export function queryOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  searchParams.delete(AS);
  return Object.fromEntries(searchParams);
}

function methodAndPath(name: SettingsRoute): { readonly method: Method; readonly path: string } {
  const [method, path] = name.split(' ') as [Method, string];
  return { method, path };
}
