/** /v1/conversations: conversations of the caller's account, and their items. They cost nothing, and count as requests. */

import { ServiceError } from '../../core/errors.ts';
import { CONVERSATION_BOUNDS } from '../../dialects/responses/conversation-bounds.ts';
import {
  type ConversationForm,
  conversationDialect,
  conversationFull,
  conversationToWire,
  isItemId,
  keptItems,
  refuseIds,
} from '../../dialects/responses/conversations.ts';
import { itemPageOf, pageToWire } from '../../dialects/responses/item-pages.ts';
import { charactersIn } from '../../dialects/responses/kept.ts';
import type { Ids } from '../../platform/clock.ts';
import type { KeyCall, Route } from '../../platform/http/call.ts';
import { type ChatEdge, readRequest } from '../edge/chat-handler.ts';
import type { Conversation, ConversationItem, Conversations } from './conversation-service.ts';

type Asked = KeyCall & {
  readonly edge: ChatEdge;
  readonly conversations: Conversations;
  readonly ids: Ids;
  readonly id: string;
  readonly accountId: string;
};

export function conversationRoutes(edge: ChatEdge, conversations: Conversations, ids: Ids): readonly Route[] {
  const on = (handle: (asked: Asked) => Promise<object>) => async (call: KeyCall) => {
    requireConversations(conversations);
    const { params, caller } = call;
    const asked = { ...call, edge, conversations, ids, id: params.id ?? '', accountId: caller.accountId };
    return Response.json(await handle(asked));
  };
  return [
    { method: 'POST', path: '/v1/conversations', guard: 'key', handle: on(createConversation) },
    { method: 'GET', path: '/v1/conversations/{id}', guard: 'key', handle: on(showConversation) },
    { method: 'POST', path: '/v1/conversations/{id}', guard: 'key', handle: on(updateConversation) },
    { method: 'DELETE', path: '/v1/conversations/{id}', guard: 'key', handle: on(deleteConversation) },
    { method: 'GET', path: '/v1/conversations/{id}/items', guard: 'key', handle: on(listItems) },
    { method: 'POST', path: '/v1/conversations/{id}/items', guard: 'key', handle: on(createItems) },
    { method: 'GET', path: '/v1/conversations/{id}/items/{item}', guard: 'key', handle: on(showItem) },
    { method: 'DELETE', path: '/v1/conversations/{id}/items/{item}', guard: 'key', handle: on(deleteItem) },
  ];
}

/** Throws where the operator keeps none: clients of OpenAI must learn what does the same here. */
export function requireConversations({ isOn }: Conversations): void {
  if (isOn) return;
  throw new ServiceError(
    'not_found',
    'This service keeps no conversations: POST /v1/responses continues an earlier response with previous_response_id.',
  );
}

export const conversationNotFound = (id: string): ServiceError =>
  new ServiceError('not_found', `Conversation with id '${id}' not found.`);

async function createConversation(asked: Asked): Promise<object> {
  const { items = [], metadata = {} } = await readForm(asked);
  const made = await asked.conversations.create(asked.accountId, { metadata, items: newItems(asked, items) });
  // Its account was closed since the key was looked at.
  if (!made) throw new ServiceError('not_found', 'The account of this key is closed.');
  return conversationToWire(made);
}

const showConversation = async (asked: Asked): Promise<object> => conversationToWire(await found(asked));

async function updateConversation(asked: Asked): Promise<object> {
  const { metadata } = await readForm(asked);
  if (!metadata) throw missing('metadata', 'an object');
  if (!(await asked.conversations.update(asked.accountId, asked.id, metadata))) throw conversationNotFound(asked.id);
  return conversationToWire(await found(asked));
}

async function deleteConversation({ conversations, accountId, id }: Asked): Promise<object> {
  if (!(await conversations.remove(accountId, id))) throw conversationNotFound(id);
  return { id, object: 'conversation.deleted', deleted: true };
}

/** One more than asked for is read, which tells whether there are others behind them. */
async function listItems(asked: Asked): Promise<object> {
  const { conversations, accountId, id } = asked;
  const wanted = itemPageOf(new URL(asked.request.url).searchParams);
  const { limit, after } = wanted;
  await found(asked);
  const isAsked = after === null || isItemId(after);
  const page = isAsked ? await conversations.page(accountId, id, { ...wanted, limit: limit + 1 }) : undefined;
  if (page) return pageToWire(page.slice(0, limit), page.length > limit);
  throw new ServiceError('invalid_request', 'after is not an item of this conversation.', { param: 'after' });
}

async function createItems(asked: Asked): Promise<object> {
  const { conversations, accountId, id } = asked;
  const { items = [] } = await readForm(asked);
  if (items.length === 0) throw missing('items', 'an array of at least one item');
  const made = newItems(asked, items);
  switch (await conversations.add(accountId, id, made)) {
    case 'missing':
      throw conversationNotFound(id);
    case 'full':
      throw conversationFull('items');
    case 'taken':
      throw new ServiceError('invalid_request', 'items has an item with an id that the conversation has already.', {
        param: 'items',
      });
    case 'added':
      return pageToWire(made, false);
  }
}

async function showItem(asked: Asked): Promise<object> {
  const item = await asked.conversations.item(asked.accountId, asked.id, itemIdOf(asked));
  if (item) return item;
  throw await itemNotFound(asked);
}

async function deleteItem(asked: Asked): Promise<object> {
  if (!(await asked.conversations.removeItem(asked.accountId, asked.id, itemIdOf(asked))))
    throw await itemNotFound(asked);
  return conversationToWire(await found(asked));
}

const itemIdOf = ({ params }: Asked): string => params.item ?? '';

async function itemNotFound(asked: Asked): Promise<ServiceError> {
  await found(asked);
  return new ServiceError('not_found', `Item with id '${itemIdOf(asked)}' not found in this conversation.`);
}

async function found({ conversations, accountId, id }: Asked): Promise<Conversation> {
  const conversation = await conversations.find(accountId, id);
  if (conversation) return conversation;
  throw conversationNotFound(id);
}

function newItems({ ids }: Asked, items: NonNullable<ConversationForm['items']>): readonly ConversationItem[] {
  refuseIds(items, 'items', []);
  if (charactersIn(items) > CONVERSATION_BOUNDS.charactersMax) throw conversationFull('items');
  return keptItems(items, (prefix) => ids.next(prefix));
}

/** A conversation can be made of nothing, and clients then send no body at all. */
async function readForm({ edge, ...call }: Asked): Promise<ConversationForm> {
  const { headers } = call.request;
  const isBare = (headers.get('content-length') ?? '0') === '0' && !headers.has('transfer-encoding');
  return isBare ? {} : (await readRequest(call, edge, conversationDialect)).form;
}

const missing = (param: string, what: string): ServiceError =>
  new ServiceError('invalid_request', `${param} is missing; it must be ${what}.`, { param });
