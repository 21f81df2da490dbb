/** Keys of an account: what requests to `/v1` are made and paid with. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';
import { limitRules, limitView } from '../../platform/api/limits.ts';
import { ms, whole } from '../../platform/api/schemas.ts';

export const keyView = z
  .object({
    id: z.string(),
    kind: z
      .enum(['api', 'playground'])
      .describe('`playground`: made by the service for requests from the pages; it has no secret.'),
    name: z.string(),
    hint: z.string().describe('The last characters of the secret.'),
    member: z
      .object({ id: z.string(), email: z.string().nullable() })
      .nullable()
      .describe(
        'Whose key it is; null where it belongs to the organisation. The address is null once the person is forgotten.',
      ),
    createdAtMs: z.number(),
    expiresAtMs: z.number().nullable(),
    revokedAtMs: z.number().nullable(),
    isPaused: z.boolean().describe('Its member may not spend in their role; it works again when they may.'),
    lastUsedAtMs: z.number().nullable(),
    allowedModels: z.array(z.string()),
    allowedRanges: z.array(z.string()),
    limits: z.array(limitView),
    spentTodayCzk: z.string(),
    spentMonthCzk: z.string(),
    spentCzk: z.string(),
    tokensToday: z.number().describe('All tokens that were charged, whatever has paid for them.'),
    tokensMonth: z.number(),
    tokens: z.number(),
  })
  .meta({ id: 'KeyView' });
export type KeyView = View<typeof keyView>;

const newKeyView = z
  .object({ key: keyView, secret: z.string() })
  .meta({ id: 'NewKeyView', description: 'The secret is shown here and never again.' });
export type NewKeyView = View<typeof newKeyView>;

const keyRules = {
  name: z.string().trim().min(1, 'must not be empty').max(100),
  expiresAtMs: ms.nullable(),
  allowedModels: z.array(z.string().min(1).max(128)).max(100),
  allowedRanges: z.array(z.string().trim().min(1).max(64)).max(100),
  limits: limitRules,
};

export const newKeyBody = z.strictObject({
  name: keyRules.name,
  expiresAtMs: keyRules.expiresAtMs.default(null),
  allowedModels: keyRules.allowedModels.default([]),
  allowedRanges: keyRules.allowedRanges.default([]),
  limits: keyRules.limits.default([]),
  /** Whose it is: it ends with the member, or it stays. Without a word, what the role allows: the organisation's. */
  belongsTo: z.enum(['person', 'organisation']).optional(),
});
export type NewKeyBody = z.input<typeof newKeyBody>;

const keyChange = z.strictObject(keyRules).partial();
export type KeyChangeBody = z.input<typeof keyChange>;

export const keys = {
  list: route('GET /api/keys', {
    about: "`dayFromMs`: when the viewer's day began, for what was spent today.",
    needs: 'read-keys',
    query: z.strictObject({ dayFromMs: whole }),
    reply: z.object({ keys: z.array(keyView) }),
  }),
  create: route('POST /api/keys', {
    about: 'Makes a key. The secret is in this answer and nowhere else.',
    needs: 'write-keys',
    body: newKeyBody,
    reply: newKeyView,
    refuses: ['not_found', 'account_blocked', 'too_many_keys'],
  }),
  change: route('PATCH /api/keys/{id}', {
    about: 'Changes the fields that are sent, and leaves the others.',
    needs: 'write-keys',
    body: keyChange,
    reply: z.object({ key: keyView }),
  }),
  rotate: route('POST /api/keys/{id}/rotate', {
    about: 'Makes a new key with the same rules. The old one goes on for `overlapHours`, then ends.',
    needs: 'write-keys',
    body: z.strictObject({ overlapHours: z.int().min(0).max(720) }),
    reply: newKeyView,
    refuses: ['not_found', 'account_blocked'],
  }),
  revoke: route('POST /api/keys/{id}/revoke', {
    about: 'Ends a key for good.',
    needs: 'revoke-keys',
    reply: z.object({ key: keyView }),
  }),
};
