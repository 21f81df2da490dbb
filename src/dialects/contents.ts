/** The content of a message → its text, and its parts where there is more than text. */
import { isAttachment, type Part } from '../core/chat.ts';
import { type AttachmentLimits, attachmentFrom, attachmentOrNote, attachmentTypeOf, noteFor } from './attachments.ts';

type WirePart = { readonly type: string; readonly text?: string };

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
    if (attachmentTypeOf(part)) return [read(part, `${at}[${i}]`, limits)];
    return part.text === undefined ? [] : [{ type: 'text', text: part.text }];
  });
  return contentOf(parts);
}

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
