/** /v1/conversations on the wire: bodies in, conversations and pages of items out. */
import type { ChatRequest, JsonObject } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';
import type { AttachmentLimits } from '../attachments.ts';
import type { Asked, Dialect } from '../dialect.ts';
import { CONVERSATION_BOUNDS } from './conversation-bounds.ts';
import { type Item, itemFrom, withStatus } from './items.ts';
import { isItem, prefixOf } from './kept.ts';
import { withItemTypes } from './reader.ts';
import { conversationSchema } from './schema.ts';

export type ConversationForm = {
  readonly items?: readonly Item[];
  readonly metadata?: Readonly<Record<string, string>>;
};

/** Read by what reads chats, which has a thread for large bodies. There is no chat in it. */
export const conversationDialect: Pick<Dialect<ConversationForm>, 'name' | 'createReader'> = {
  name: 'conversation',
  createReader: (rules) => (body) => readConversation(body, rules),
};

const NO_CHAT: ChatRequest = { model: '', messages: [], stream: false, includeUsage: false };

function readConversation(body: JsonObject, limits: AttachmentLimits): Asked<ConversationForm> {
  const result = conversationSchema.safeParse(withItemTypes(body, 'items'), { error: describe });
  if (!result.success) throw invalidRequest(result.error);
  const { items } = result.data;
  // A null clears what is there.
  const metadata = body.metadata === null ? {} : result.data.metadata;
  const form = {
    ...(items && { items: items.map((item, i) => itemFrom(item, { at: `items[${i}]`, limits })).filter(isItem) }),
    ...(metadata && { metadata }),
  };
  return { chat: NO_CHAT, form };
}

type Shown = { readonly id: string; readonly createdAtMs: number; readonly metadata: object };

export const conversationToWire = ({ id, createdAtMs, metadata }: Shown): JsonObject => ({
  id,
  object: 'conversation',
  created_at: Math.floor(createdAtMs / 1000),
  metadata,
});

type WithId = JsonObject & { readonly id: string };

/** As conversations keep them: each with an id, and with the status that lists show. */
export const keptItems = (items: readonly Item[], newId: (prefix: string) => string): readonly WithId[] =>
  items.map((item) => withStatus({ ...item, id: item.id || newId(prefixOf(item)) }));

/** Ids are parts of paths. */
const ITEM_ID = /^[\w-]{1,128}$/;

export const isItemId = (id: string): boolean => ITEM_ID.test(id);

/** An item with an id that the conversation has already is in it already. */
export function refuseIds(items: readonly Item[], field: 'input' | 'items', known: readonly string[]): void {
  const seen = new Set(known);
  for (const [at, { id }] of items.entries()) {
    if (id === '') continue;
    if (!isItemId(id)) refuse(`${field}[${at}].id`, 'must be 1 to 128 letters, digits or any of _ -');
    if (seen.has(id)) throw duplicate(id, field);
    seen.add(id);
  }
}

const duplicate = (id: string, field: string): ServiceError =>
  new ServiceError('invalid_request', `Duplicate item found with id ${id}. Remove it from ${field} and try again.`, {
    param: field,
  });

export const conversationFull = (param: string): ServiceError => {
  const { itemsMax, charactersMax } = CONVERSATION_BOUNDS;
  const message = `This does not fit into the conversation, which may have ${itemsMax} items and ${charactersMax} characters: delete items, or begin another.`;
  return new ServiceError('invalid_request', message, { param });
};

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
