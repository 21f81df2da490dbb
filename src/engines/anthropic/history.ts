/**
 * Messages → turns of the Messages API: users and assistant take turns, results of tools are a user's, and what the system
 * says stands before all of them.
 */
import { type Attachment, type JsonObject, type Message, type Part, partsOf, type TurnPart } from '../../core/chat.ts';
import { toolInputOf } from '../../core/tool-input.ts';

type Block = JsonObject & { readonly type: string };
type Turn = { readonly role: 'user' | 'assistant'; readonly content: Block[] };

type History = { readonly system: readonly string[]; readonly turns: readonly Turn[] };

/** A turn of the user has to come first. */
const BEGINNING: Turn = { role: 'user', content: [{ type: 'text', text: '…' }] };

/** Attachments are left out, unless `sendsParts`: then their bytes are bytes in the blocks. */
export function historyOf(messages: readonly Message[], sendsParts: boolean): History {
  const system = messages.flatMap(({ role, content }) => (role === 'system' && content ? [content] : []));
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role !== 'system')
      add(turns, message.role === 'assistant' ? 'assistant' : 'user', blocksOf(message, sendsParts));
  }
  trimLast(turns);
  if (turns.length > 0) return { system, turns: turns[0]!.role === 'user' ? turns : [BEGINNING, ...turns] };
  // A chat of nothing but instructions: the last one is what is asked.
  const asked = system.at(-1);
  return {
    system: system.slice(0, -1),
    turns: asked === undefined ? [] : [{ role: 'user', content: [{ type: 'text', text: asked }] }],
  };
}

function add(turns: Turn[], role: Turn['role'], blocks: readonly Block[]): void {
  const last = turns.at(-1);
  if (last?.role === role) last.content.push(...blocks);
  else if (blocks.length > 0) turns.push({ role, content: [...blocks] });
}

function blocksOf(message: Exclude<Message, { role: 'system' }>, sendsParts: boolean): readonly Block[] {
  const parts = sendsParts ? partsOf(message)?.flatMap(blocksOfAttached) : undefined;
  if (message.role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: callId(message.toolCallId) };
    return [message.content === '' ? result : { ...result, content: parts ?? message.content }];
  }
  if (message.role !== 'assistant') return parts ?? textBlocks(message.content);
  const { content, toolCalls } = message;
  const turn: readonly TurnPart[] = message.turn ?? [
    { type: 'text', text: content ?? '' },
    ...toolCalls.map((call) => ({ type: 'call', call }) as const),
  ];
  return turn.flatMap(blocksOfPart);
}

function blocksOfPart(part: TurnPart): readonly Block[] {
  if (part.type === 'text') return textBlocks(part.text);
  if (part.type !== 'call') return [part];
  const { id, name, arguments: written } = part.call;
  return [{ type: 'tool_use', id: callId(id), name, input: toolInputOf(written) }];
}

function blocksOfAttached(part: Part): readonly Block[] {
  if (part.type === 'text') return textBlocks(part.text);
  const source = sourceOf(part);
  if (part.type === 'image') return [{ type: 'image', source }];
  return [{ type: 'document', source, ...(part.name !== undefined && { title: part.name }) }];
}

function sourceOf({ source }: Attachment): JsonObject {
  if ('url' in source) return { type: 'url', url: source.url };
  // The one name of its kind that the API knows.
  const mediaType = source.mediaType === 'image/jpg' ? 'image/jpeg' : source.mediaType;
  return { type: 'base64', media_type: mediaType, data: source.base64 };
}

/** Blocks of nothing are refused. */
const textBlocks = (text: string): readonly Block[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

/** Ids of other engines may have signs that are refused here. */
const callId = (id: string): string => id.replace(/[^\w-]/g, '_');

/** The beginning of an answer that the caller has written may not end with a space. */
function trimLast(turns: readonly Turn[]): void {
  const last = turns.at(-1);
  const block = last?.role === 'assistant' ? last.content.at(-1) : undefined;
  if (block?.type === 'text')
    last!.content[last!.content.length - 1] = { ...block, text: String(block.text).trimEnd() };
}
