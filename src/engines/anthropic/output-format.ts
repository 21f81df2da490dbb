/** The form of an answer, as the Messages API takes it. */
import type { JsonObject, ResponseFormat } from '../../core/chat.ts';
import { knownSchema } from './known-schema.ts';

type Asked = {
  /** The schema that the answer has to keep to. */
  readonly schema?: JsonObject;
  /** The same in words, where there is no schema, or none that the API could keep to. */
  readonly instruction?: string;
};

const JSON_ONLY = 'Answer with one JSON object and nothing else: no explanation and no code fence.';

export function formatFor(format: ResponseFormat | undefined): Asked {
  if (!format || format.type === 'text') return {};
  if (format.type !== 'json_schema' || !format.schema) return { instruction: JSON_ONLY };
  const schema = knownSchema(format.schema);
  return schema
    ? { schema }
    : { instruction: `${JSON_ONLY} It keeps to this schema: ${JSON.stringify(format.schema)}` };
}
