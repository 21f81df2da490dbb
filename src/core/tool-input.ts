import { parseJson } from '../lib/parse-json.ts';
import { isRecord } from '../lib/record.ts';
import type { JsonObject } from './chat.ts';

/**
 * The arguments of a call as an object. A model may write broken JSON: where an object is expected the text is put into
 * one, and the caller can see it there.
 */
export function toolInputOf(written: string): JsonObject {
  const input = parseJson(written || '{}');
  return isRecord(input) ? input : { INVALID_JSON: written };
}
