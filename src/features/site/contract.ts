/** The facts that a visitor may know before signing in. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';

const inLanguages = z.object({ cs: z.string(), en: z.string() });

const serviceView = z
  .object({
    name: z.string(),
    slug: z.string().describe('The name in small letters, digits and hyphens, for settings of clients.'),
    keyVariable: z.string().describe('The environment variable in which examples keep the key.'),
    signUp: z.enum(['open', 'invitation', 'closed']),
    trialCzk: z
      .string()
      .nullable()
      .describe('The credit that new accounts get to try the service; null where there is none.'),
    mail: z
      .enum(['smtp', 'log'])
      .describe("`log`: there is no mail server; links are written to the server's log, and pages say so."),
    oidc: z.array(z.object({ id: z.string(), name: z.string() })),
    baseUrl: z.string().describe('The base address for clients; its path ends in /v1.'),
    legal: z
      .object({
        version: z.string().nullable().describe('Which is accepted at sign-up and with an order; null where none is.'),
        terms: inLanguages,
        privacy: inLanguages,
      })
      .nullable()
      .describe('Where the terms and the privacy text are read; null where there are none.'),
  })
  .meta({ id: 'ServiceView' });
export type ServiceView = View<typeof serviceView>;

export const site = {
  service: route('GET /api/service', {
    about: 'What a visitor may know before signing in.',
    needs: 'visitor',
    reply: serviceView,
  }),
};
