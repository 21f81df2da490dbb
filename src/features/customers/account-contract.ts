/** Taking the data of an account away, and closing it. */
import { z } from 'zod';
import { route } from '../../platform/api/contract.ts';
import { password, proving } from '../organisations/contract.ts';
import { MEMBERS_MAX } from '../organisations/index.ts';

export const account = {
  export: route('GET /api/account/export', {
    about:
      'Everything that the service knows of the account; for roles that may not see it all, of the person and their own keys.',
    needs: 'self',
    reply: { file: 'application/json', schema: { type: 'object' } },
  }),
  delete: route('POST /api/account/delete', {
    about: 'For good. What is left of the credit is written off, and said.',
    needs: 'delete',
    body: z.strictObject({
      /** Typed by hand, so that no account is deleted by a slip. */
      email: z.string().max(320),
      password,
      /** How many others belong to it: for so many it is closed. Not needed where there are none. */
      colleagues: z.int().min(0).max(MEMBERS_MAX).optional(),
    }),
    reply: z.object({ deleted: z.literal(true), writtenOffCzk: z.string() }),
    refuses: [...proving, 'not_found', 'account_blocked', 'payment_provider_failed'],
  }),
};
