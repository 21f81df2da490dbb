/** Keys in the form of OpenAI's administration API, for programs that know it. The project is the account. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';
import { organizationList, organizationListQuery } from '../../platform/api/organization-list.ts';

const owner = z
  .union([
    z.object({
      type: z.literal('user'),
      user: z.object({ id: z.string(), email: z.string().nullable(), name: z.string().nullable() }),
    }),
    z.object({
      type: z.literal('service_account'),
      service_account: z.object({ id: z.string(), name: z.string(), role: z.literal('member') }),
    }),
  ])
  .describe('The member whose key it is, or the organisation.');

const projectKey = z
  .object({
    object: z.literal('organization.project.api_key'),
    id: z.string(),
    name: z.string(),
    redacted_value: z.string().describe('The last characters of the secret.'),
    created_at: z.number(),
    last_used_at: z.number().nullable(),
    expires_at: z.number().nullable(),
    owner,
    owner_project_access: z.enum(['active', 'inactive']).describe('Inactive: its member may not spend in their role.'),
  })
  .meta({ id: 'OrganizationKey' });
export type OrganizationKey = View<typeof projectKey>;

export const organizationKeys = {
  list: route('GET /v1/organization/projects/{project_id}/api_keys', {
    about: "The keys that are not revoked, in the form of OpenAI's administration API.",
    needs: 'read-keys',
    query: z.strictObject(organizationListQuery),
    reply: organizationList(projectKey),
    refuses: ['not_found'],
  }),
};
