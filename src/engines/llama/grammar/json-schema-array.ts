/**
 * Arrays that a schema describes. A tuple is written in full. Where elements must differ, those of an `enum` come each
 * at most once and in its order; of other elements there is only one, or as many as `minItems` asks for.
 */
import { literal } from './grammar-builder.ts';
import { arrayRule, COMMA, EMPTY_ARRAY, moreOf, someInOrder } from './grammar-json.ts';
import type { Compiling, MergedSchema } from './json-schema.ts';

/** No alternatives if the schema asks for elements that cannot have a value. */
export function arrayAlternatives(compiling: Compiling, schema: MergedSchema): readonly string[] {
  const { builder, compile } = compiling;
  const min = schema.minItems ?? 0;
  const wanted = Math.min(schema.maxItems ?? Number.POSITIVE_INFINITY, builder.limits.arrayItemsMax);
  const max = Math.max(min, wanted);
  if (schema.prefixItems && schema.prefixItems.length > 0) return tuple(compiling, schema, { min, max });
  if (max === 0) return [EMPTY_ARRAY];
  if (schema.isUnique) return uniqueArray(compiling, schema, { min, max });
  const item = compile(schema.items);
  if (item.length === 0) return min === 0 ? [EMPTY_ARRAY] : [];
  return [arrayRule(builder, { item: builder.choice('item', item), min, max })];
}

type Length = { readonly min: number; readonly max: number };

function tuple({ builder, compile }: Compiling, schema: MergedSchema, { min, max }: Length): readonly string[] {
  const items: string[] = [];
  for (const prefix of schema.prefixItems!.slice(0, schema.maxItems)) {
    const item = compile(prefix);
    if (item.length === 0) break;
    items.push(builder.choice('item', item));
  }
  const isWhole = items.length === schema.prefixItems!.length;
  if (items.length < min && !isWhole) return [];
  if (items.length === 0) return [EMPTY_ARRAY];
  const others = isWhole && (schema.items !== undefined || items.length < min) ? compile(schema.items) : [];
  if (others.length === 0 && items.length < min) return [];
  const more = others.length === 0 ? '' : furtherItems();
  return [builder.rule('array', `"[" ${items.join(` ${COMMA} `)} ${more} "]"`)];

  function furtherItems(): string {
    const times = { min: Math.max(0, min - items.length), max: Math.max(0, max - items.length) };
    return moreOf(builder, builder.choice('item', others), times);
  }
}

function uniqueArray(compiling: Compiling, schema: MergedSchema, { min, max }: Length): readonly string[] {
  const { builder, compile, valuesOf } = compiling;
  const values = valuesOf(schema.items);
  if (values && min <= 1 && values.length <= max) {
    const some = someInOrder(builder, { items: values.map((value) => literal(JSON.stringify(value))) });
    return [builder.rule('array', `"[" ${some}${min === 0 ? '?' : ''} "]"`)];
  }
  const item = compile(schema.items);
  if (item.length === 0) return min === 0 ? [EMPTY_ARRAY] : [];
  return [arrayRule(builder, { item: builder.choice('item', item), min, max: Math.max(min, 1) })];
}
