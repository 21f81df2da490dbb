/** The length of a chat as the list of an engine's models (`GET /models`) gives it. */
import { isRecord } from '../../lib/record.ts';

/**
 * Engines have no common name for it: vLLM and SGLang, hosted services, Groq, Mistral and LM Studio, Anthropic, llama.cpp. What a
 * model was trained for (`n_ctx_train`) is not among them, because the engine may have been started with less.
 */
const NAMES = [
  'max_model_len',
  'context_length',
  'context_window',
  'loaded_context_length',
  'max_context_length',
  'max_input_tokens',
  'n_ctx',
];

/** Tokens that fit into a chat, by model. */
export function contextsIn(list: unknown): ReadonlyMap<string, number> {
  const entries = isRecord(list) && Array.isArray(list.data) ? list.data : [];
  const contexts = new Map<string, number>();
  for (const entry of entries) {
    if (!isRecord(entry) || typeof entry.id !== 'string') continue;
    const tokens = contextOf(entry) ?? (isRecord(entry.meta) ? contextOf(entry.meta) : undefined);
    if (tokens !== undefined) contexts.set(entry.id, tokens);
  }
  return contexts;
}

function contextOf(about: Readonly<Record<string, unknown>>): number | undefined {
  const values = NAMES.map((name) => about[name]);
  return values.find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0);
}
