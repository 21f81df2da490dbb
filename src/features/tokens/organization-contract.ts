/** Management tokens in the form of OpenAI's administration API, for programs that know it. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';
import { organizationList, organizationListQuery } from '../../platform/api/organization-list.ts';

const adminKey = z
  .object({
    object: z.literal('organization.admin_api_key'),
    id: z.string(),
    name: z.string(),
    redacted_value: z.string().describe('The last characters of the secret.'),
    created_at: z.number(),
    last_used_at: z.number().nullable().describe('To the minute.'),
    expires_at: z.number().nullable(),
    owner: z
      .object({
        type: z.literal('user'),
        object: z.literal('organization.user'),
        id: z.string(),
        name: z.string().describe('The e-mail address; empty once that person is forgotten.'),
      })
      .describe('The person who made it, and for whom it acts.'),
  })
  .meta({ id: 'OrganizationAdminKey' });
export type OrganizationAdminKey = View<typeof adminKey>;

export const organizationAdminKeys = {
  list: route('GET /v1/organization/admin_api_keys', {
    about:
      "Management tokens that can be used, in the form of OpenAI's administration API: one's own, or those of all members for those who manage them.",
    needs: 'read-keys',
    query: z.strictObject({ ...organizationListQuery, order: z.enum(['asc', 'desc']).default('asc') }),
    reply: organizationList(adminKey),
  }),
};
