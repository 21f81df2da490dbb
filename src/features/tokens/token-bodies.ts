/** What the pages of management tokens send, checked. */
import { z } from 'zod';
import { CUSTOMER_SCOPE_NAMES, type CustomerScope, OPERATOR_SCOPE_NAMES } from '../../core/token-scopes.ts';

const about = {
  name: z.string().trim().min(1, 'must not be empty').max(100),
  expiresAtMs: z.int().min(0).max(8_640_000_000_000_000).nullable().default(null),
};
const customerScopes = z.enum(CUSTOMER_SCOPE_NAMES as readonly [CustomerScope, ...CustomerScope[]]);

const newTokenBody = z.strictObject({ ...about, scopes: z.array(customerScopes).min(1).max(20) });
export type NewTokenBody = z.input<typeof newTokenBody>;

const newOperatorTokenBody = z.strictObject({
  ...about,
  scopes: z.array(z.enum(OPERATOR_SCOPE_NAMES)).min(1).max(20),
});
export type NewOperatorTokenBody = z.input<typeof newOperatorTokenBody>;

export const TOKEN_BODIES = {
  'POST /api/tokens': newTokenBody,
  'POST /api/operator/tokens': newOperatorTokenBody,
} as const;
