/**
 * The settings API: what the pages ask the server and what they get, typed once. The pages import these types and
 * nothing else of the server. Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque.
 * An error has the same body as everywhere: `{"error": {"message", "type", "code", "param"}}`.
 */
import type { MeView } from '../../features/organisations/member-api.ts';
import type { ProfileBody } from './settings-bodies.ts';

/** Every route with what it takes and gives. The key is the route itself: method, then path. */
export type SettingsApi = {
  'GET /api/me': { readonly reply: MeView };
  'PATCH /api/me': { readonly body: ProfileBody; readonly reply: MeView };
};

export type SettingsRoute = keyof SettingsApi;
