import type { ListedToken } from '../../core/management-token.ts';
import type { TokenView } from './token-api.ts';

export const tokenToView = (token: ListedToken): TokenView => ({
  id: token.id,
  name: token.name,
  hint: token.hint,
  scopes: token.scopes,
  email: token.email,
  createdAtMs: token.createdAtMs,
  expiresAtMs: token.expiresAtMs ?? null,
  revokedAtMs: token.revokedAtMs ?? null,
  lastUsedAtMs: token.lastUsedAtMs ?? null,
});
