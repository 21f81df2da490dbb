/** The form of an answer, as the Messages API takes it. */
import type { JsonObject, ResponseFormat } from '../../core/chat.ts';
import { isRecord } from '../../lib/record.ts';

type Asked = {
  /** The schema that the answer has to keep to. */
  readonly schema?: JsonObject;
  /** The same in words, where there is no schema. */
  readonly instruction?: string;
};

const JSON_ONLY = 'Answer with one JSON object and nothing else: no explanation and no code fence.';

export function formatFor(format: ResponseFormat | undefined): Asked {
  if (!format || format.type === 'text') return {};
  if (format.type === 'json_schema' && format.schema) return { schema: closed(format.schema) as JsonObject };
  return { instruction: JSON_ONLY };
}

/** The API wants every object to say that it has no other fields. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return schema.type === 'object' && isRecord(schema.properties) ? { ...inner, additionalProperties: false } : inner;
}
