/** The items of a response as they are kept and shown, and the messages that a model gets of them. */
import {
  type Attachment,
  isAttachment,
  type JsonObject,
  type Message,
  type Part,
  type SealedThought,
  type ToolCall,
  type TurnPart,
} from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { textOfBytes } from '../../lib/shared-bytes.ts';
import type { AttachmentLimits } from '../attachments.ts';
import { contentFrom, contentOf } from '../contents.ts';
import { callPart, plainTurn, turnField, unpackThoughts } from '../sealed-thoughts.ts';
import type { WireItem } from './schema.ts';
import { engineNameOf } from './tools.ts';

/** An item of the input, with everything in the one form that is kept and listed. */
export type Item =
  | { readonly type: 'message'; readonly id: string; readonly role: Role; readonly content: readonly ItemPart[] }
  | (CallFields & { readonly type: 'function_call'; readonly arguments: string })
  | (CallFields & { readonly type: 'custom_tool_call'; readonly input: string })
  | ({ readonly type: 'function_call_output' | 'custom_tool_call_output' } & OutputFields)
  | Reasoning
  | Compaction;

/** Thoughts that an engine has sealed, for the turn that they belong to. Others are not given to a model again. */
type Reasoning = {
  readonly type: 'reasoning';
  readonly id: string;
  readonly summary: readonly unknown[];
  readonly encrypted_content?: string;
};

/** A summary of what came before, which must be opened to be read. */
export type Compaction = { readonly type: 'compaction'; readonly id: string; readonly encrypted_content: string };
export type OpenItem = Exclude<Item, Compaction>;

type Role = 'user' | 'assistant' | 'system' | 'developer';
/** An attachment is kept and shown as it was sent. */
type ItemPart = TextPart | { readonly type: 'attachment'; readonly attachment: Attachment };
type TextPart = { readonly type: 'input_text' | 'output_text'; readonly text: string };
type CallFields = { readonly id: string; readonly call_id: string; readonly name: string; readonly namespace?: string };
type OutputFields = { readonly id: string; readonly call_id: string; readonly output: string | readonly ItemPart[] };

/** A reference to an item that was sent or made before. */
export type Reference = { readonly type: 'item_reference'; readonly id: string };

type Place = {
  /** The field that the item is in. */
  readonly at: string;
  readonly limits: AttachmentLimits;
};

/** What was kept was within the limits when it was sent. */
export const KEPT: Place = { at: 'input', limits: { attachmentBytesMax: Number.MAX_SAFE_INTEGER } };

/** An item to which the client has given no id has an empty one. */
export function itemFrom(wire: WireItem, { at, limits }: Place): Item | Reference {
  const id = '';
  switch (wire.type) {
    case 'item_reference':
      return { type: wire.type, id: wire.id };
    case 'message': {
      const type = wire.role === 'assistant' ? 'output_text' : 'input_text';
      const { content, parts } = contentFrom(wire.content, { at: `${at}.content`, limits });
      if (parts && wire.role !== 'user') throw misplaced(parts, wire.role);
      return { type: 'message', id: wire.id ?? id, role: wire.role, content: itemParts(parts ?? content, type) };
    }
    case 'compaction':
      return { type: wire.type, id: wire.id ?? id, encrypted_content: wire.encrypted_content };
    case 'reasoning':
      return { type: 'reasoning', id: wire.id ?? id, summary: [], ...sealedField(wire.encrypted_content) };
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { content, parts } = contentFrom(wire.output, { at: `${at}.output`, limits, isResult: true });
      const output = parts ? itemParts(parts, 'input_text') : content;
      return { type: wire.type, id: wire.id ?? id, call_id: wire.call_id, output };
    }
    default: {
      const { status: _, namespace, ...call } = wire;
      return { ...call, id: wire.id ?? id, ...(namespace !== undefined && { namespace }) };
    }
  }
}

/** How much of items is pictures and documents. */
export const attachedCharactersIn = (items: readonly (Item | Reference)[]): number =>
  items.reduce((sum, item) => sum + (isItemWithParts(item) ? attachedIn(item) : 0), 0);

type ItemWithParts = Extract<Item, { content: unknown } | { output: unknown }>;

const isItemWithParts = (item: Item | Reference): item is ItemWithParts => 'content' in item || 'output' in item;

function attachedIn(item: ItemWithParts): number {
  const parts = 'content' in item ? item.content : item.output;
  if (typeof parts === 'string') return 0;
  return parts.reduce((sum, part) => (part.type === 'attachment' ? sum + sizeOf(part.attachment) : sum), 0);
}

/** In characters, as it is kept. */
export const sizeOf = ({ source }: Attachment): number => ('url' in source ? source.url : source.base64).length;

const itemParts = (content: string | readonly Part[], type: TextPart['type']): readonly ItemPart[] =>
  typeof content === 'string'
    ? [{ type, text: content }]
    : content.map((part) =>
        isAttachment(part) ? { type: 'attachment', attachment: part } : { type, text: part.text },
      );
const sealedField = (packed: unknown) => typeof packed === 'string' && packed !== '' && { encrypted_content: packed };

/** Items without a status are those that never have one. */
export const withStatus = (item: Item): WireJson =>
  item.type === 'reasoning' || item.type === 'compaction' ? item : { ...itemToWire(item), status: 'completed' };

type WireJson = JsonObject & { readonly id: string };

/** As it is kept: as it was sent. */
export function itemToWire(item: Item): WireJson {
  if (item.type === 'message') return { ...item, content: item.content.map(partToWire) };
  if (!('output' in item) || typeof item.output === 'string') return item;
  return { ...item, output: item.output.map(partToWire) };
}

function partToWire(part: ItemPart): JsonObject {
  if (part.type !== 'attachment') return part;
  const { type, source, detail, name } = part.attachment;
  const isUrl = 'url' in source;
  const url = isUrl ? source.url : `data:${source.mediaType};base64,${textOfBytes(source.base64)}`;
  if (type === 'image') return { type: 'input_image', image_url: url, ...(detail && { detail }) };
  return { type: 'input_file', ...(name && { filename: name }), [isUrl ? 'file_url' : 'file_data']: url };
}

/**
 * Calls that follow each other, and what the assistant said with them, are one message, as engines expect it. Thoughts
 * that an engine has sealed belong to what follows them; other reasoning is left out.
 */
export function messagesFrom(instructions: string | undefined, items: readonly OpenItem[]): readonly Message[] {
  const messages: Message[] = instructions === undefined ? [] : [{ role: 'system', content: instructions }];
  const called = new Set<string>();
  let thoughts: readonly SealedThought[] = [];
  for (const item of items) {
    if (item.type === 'reasoning') {
      thoughts = [...thoughts, ...unpackThoughts(item.encrypted_content)];
      continue;
    }
    const before = thoughts;
    thoughts = [];
    if (item.type === 'message')
      addContent(messages, { role: item.role, thoughts: before, ...contentIn(item.content) });
    else if ('output' in item) {
      if (!called.has(item.call_id)) throw withoutCall(item.call_id);
      messages.push({ role: 'tool', ...contentIn(item.output), toolCallId: item.call_id });
    } else {
      called.add(item.call_id);
      addCall(messages, callFrom(item), before);
    }
  }
  return messages;
}

const contentIn = (content: string | readonly ItemPart[]) =>
  typeof content === 'string'
    ? { content }
    : contentOf(content.map((part) => (part.type === 'attachment' ? part.attachment : { ...part, type: 'text' })));

type Assistant = Extract<Message, { role: 'assistant' }>;

type Said = ReturnType<typeof contentIn> & { readonly role: Role; readonly thoughts: readonly SealedThought[] };

function addContent(messages: Message[], { role, thoughts, ...content }: Said): void {
  if (role !== 'assistant') {
    messages.push({ role: role === 'user' ? 'user' : 'system', ...content });
    return;
  }
  const { content: text } = content;
  const last = lastAssistant(messages);
  // What was said between a call and its result belongs to the message of the call.
  const part = { type: 'text', text } as const;
  if (last && last.toolCalls.length > 0)
    messages[messages.length - 1] = {
      ...last,
      content: (last.content ?? '') + text,
      ...grownTurn(last, [...thoughts, part]),
    };
  else messages.push({ role: 'assistant', content: text, toolCalls: [], ...turnField([...thoughts, part]) });
}

function addCall(messages: Message[], call: ToolCall, thoughts: readonly SealedThought[]): void {
  const last = lastAssistant(messages);
  const parts = [...thoughts, callPart(call)];
  if (last)
    messages[messages.length - 1] = { ...last, toolCalls: [...last.toolCalls, call], ...grownTurn(last, parts) };
  else messages.push({ role: 'assistant', content: null, toolCalls: [call], ...turnField(parts) });
}

const grownTurn = (last: Assistant, parts: readonly TurnPart[]) =>
  turnField([...(last.turn ?? plainTurn(last)), ...parts]);

function lastAssistant(messages: readonly Message[]): Assistant | undefined {
  const last = messages.at(-1);
  return last?.role === 'assistant' ? last : undefined;
}

function callFrom(item: Extract<OpenItem, { name: string }>): ToolCall {
  const written = item.type === 'function_call' ? item.arguments : JSON.stringify({ input: item.input });
  return { id: item.call_id, name: engineNameOf(item.name, item.namespace), arguments: written };
}

function misplaced(parts: readonly Part[], role: Role): ServiceError {
  const { at, type } = parts.find(isAttachment)!;
  const what = type === 'image' ? 'a picture' : 'a document';
  const message = `${at} is ${what}, which only a message of the role "user" may have, not one of "${role}".`;
  return new ServiceError('invalid_request', message, { param: at });
}

const withoutCall = (callId: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `No tool call found for function call output with call_id ${callId}: the call must come before it in input.`,
    {
      param: 'input',
    },
  );
