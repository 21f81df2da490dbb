/** The settings of one connected engine. */
import { z } from 'zod';
import { CACHE_ISOLATIONS, ENGINE_KINDS, SUPPORTED } from '../../core/engine-changes.ts';
import { DEFAULT_ENGINE_MS } from '../../core/limits.ts';
import { count, httpUrl, ms, whole } from '../../platform/configuration/config-values.ts';

export const engine = z.strictObject({
  kind: z.enum(ENGINE_KINDS).describe("The API that it speaks: OpenAI's chat completions, or Anthropic's Messages."),
  baseUrl: httpUrl.describe('The address up to `/chat/completions` or `/messages`, mostly ending in `/v1`.'),
  apiKey: z.string().optional().describe('Sent as `Authorization: Bearer`, to `anthropic` as `x-api-key`.'),
  model: z.string().min(1).describe('What the engine calls its model.'),
  ca: z.string().optional().describe('PEM certificates of an authority of your own.'),
  maxTokensField: z
    .enum(['max_tokens', 'max_completion_tokens'])
    .default('max_tokens')
    .describe('The field with the longest answer that it knows.'),
  runningUsage: z
    .enum(['auto', 'none', 'continuous_usage_stats', 'timings_per_token'])
    .default('auto')
    .describe(
      'How it counts while it answers, so that an answer that was cut is billed exactly: `continuous_usage_stats` (vLLM, SGLang), `timings_per_token` (llama.cpp). `auto` asks it at the start for short chats, at most about 60 tokens.',
    ),
  thinking: z
    .enum(['tags', 'prefilled', 'off'])
    .default('tags')
    .describe(
      'Where reasoning may hide in the text: `tags` after an opening `<think>`; `prefilled` from the beginning until `</think>`.',
    ),
  thinkingMode: z
    .enum(['adaptive', 'budget'])
    .default('adaptive')
    .describe('Of `anthropic`: the model decides how much it thinks, or has a budget of tokens.'),
  cacheIsolation: z
    .enum(CACHE_ISOLATIONS)
    .default('none')
    .describe(
      'What keeps one account from learning what another has in the cache: `cache_salt` (vLLM, SGLang), `user`, `cache_prompt_off` (llama.cpp).',
    ),
  supports: z
    .array(z.enum(SUPPORTED))
    .max(SUPPORTED.length)
    .default([])
    .describe(
      'Parameters that it takes beside the common ones: of vLLM and SGLang the first four, of llama.cpp these without `repetition_penalty`. `cache_control`: marks of prompt caches, as OpenRouter and LiteLLM take them.',
    ),
  connectMs: ms(DEFAULT_ENGINE_MS.connect).describe('For an open and verified connection.'),
  firstByteMs: ms(DEFAULT_ENGINE_MS.firstByte).describe(
    'To the first byte of a stream; of a JSON answer a second more for every 15 tokens that it may have, at least 10 minutes, at most `totalMs`.',
  ),
  idleMs: ms(DEFAULT_ENGINE_MS.idle).describe(
    'The longest silence in the middle of an answer; then the engine has failed and the answer is free.',
  ),
  totalMs: ms(DEFAULT_ENGINE_MS.total).describe(
    'The whole answer, without waiting for the client to read. Then it ends with `length`, and is charged.',
  ),
  concurrencyMax: whole(1, 1_000_000)
    .optional()
    .describe('How many answers it gives at once; each server and worker counts for itself.'),
  queueMax: whole(0, 1_000_000).default(100).describe('How many requests may wait for it.'),
  queueMs: ms(30_000).describe('How long they may wait.'),
  failuresMax: count(5, 1000).describe('After so many failures in a row it is left alone.'),
  openMs: ms(5_000).describe('How long it is left alone.'),
  probeMs: ms(10_000).describe('How often it is probed then.'),
});
