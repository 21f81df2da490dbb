/** The person who is signed in, and the sign-up mode. Signing in itself is `/api/auth`. */
import { z } from 'zod';
import { SIGN_UP_MODES } from '../../core/people.ts';
import { MAY, MEMBER_ROLES, type MemberAction } from '../../core/roles.ts';
import { actionFields } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { isFromFile } from '../../platform/api/schemas.ts';

const language = z.enum(['cs', 'en']);
const membership = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.enum(MEMBER_ROLES),
});

const meView = z
  .object({
    email: z.string(),
    name: z.string(),
    role: z.enum(['customer', 'operator']),
    language: language.nullable(),
    hasPassword: z.boolean(),
    hasTwoFactor: z.boolean(),
    operatorNeeds: z
      .enum(['set-up', 'sign-in'])
      .nullable()
      .describe("What an operator has to do before the operator's area opens."),
    signedInBy: z
      .enum(['self', 'organisation'])
      .describe(
        '`organisation`: its provider has signed the person in, and nothing else is reached: no other account, no sign-in settings.',
      ),
    account: membership.extend({
      name: membership.shape.name.describe('What members call it.'),
      status: z.enum(['active', 'blocked', 'suspended', 'closed']),
      createdAtMs: z.number(),
    }),
    may: z.array(z.enum(Object.keys(MAY) as MemberAction[])).describe('What this role may do here.'),
    accounts: z
      .array(membership)
      .describe('Every account that the person belongs to; one is chosen with `?account=ID` on each route.'),
  })
  .meta({ id: 'MeView' });
export type MeView = View<typeof meView>;

export const me = {
  show: route('GET /api/me', { needs: 'self', reply: meView }),
  change: route('PATCH /api/me', {
    needs: 'self',
    body: z.strictObject({ name: z.string().trim().max(100), language }).partial(),
    reply: meView,
  }),
};

const mode = z.enum(SIGN_UP_MODES);

const signUpView = z
  .object({
    mode,
    configured: mode,
    isFromFile,
    isSet: z.boolean().describe('Whether the operator has set it here, so that the default does not count.'),
  })
  .meta({ id: 'SignUpView' });
export type SignUpView = View<typeof signUpView>;

export const signUp = {
  show: route('GET /api/operator/sign-up', { needs: 'operator', reply: signUpView }),
  set: route('POST /api/operator/sign-up', {
    needs: 'operator',
    /** Null gives it back to the default. */
    body: z.strictObject({ ...actionFields, mode: mode.nullable() }),
    reply: signUpView,
    refuses: ['set_by_file'],
  }),
};
