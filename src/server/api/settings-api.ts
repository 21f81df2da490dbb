/**
 * The settings API: what the pages ask the server and what they get, typed once. The pages import these types and
 * nothing else of the server. Money is a decimal text in CZK, times are milliseconds since 1970, ids are opaque.
 * An error has the same body as everywhere: `{"error": {"message", "type", "code", "param"}}`.
 */
import type { DomainApi } from '../../features/organisations/domain-api.ts';
import type { MemberApi, MeView } from '../../features/organisations/member-api.ts';
import type { TokenApi } from '../../features/tokens/token-api.ts';
import type { TokenLimitView } from '../../platform/api/schemas.ts';
import type { AccountDeletionBody, KeyChangeBody, NewKeyBody, ProfileBody, RotateKeyBody } from './settings-bodies.ts';

type OtherApi = MemberApi & DomainApi & TokenApi;

/** Every route with what it takes and gives. The key is the route itself: method, then path. */
export type SettingsApi = OtherApi & {
  'GET /api/me': { readonly reply: MeView };
  'PATCH /api/me': { readonly body: ProfileBody; readonly reply: MeView };

  /** `dayFromMs`: when the viewer's day began, for what was spent today. */
  'GET /api/keys': {
    readonly query: { readonly dayFromMs: number };
    readonly reply: { readonly keys: readonly KeyView[] };
  };
  'POST /api/keys': { readonly body: NewKeyBody; readonly reply: NewKeyView };
  'PATCH /api/keys/{id}': { readonly body: KeyChangeBody; readonly reply: { readonly key: KeyView } };
  /** Makes a new key with the same rules. The old one goes on for `overlapHours`, then ends. */
  'POST /api/keys/{id}/rotate': { readonly body: RotateKeyBody; readonly reply: NewKeyView };
  'POST /api/keys/{id}/revoke': { readonly reply: { readonly key: KeyView } };

  /** For good. What is left of the credit is written off, and said. */
  'POST /api/account/delete': {
    readonly body: AccountDeletionBody;
    readonly reply: { readonly deleted: true; readonly writtenOffCzk: string };
  };
};
// Beside these: contracts of features, `GET /api/account/export` (a JSON file),
// `POST /api/playground/completions` and `/api/auth/…`.

export type SettingsRoute = keyof SettingsApi;

export type { TokenLimitView };

export type KeyView = {
  readonly id: string;
  /** `playground`: made by the service for requests from the pages; it has no secret. */
  readonly kind: 'api' | 'playground';
  readonly name: string;
  /** The last characters of the secret. */
  readonly hint: string;
  /** Whose key it is; null where it belongs to the organisation. The address is null once the person is forgotten. */
  readonly member: { readonly id: string; readonly email: string | null } | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** Its member may not spend in their role; it works again when they may. */
  readonly isPaused: boolean;
  readonly lastUsedAtMs: number | null;
  readonly allowedModels: readonly string[];
  readonly allowedRanges: readonly string[];
  readonly limit: { readonly czk: string; readonly window: 'total' | 'month'; readonly spentCzk: string } | null;
  /** Of all tokens, whatever pays for them. */
  readonly tokenLimit: TokenLimitView | null;
  /** In any 60 seconds; null where the limit of the service counts alone. */
  readonly requestsPerMinute: number | null;
  /** Of requests and answers in any 60 seconds; null where there is no limit. */
  readonly tokensPerMinute: number | null;
  readonly spentTodayCzk: string;
  readonly spentMonthCzk: string;
  readonly spentCzk: string;
  /** All tokens that were charged, whatever has paid for them. */
  readonly tokensToday: number;
  readonly tokensMonth: number;
  readonly tokens: number;
};

/** The secret is shown here and never again. */
export type NewKeyView = { readonly key: KeyView; readonly secret: string };

export type * from '../../features/organisations/domain-api.ts';
export type * from '../../features/organisations/member-api.ts';
export type * from '../../features/tokens/token-api.ts';
