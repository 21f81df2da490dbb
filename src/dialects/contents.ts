/** The content of a message → its text, and its parts where there is more than text. */
import { isAttachment, type MarkedText, type Part } from '../core/chat.ts';
import { type AttachmentLimits, attachmentFrom, attachmentOrNote, attachmentTypeOf, noteFor } from './attachments.ts';
import { cacheField, cacheOf, markedField } from './cache-marks.ts';

type WirePart = { readonly type: string; readonly text?: string; readonly cache_control?: unknown };

/** The texts of parts, joined without anything between them; other parts say nothing. */
export const textOf = (content: string | readonly WirePart[]): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');

type Content = { readonly content: string; readonly parts?: readonly Part[] };

type Place = {
  /** The field that the content is in. */
  readonly at: string;
  readonly limits: AttachmentLimits;
  /** The result of a tool: what cannot be passed on is left out. */
  readonly isResult?: boolean;
};

export function contentFrom(content: string | readonly WirePart[], { at, limits, isResult = false }: Place): Content {
  if (typeof content === 'string') return { content };
  if (!content.some(attachmentTypeOf)) return { content: textOf(content) };
  const read = isResult ? attachmentOrNote : attachmentFrom;
  const parts = content.flatMap((part, i): readonly Part[] => {
    // A mark in the result of a tool is that of the result.
    const cache = isResult ? {} : cacheField(part);
    if (attachmentTypeOf(part)) return [{ ...read(part, `${at}[${i}]`, limits), ...cache }];
    return part.text === undefined ? [] : [{ type: 'text', text: part.text, ...cache }];
  });
  return contentOf(parts);
}

/** The marks of caches in a message of text alone. Where there are attachments, the parts have them. */
export function marksIn(content: readonly WirePart[]): { readonly marked?: readonly MarkedText[] } {
  if (content.some(attachmentTypeOf)) return {};
  return markedField(content.map((part) => ({ text: part.text ?? '', ...cacheField(part) })));
}

/** The mark of the result of a tool: the last one in it. */
export const lastMarkIn = (content: string | readonly { readonly type: string; readonly cache_control?: unknown }[]) =>
  typeof content === 'string' ? {} : cacheField(content.findLast((part) => cacheOf(part.cache_control)) ?? {});

/** What models that read text only get of the parts: a note is a line of its own. */
export function contentOf(parts: readonly Part[], between = ''): Content {
  const edge = between === '' ? '\n' : '';
  const texts = parts.map((part, at) => {
    if (!isAttachment(part)) return part.text;
    return `${at > 0 ? edge : ''}${noteFor(part.type)}${at < parts.length - 1 ? edge : ''}`;
  });
  const content = texts.join(between);
  return parts.some(isAttachment) ? { content, parts } : { content };
}
