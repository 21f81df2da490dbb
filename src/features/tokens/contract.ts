/** Management tokens, by which programs ask `/api`: those of an account, and those of operators. */
import { z } from 'zod';
import { CUSTOMER_SCOPE_NAMES, OPERATOR_SCOPE_NAMES, type TokenScope } from '../../core/token-scopes.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { ms } from '../../platform/api/schemas.ts';

const tokenScope = z.enum([...CUSTOMER_SCOPE_NAMES, ...OPERATOR_SCOPE_NAMES]).meta({ id: 'TokenScope' });

const tokenView = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('The last characters of the secret.'),
    scopes: z.array(tokenScope),
    email: z.string().nullable().describe('Who made it, and for whom it acts; null once that person is forgotten.'),
    createdAtMs: z.number(),
    expiresAtMs: z.number().nullable(),
    revokedAtMs: z.number().nullable(),
    lastUsedAtMs: z.number().nullable().describe('To the minute.'),
  })
  .meta({ id: 'TokenView' });
export type TokenView = View<typeof tokenView>;

const newTokenView = z
  .object({ token: tokenView, secret: z.string() })
  .meta({ id: 'NewTokenView', description: 'The secret is shown here and never again.' });
export type NewTokenView = View<typeof newTokenView>;

const tokensView = <Scope extends TokenScope>(scopes: readonly Scope[]) =>
  z.object({ tokens: z.array(tokenView), scopes: z.array(z.enum(scopes)) });

const newToken = <Scope extends TokenScope>(scopes: readonly Scope[]) =>
  z.strictObject({
    name: z.string().trim().min(1, 'must not be empty').max(100),
    expiresAtMs: ms.nullable().default(null),
    scopes: z.array(z.enum(scopes)).min(1).max(20),
  });

const needs = 'manage-tokens';

export const tokens = {
  list: route('GET /api/tokens', {
    about: "The person's own; for those who manage members, those of all. `scopes` are those that the person can give.",
    needs,
    reply: tokensView(CUSTOMER_SCOPE_NAMES),
  }),
  create: route('POST /api/tokens', { needs, body: newToken(CUSTOMER_SCOPE_NAMES), reply: newTokenView }),
  revoke: route('POST /api/tokens/{id}/revoke', { needs, reply: tokensView(CUSTOMER_SCOPE_NAMES) }),
};

export const operatorTokens = {
  list: route('GET /api/operator/tokens', {
    about: 'Of all operators.',
    needs: 'operator',
    reply: tokensView(OPERATOR_SCOPE_NAMES),
  }),
  create: route('POST /api/operator/tokens', {
    needs: 'operator',
    body: newToken(OPERATOR_SCOPE_NAMES),
    reply: newTokenView,
  }),
  revoke: route('POST /api/operator/tokens/{id}/revoke', {
    needs: 'operator',
    reply: tokensView(OPERATOR_SCOPE_NAMES),
  }),
};
