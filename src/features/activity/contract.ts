/** The activity log: what members of an account did. It is the action log, as far as it is theirs to read. */
import { z } from 'zod';
import { actionView } from '../../platform/action-log/contract.ts';
import { route, type View } from '../../platform/api/contract.ts';
import { csvForm, whole } from '../../platform/api/schemas.ts';

const ACTIVITY_AREAS = ['keys', 'members', 'billing', 'tokens', 'webhooks', 'domains', 'sign-in'] as const;
export type ActivityArea = (typeof ACTIVITY_AREAS)[number];

const activityEntry = z
  .object({
    id: z.string(),
    atMs: z.number(),
    action: actionView.shape.kind,
    memberId: z.string(),
    actor: z.string().describe('The address of the member, and the management token where a program did it.'),
    details: z.record(z.string(), z.unknown()).describe('What was wanted. Secrets are never in it.'),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = View<typeof activityEntry>;

const activityView = z
  .object({
    entries: z.array(activityEntry),
    next: z.string().nullable().describe('Give it as `before` to read on; null at the end.'),
  })
  .meta({ id: 'ActivityView' });
export type ActivityView = View<typeof activityView>;

const filters = {
  memberId: z.string().min(1).max(100).optional(),
  area: z.enum(ACTIVITY_AREAS).optional(),
  fromMs: whole.optional(),
  toMs: whole.optional(),
};
const activityQuery = z.strictObject({ ...filters, before: z.string().max(100).optional() });

const needs = 'read-activity';

export const activity = {
  list: route('GET /api/activity', {
    about: 'What members of the account did, newest first: also by programs with their management tokens.',
    needs,
    query: activityQuery,
    reply: activityView,
  }),
  csv: route('GET /api/activity.csv', {
    about: 'All that fits the filters, newest first.',
    needs,
    query: z.strictObject({ ...filters, ...csvForm }),
    reply: { file: 'text/csv' },
  }),
};
