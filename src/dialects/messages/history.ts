/** Content blocks → messages: the results of tools are messages of their own, and so are texts beside them. */
import type { Message, Part, TurnPart } from '../../core/chat.ts';
import { type AttachmentLimits, attachmentFrom, attachmentOrNote } from '../attachments.ts';
import { cacheField, markedField } from '../cache-marks.ts';
import { contentOf, lastMarkIn } from '../contents.ts';
import { callPart, thoughtFrom, turnField } from '../sealed-thoughts.ts';
import type { WireBlock, WireMessage, WireMessages } from './schema.ts';

/** Blocks are paragraphs. */
const BETWEEN_BLOCKS = '\n\n';

export function messagesFrom({ system, messages }: WireMessages, limits: AttachmentLimits): readonly Message[] {
  const said = textIn(system ?? []);
  const texts = typeof system === 'object' ? system.map((block) => ({ text: block.text, ...cacheField(block) })) : [];
  const first: readonly Message[] = said === '' ? [] : [{ role: 'system', content: said, ...markedField(texts) }];
  return [...first, ...messages.flatMap((message, i) => messagesIn(message, { at: `messages[${i}].content`, limits }))];
}

type Place = { readonly at: string; readonly limits: AttachmentLimits };

function messagesIn({ role, content }: WireMessage, { at, limits }: Place): readonly Message[] {
  const blocks: readonly WireBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (role === 'assistant') return [assistantMessage(blocks)];
  const messages: Message[] = [];
  let parts: Part[] = [];
  const endText = () => {
    if (parts.length > 0) messages.push({ role, ...contentOf(parts, BETWEEN_BLOCKS), ...marksOf(parts) });
    parts = [];
  };
  for (const [j, block] of blocks.entries()) {
    const place = { at: `${at}[${j}]`, limits };
    if (block.type === 'tool_result') {
      endText();
      messages.push({
        role: 'tool',
        toolCallId: block.tool_use_id,
        ...resultContent(block, place),
        ...lastMarkIn(block.content ?? ''),
        ...cacheField(block),
      });
    } else if (isAttached(block)) {
      parts.push(...attachedParts(block, place, markedAttachment));
    } else if (isReading(block)) {
      parts.push({ type: 'text', text: readingText(block), ...cacheField(block) });
    }
  }
  endText();
  return messages;
}

const isText = (part: Part): part is Extract<Part, { type: 'text' }> => part.type === 'text';

/** Where there are attachments, the parts have the marks. */
const marksOf = (parts: readonly Part[]) => (parts.every(isText) ? markedField(parts) : {});

const markedAttachment: typeof attachmentFrom = (block, at, limits) => ({
  ...attachmentFrom(block, at, limits),
  ...cacheField(block as { readonly cache_control?: unknown }),
});

type WithSource = { readonly type: 'image' | 'document'; readonly source?: { readonly type: string } };

/** Pictures, and documents that are no text. */
const isAttached = <Block extends { readonly type: string }>(block: Block): block is Block & WithSource => {
  const { type, source } = block as { type: string; source?: { readonly type?: unknown } };
  return type === 'image' || (type === 'document' && (source?.type === 'base64' || source?.type === 'url'));
};

/** What is known about a document is said before it. */
function attachedParts(
  block: WithSource & { readonly context?: string | undefined },
  { at, limits }: Place,
  read: typeof attachmentFrom | typeof attachmentOrNote,
): readonly Part[] {
  const part = read(block, at, limits);
  return block.context === undefined ? [part] : [{ type: 'text', text: block.context }, part];
}

function assistantMessage(blocks: readonly WireBlock[]): Message {
  const parts = blocks.flatMap(turnPartsOf);
  const content = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(BETWEEN_BLOCKS);
  const toolCalls = parts.flatMap((part) => (part.type === 'call' ? [part.call] : []));
  const said = content === '' && toolCalls.length > 0 ? null : content;
  return { role: 'assistant', content: said, toolCalls, ...turnField(parts) };
}

function turnPartsOf(block: WireBlock): readonly TurnPart[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text, ...cacheField(block) }];
  if (block.type === 'tool_use') {
    const call = callPart({ id: block.id, name: block.name, arguments: JSON.stringify(block.input) });
    return [{ ...call, ...cacheField(block) }];
  }
  const thought = thoughtFrom(block);
  return thought ? [thought] : [];
}

type Reading = Extract<WireBlock, { type: 'text' | 'document' | 'search_result' }>;
type Readable = Extract<Reading, { type: 'document' }>['source'];

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
  return [about, textInSource(source)].join(BETWEEN_BLOCKS);
}

function textInSource(source: Readable): string {
  if (source.type === 'text') return source.data;
  return source.type === 'content' ? textIn(source.content) : '';
}

const textIn = (content: string | readonly { readonly text: string }[]): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join(BETWEEN_BLOCKS);

type ToolResult = Extract<WireBlock, { type: 'tool_result' }>;

/** Engines have no mark for a result that is a failure, so it is said in words. */
function resultContent({ content = '', is_error: isError }: ToolResult, { at, limits }: Place) {
  const blocks: readonly ResultBlock[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const parts = blocks.flatMap((block, k) => partsInResult(block, { at: `${at}.content[${k}]`, limits }));
  const read = contentOf(parts, BETWEEN_BLOCKS);
  if (!isError) return read;
  const failed = { type: 'text', text: 'Error:' } as const;
  return { content: `Error: ${read.content}`, ...(read.parts && { parts: [failed, ...read.parts] }) };
}

type ResultBlock = Exclude<NonNullable<ToolResult['content']>, string>[number];

function partsInResult(block: ResultBlock, place: Place): readonly Part[] {
  if (isAttached(block)) return attachedParts(block, place, attachmentOrNote);
  if (block.type === 'tool_reference') {
    return [{ type: 'text', text: `The tool ${block.tool_name} can be called now.` }];
  }
  if (isReading(block)) return [{ type: 'text', text: readingText(block) }];
  return [attachmentOrNote(block, place.at, place.limits)];
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
