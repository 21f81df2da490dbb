/**
 * Grammars for JSON answers. A weak model is not asked to write JSON: it is left no choice. Every grammar is bounded, so
 * that an answer always ends: strings, arrays, numbers and depth have limits, and there is no free space between tokens.
 */
import type { JsonObject } from '../../../core/chat.ts';
import { GrammarBuilder } from './grammar-builder.ts';
import { anyObject, anyValue } from './grammar-json.ts';
import { SchemaDocument } from './json-schema-document.ts';
import { SchemaCompiler } from './json-schema-grammar.ts';

const OBJECT_DEPTH_MAX = 6;

/** Any JSON object. */
export function jsonObjectGrammar(builder = new GrammarBuilder()): string {
  return builder.text(anyObject(builder, OBJECT_DEPTH_MAX));
}

/**
 * A value that satisfies the schema, as far as it is understood; any JSON value if nothing satisfies it. Throws a
 * SchemaRefusal for a schema that is too large or is none, and nothing else whatever the schema holds.
 */
export function schemaGrammar(schema: JsonObject, builder = new GrammarBuilder()): string {
  const alternatives = new SchemaCompiler(builder, new SchemaDocument(schema, builder.work)).compile(schema);
  return builder.text((alternatives.length > 0 ? alternatives : anyValue(builder, OBJECT_DEPTH_MAX)).join(' | '));
}
