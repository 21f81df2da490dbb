/** Responses that are kept: the ids by which their items are found again. */
import type { JsonObject } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Item, itemFrom, KEPT, type Reference, sizeOf } from './items.ts';
import type { ResponsesForm } from './reader.ts';
import type { WireItem } from './schema.ts';

/** Items of the output have a number behind the key of their response, those of the input an `i` and a number. */
const ITEM_ID = /^(?:msg|fc|ctc|rs|cmp)_([0-9A-Za-z]{34})_(i?)\d{1,6}$/;
const RESPONSE_ID = /^resp_([0-9A-Za-z]{34})$/;

const PREFIXES: Readonly<Record<Item['type'], string>> = {
  message: 'msg',
  function_call: 'fc',
  custom_tool_call: 'ctc',
  function_call_output: 'fc',
  custom_tool_call_output: 'ctc',
  reasoning: 'rs',
  compaction: 'cmp',
};

export const prefixOf = ({ type }: Item): string => `${PREFIXES[type]}_`;

/** Where an item must be, if it is ours. */
export function homeOf(itemId: string): { readonly responseId: string; readonly isInput: boolean } | undefined {
  const [, key, mark] = ITEM_ID.exec(itemId) ?? [];
  return key === undefined ? undefined : { responseId: `resp_${key}`, isInput: mark === 'i' };
}

/** Items that were sent without an id get one of the response, so that they can be referred to. */
export function withIds(items: readonly Item[], responseId: string): readonly Item[] {
  const key = RESPONSE_ID.exec(responseId)?.[1];
  return items.map((item, i) => (item.id === '' ? { ...item, id: `${prefixOf(item)}${key}_i${i}` } : item));
}

/** How much text is in items, about. */
export const charactersIn = (items: readonly Item[]): number =>
  items.reduce((sum, item) => sum + charactersOf(item), 0);

function charactersOf(item: Item): number {
  switch (item.type) {
    case 'message':
      return charactersInParts(item.content);
    case 'function_call':
      return item.arguments.length;
    case 'custom_tool_call':
      return item.input.length;
    case 'compaction':
    case 'reasoning':
      return item.encrypted_content?.length ?? 0;
    default:
      return charactersInParts(item.output);
  }
}

/** Base64 is text as any other where it is kept. */
function charactersInParts(content: Extract<Item, { output: unknown }>['output']): number {
  if (typeof content === 'string') return content.length;
  return content.reduce(
    (sum, part) => sum + (part.type === 'attachment' ? sizeOf(part.attachment) : part.text.length),
    0,
  );
}

/** The output of a response, as items that the next one may begin with. */
export const outputItems = ({ output }: JsonObject): readonly Item[] => itemsFromKept(output as readonly unknown[]);

export const itemsFromKept = (items: readonly unknown[]): readonly Item[] =>
  (items as readonly WireItem[]).map((item) => itemFrom(item, KEPT)).filter(isItem);

export const isItem = (item: Item | Reference): item is Item => item.type !== 'item_reference';

/** Puts what is referred to in the place of each reference. */
export function resolveItems(form: ResponsesForm, found: ReadonlyMap<string, Item>): readonly Item[] {
  return form.items.map((item, i) => {
    if (isItem(item)) return item;
    const known = found.get(item.id);
    if (known) return known;
    const param = `input[${i}].id`;
    throw new ServiceError('invalid_request', `${param} refers to an item that is not kept; send the item itself.`, {
      param,
    });
  });
}

export const referencesIn = ({ items }: ResponsesForm): readonly string[] =>
  items.filter((item) => item.type === 'item_reference').map(({ id }) => id);
