/**
 * The settings API: what the pages ask the server and what they get, typed once. The pages import these types and
 * nothing else of the server. Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque.
 * An error has the same body as everywhere: `{"error": {"message", "type", "code", "param"}}`.
 */
import type { MeView } from '../../features/organisations/member-api.ts';
import type { ProfileBody } from './settings-bodies.ts';

/** Every route with what it takes and gives. The key is the route itself: method, then path. */
export type SettingsApi = {
  /** What a visitor may know before signing in. */
  'GET /api/service': { readonly reply: ServiceView };
  'GET /api/me': { readonly reply: MeView };
  'PATCH /api/me': { readonly body: ProfileBody; readonly reply: MeView };
};
// Beside these: contracts of features,
// `POST /api/playground/completions` (as POST /v1/chat/completions, paid by the signed-in account) and `/api/auth/…`.

export type SettingsRoute = keyof SettingsApi;

export type ServiceView = {
  readonly name: string;
  /** The name in small letters, digits and hyphens, for settings of clients. */
  readonly slug: string;
  /** The environment variable in which examples keep the key. */
  readonly keyVariable: string;
  readonly signUp: 'open' | 'invitation' | 'closed';
  /** The credit that new accounts get to try the service; null where there is none. */
  readonly trialCzk: string | null;
  /** `log`: there is no mail server; links are written to the server's log, and pages say so. */
  readonly mail: 'smtp' | 'log';
  readonly oidc: readonly { readonly id: string; readonly name: string }[];
  /** The base address for clients; its path ends in /v1. */
  readonly baseUrl: string;
  /** Whether there are pages for visitors, and with them the terms and the privacy text. */
  readonly hasLegalTexts: boolean;
};
