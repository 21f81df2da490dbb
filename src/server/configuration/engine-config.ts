/** The settings of one connected engine. */
import { z } from 'zod';
import { EXTRA_NAMES } from '../../core/chat.ts';
import { CACHE_ISOLATIONS, ENGINE_KINDS } from '../../core/engine-changes.ts';
import { DEFAULT_ENGINE_MS } from '../../core/limits.ts';
import { count, httpUrl, ms, whole } from '../../platform/configuration/config-values.ts';

export const engine = z.strictObject({
  /** The API that it speaks. */
  kind: z.enum(ENGINE_KINDS),
  baseUrl: httpUrl,
  apiKey: z.string().optional(),
  model: z.string().min(1),
  /** PEM certificates of an authority of your own, for https. */
  ca: z.string().optional(),
  maxTokensField: z.enum(['max_tokens', 'max_completion_tokens']).default('max_tokens'),
  runningUsage: z.enum(['auto', 'none', 'continuous_usage_stats', 'timings_per_token']).default('auto'),
  thinking: z.enum(['tags', 'prefilled', 'off']).default('tags'),
  /** How an engine of Anthropic's API is asked to think: as much as it finds right, or within a budget. */
  thinkingMode: z.enum(['adaptive', 'budget']).default('adaptive'),
  /** Keeps what the engine has cached for one account from another. */
  cacheIsolation: z.enum(CACHE_ISOLATIONS).default('none'),
  /** Parameters beyond the common ones that the engine takes. */
  supports: z.array(z.enum(EXTRA_NAMES)).max(EXTRA_NAMES.length).default([]),
  connectMs: ms(DEFAULT_ENGINE_MS.connect),
  firstByteMs: ms(DEFAULT_ENGINE_MS.firstByte),
  idleMs: ms(DEFAULT_ENGINE_MS.idle),
  totalMs: ms(DEFAULT_ENGINE_MS.total),
  /** How many answers it gives at once. Without it, as many as are asked for. */
  concurrencyMax: whole(1, 1_000_000).optional(),
  queueMax: whole(0, 1_000_000).default(100),
  queueMs: ms(30_000),
  failuresMax: count(5, 1000),
  openMs: ms(5_000),
  probeMs: ms(10_000),
});
