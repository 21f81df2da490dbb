/** Content blocks → messages: the results of tools are messages of their own, and so are texts beside them. */
import type { Message, TurnPart } from '../../core/chat.ts';
import { IMAGE_OMITTED } from '../omitted-image.ts';
import { callPart, thoughtFrom, turnField } from '../sealed-thoughts.ts';
import type { WireBlock, WireMessage, WireMessages } from './schema.ts';

/** Blocks are paragraphs. */
const BETWEEN_BLOCKS = '\n\n';

export function messagesFrom({ system, messages }: WireMessages): readonly Message[] {
  const said = textIn(system ?? []);
  const first: readonly Message[] = said === '' ? [] : [{ role: 'system', content: said }];
  return [...first, ...messages.flatMap(messagesIn)];
}

function messagesIn({ role, content }: WireMessage): readonly Message[] {
  const blocks: readonly WireBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (role === 'assistant') return [assistantMessage(blocks)];
  const messages: Message[] = [];
  let texts: string[] = [];
  const endText = () => {
    if (texts.length > 0) messages.push({ role, content: texts.join(BETWEEN_BLOCKS) });
    texts = [];
  };
  for (const block of blocks) {
    if (block.type === 'tool_result') {
      endText();
      messages.push({ role: 'tool', toolCallId: block.tool_use_id, content: resultText(block) });
    } else if (isReading(block)) texts.push(readingText(block));
  }
  endText();
  return messages;
}

function assistantMessage(blocks: readonly WireBlock[]): Message {
  const parts = blocks.flatMap(turnPartsOf);
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(BETWEEN_BLOCKS);
  const toolCalls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));
  const said = content === '' && toolCalls.length > 0 ? null : content;
  return { role: 'assistant', content: said, toolCalls, ...turnField(parts) };
}

function turnPartsOf(block: WireBlock): readonly TurnPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }];
  if (block.type === 'tool_use') {
    return [callPart({ id: block.id, name: block.name, arguments: JSON.stringify(block.input) })];
  }
  const thought = thoughtFrom(block);
  return thought ? [thought] : [];
}

type Reading = Extract<WireBlock, { type: 'text' | 'document' | 'search_result' }>;

const isReading = <Block extends { readonly type: string }>(block: Block): block is Block & Reading =>
  block.type === 'text' || block.type === 'document' || block.type === 'search_result';

/** The content that a model can read: engines know only text, so what is known about it is said before it. */
function readingText(block: Reading): string {
  if (block.type === 'text') return block.text;
  if (block.type === 'search_result') {
    return [`Search result: ${block.title} (${block.source})`, textIn(block.content)].join(BETWEEN_BLOCKS);
  }
  const { source, title, context } = block;
  const about = [title === undefined ? 'Document:' : `Document: ${title}`, context].filter(Boolean).join('\n');
  return [about, source.type === 'text' ? source.data : textIn(source.content)].join(BETWEEN_BLOCKS);
}

const textIn = (content: string | readonly { readonly text: string }[]): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join(BETWEEN_BLOCKS);

type ToolResult = Extract<WireBlock, { type: 'tool_result' }>;

/** Engines have no mark for a result that is a failure, so it is said in words. */
function resultText({ content = '', is_error: isError }: ToolResult): string {
  const text = typeof content === 'string' ? content : content.map(textInResult).join(BETWEEN_BLOCKS);
  return isError ? `Error: ${text}` : text;
}

function textInResult(block: Exclude<NonNullable<ToolResult['content']>, string>[number]): string {
  if (block.type === 'tool_reference') return `The tool ${block.tool_name} can be called now.`;
  return isReading(block) ? readingText(block) : IMAGE_OMITTED;
}

/** The tools that results have brought in: those that are loaded later are offered from then on. */
export const referencedTools = ({ messages }: WireMessages): ReadonlySet<string> =>
  new Set(
    messages.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.flatMap((block) => referencesIn(block)),
    ),
  );

function referencesIn(block: WireBlock): readonly string[] {
  if (block.type !== 'tool_result' || typeof block.content !== 'object') return [];
  return block.content.flatMap((one) => (one.type === 'tool_reference' ? [one.tool_name] : []));
}
