/** The items of a response as they are kept and shown, and the messages that a model gets of them. */
import type { JsonObject, Message, SealedThought, ToolCall, TurnPart } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { textOf } from '../omitted-image.ts';
import { callPart, plainTurn, turnField, unpackThoughts } from '../sealed-thoughts.ts';
import type { WireItem } from './schema.ts';
import { engineNameOf } from './tools.ts';

/** An item of the input, with everything in the one form that is kept and listed. */
export type Item =
  | { readonly type: 'message'; readonly id: string; readonly role: Role; readonly content: readonly TextPart[] }
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
type TextPart = { readonly type: 'input_text' | 'output_text'; readonly text: string };
type CallFields = { readonly id: string; readonly call_id: string; readonly name: string; readonly namespace?: string };
type OutputFields = { readonly id: string; readonly call_id: string; readonly output: string };

/** A reference to an item that was sent or made before. */
export type Reference = { readonly type: 'item_reference'; readonly id: string };

/** `id` is for items to which the client has given none. */
export function itemFrom(wire: WireItem, id: string): Item | Reference {
  switch (wire.type) {
    case 'item_reference':
      return { type: wire.type, id: wire.id };
    case 'message': {
      const type = wire.role === 'assistant' ? 'output_text' : 'input_text';
      return { type: 'message', id: wire.id ?? id, role: wire.role, content: [{ type, text: textOf(wire.content) }] };
    }
    case 'compaction':
      return { type: wire.type, id: wire.id ?? id, encrypted_content: wire.encrypted_content };
    case 'reasoning':
      return { type: 'reasoning', id: wire.id ?? id, summary: [], ...sealedField(wire.encrypted_content) };
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { type: wire.type, id: wire.id ?? id, call_id: wire.call_id, output: textOf(wire.output) };
    default: {
      const { status: _, namespace, ...call } = wire;
      return { ...call, id: wire.id ?? id, ...(namespace !== undefined && { namespace }) };
    }
  }
}

const sealedField = (packed: unknown) => typeof packed === 'string' && packed !== '' && { encrypted_content: packed };

/** Items without a status are those that never have one. */
export const withStatus = (item: Item): JsonObject & { readonly id: string } =>
  item.type === 'reasoning' || item.type === 'compaction' ? item : { ...item, status: 'completed' };

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
    if (item.type === 'message') addText(messages, { role: item.role, text: textOf(item.content), thoughts: before });
    else if ('output' in item) {
      if (!called.has(item.call_id)) throw withoutCall(item.call_id);
      messages.push({ role: 'tool', content: item.output, toolCallId: item.call_id });
    } else {
      called.add(item.call_id);
      addCall(messages, callFrom(item), before);
    }
  }
  return messages;
}

type Assistant = Extract<Message, { role: 'assistant' }>;

type Said = { readonly role: Role; readonly text: string; readonly thoughts: readonly SealedThought[] };

function addText(messages: Message[], { role, text, thoughts }: Said): void {
  if (role !== 'assistant') {
    messages.push({ role: role === 'user' ? 'user' : 'system', content: text });
    return;
  }
  const last = lastAssistant(messages);
  // What was said between a call and its result belongs to the message of the call.
  const part = { type: 'text', text } as const;
  if (last && last.toolCalls.length > 0)
    messages[messages.length - 1] = {
      ...{ ...last, content: (last.content ?? '') + text },
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

const withoutCall = (callId: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `No tool call found for function call output with call_id ${callId}: the call must come before it in input.`,
    {
      param: 'input',
    },
  );
