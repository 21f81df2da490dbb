/** Management tokens, as pages see them: those of an account, and those of operators. */
import type { CustomerScope, OperatorScope, TokenScope } from '../../core/token-scopes.ts';
import type { NewOperatorTokenBody, NewTokenBody } from './token-bodies.ts';

export type { CustomerScope, OperatorScope, TokenScope };

export type TokenApi = {
  /** The person's own; for those who manage members, those of all. `scopes` are those that the person can give. */
  'GET /api/tokens': { readonly reply: TokensView<CustomerScope> };
  'POST /api/tokens': { readonly body: NewTokenBody; readonly reply: NewTokenView };
  'POST /api/tokens/{id}/revoke': { readonly reply: TokensView<CustomerScope> };
};

export type OperatorTokenApi = {
  /** Of all operators. */
  'GET /api/operator/tokens': { readonly reply: TokensView<OperatorScope> };
  'POST /api/operator/tokens': { readonly body: NewOperatorTokenBody; readonly reply: NewTokenView };
  'POST /api/operator/tokens/{id}/revoke': { readonly reply: TokensView<OperatorScope> };
};

export type TokensView<Scope extends TokenScope> = {
  readonly tokens: readonly TokenView[];
  readonly scopes: readonly Scope[];
};

export type TokenView = {
  readonly id: string;
  readonly name: string;
  /** The last characters of the secret. */
  readonly hint: string;
  readonly scopes: readonly TokenScope[];
  /** Who made it, and for whom it acts; null once that person is forgotten. */
  readonly email: string | null;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
  /** To the minute. */
  readonly lastUsedAtMs: number | null;
};

/** The secret is shown here and never again. */
export type NewTokenView = { readonly token: TokenView; readonly secret: string };
