/** Usage and costs in the form of OpenAI's administration API, for programs that know it. */
import { z } from 'zod';
import { route, type View } from '../../platform/api/contract.ts';

const seconds = z.coerce.number().int().min(0).max(99_999_999_999);

/** One value, or several: as `name[]`, or under the name itself. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.union([item.transform((one) => [one]), z.array(item).min(1).max(100)]).optional();

const ids = listOf(z.string().min(1).max(128));
const pages = {
  start_time: seconds.describe('Unix time in seconds. The first bucket is the one in which it lies.'),
  end_time: seconds.optional().describe('Not included; now where it is missing.'),
  limit: z.coerce.number().int().min(1).max(1440).optional().describe('How many buckets a page has.'),
  page: z.string().max(32).optional().describe('The next_page of an earlier page.'),
  project_ids: ids,
  api_key_ids: ids,
};

const usageQuery = z.strictObject({
  ...pages,
  bucket_width: z.enum(['1m', '1h', '1d']).default('1d').describe('Days and hours are those of UTC.'),
  group_by: listOf(z.enum(['project_id', 'user_id', 'api_key_id', 'model', 'batch'])),
  models: ids,
  user_ids: ids,
  batch: z
    .enum(['true', 'false'])
    .optional()
    .describe('Requests of batches alone, or all others. Minutes do not tell them apart.'),
});
export type OrganizationUsageQuery = z.output<typeof usageQuery>;

const costsQuery = z.strictObject({
  ...pages,
  bucket_width: z.enum(['1d']).default('1d'),
  group_by: listOf(z.enum(['project_id', 'line_item', 'api_key_id'])),
});
export type OrganizationCostsQuery = z.output<typeof costsQuery>;

const ofProject = z.string().nullable().describe('The account, where it is grouped by project.');

const usageResult = z.object({
  object: z.literal('organization.usage.completions.result'),
  input_tokens: z.number(),
  input_cached_tokens: z.number().describe('Part of the input.'),
  output_tokens: z.number(),
  input_audio_tokens: z.literal(0),
  output_audio_tokens: z.literal(0),
  num_model_requests: z.number(),
  project_id: ofProject,
  user_id: z.string().nullable().describe('The member whose key it was; empty for keys of the organisation.'),
  api_key_id: z.string().nullable(),
  model: z.string().nullable(),
  batch: z.boolean().nullable().describe('True of requests of batches, where it is grouped by batch.'),
});

const costsResult = z.object({
  object: z.literal('organization.costs.result'),
  amount: z.object({
    value: z.number().describe('As programs of OpenAI read it: rounded to what a number can hold.'),
    currency: z.literal('czk'),
    exact: z.string().describe('The same amount to the last digit.'),
  }),
  line_item: z.string().nullable().describe('The model.'),
  project_id: ofProject,
  api_key_id: z.string().nullable(),
});

const pageOf = <Result extends z.ZodType>(result: Result) =>
  z.object({
    object: z.literal('page'),
    data: z.array(
      z.object({
        object: z.literal('bucket'),
        start_time: z.number(),
        end_time: z.number(),
        results: z.array(result),
      }),
    ),
    has_more: z.boolean(),
    next_page: z.string().nullable(),
  });

const usagePage = pageOf(usageResult).meta({ id: 'OrganizationUsagePage' });
export type OrganizationUsagePage = View<typeof usagePage>;
const costsPage = pageOf(costsResult).meta({ id: 'OrganizationCostsPage' });
export type OrganizationCostsPage = View<typeof costsPage>;

export const organization = {
  usage: route('GET /v1/organization/usage/completions', {
    about: "Tokens and requests in buckets of time, in the form of OpenAI's administration API.",
    needs: 'read-usage',
    query: usageQuery,
    reply: usagePage,
  }),
  costs: route('GET /v1/organization/costs', {
    about: "What requests took from the credit by the day, in the form of OpenAI's administration API.",
    needs: 'read-usage',
    query: costsQuery,
    reply: costsPage,
  }),
};
