/**
 * Pictures and documents of a request → attachments. All dialects have the same few forms of them. Their bytes stay
 * base64 and are looked at only where they begin.
 */
import { z } from 'zod';
import type { Attachment, Part } from '../core/chat.ts';
import { ServiceError } from '../core/errors.ts';
import { readPictureHead } from '../lib/picture-head.ts';
import { toSharedBytes } from '../lib/shared-bytes.ts';
import { cacheControl } from './cache-marks.ts';
import { optional, show } from './schema-parts.ts';

export type AttachmentLimits = {
  /** The largest picture or document, in bytes of its own. */
  readonly attachmentBytesMax: number;
};

type AttachmentType = Attachment['type'];
type Source = {
  readonly type?: unknown;
  readonly media_type?: unknown;
  readonly data?: unknown;
  readonly url?: unknown;
};

/** Every form that a dialect has for a picture or a document. */
type AttachedPart = {
  readonly type: string;
  /** Chat completions: an object; Responses, and some clients: a text. */
  readonly image_url?: unknown;
  readonly file?: unknown;
  readonly detail?: unknown;
  /** Responses. */
  readonly file_data?: unknown;
  readonly file_url?: unknown;
  readonly filename?: unknown;
  /** Messages. */
  readonly source?: unknown;
  readonly title?: unknown;
  /** Tools of the Model Context Protocol, as some agents pass them on. */
  readonly data?: unknown;
  readonly mimeType?: unknown;
};

const TYPES: Readonly<Record<string, AttachmentType>> = {
  image: 'image',
  image_url: 'image',
  input_image: 'image',
  file: 'file',
  input_file: 'file',
  document: 'file',
};

const WORDS: Readonly<Record<AttachmentType, string>> = { image: 'image', file: 'document' };

/** A part of the result of a tool that is no text; all of it is kept to be looked at. */
export const attachedPart = z.looseObject({
  type: z.enum(['image', 'image_url', 'input_image', 'file', 'input_file']),
});

const text = z.string();

export const imageUrlPart = z.object({
  type: z.literal('image_url'),
  image_url: z.union([text, z.object({ url: text, detail: optional(text) })], {
    error: 'must be an object with the url of a picture',
  }),
  cache_control: cacheControl,
});

export const filePart = z.object({
  type: z.literal('file'),
  file: z.object({ file_data: optional(text), filename: optional(text), file_id: optional(text) }),
  cache_control: cacheControl,
});

export const inputImage = z.object({
  type: z.literal('input_image'),
  image_url: optional(text),
  file_id: optional(text),
  detail: optional(text),
});

export const inputFile = z.object({
  type: z.literal('input_file'),
  file_data: optional(text),
  file_url: optional(text),
  filename: optional(text),
  file_id: optional(text),
});

/** Undefined for a part that is no attachment. */
export const attachmentTypeOf = ({ type }: { readonly type: string }): AttachmentType | undefined =>
  Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;

/** The note that a model which reads text only gets in the place of an attachment. */
export const noteFor = (type: AttachmentType): string => `[${WORDS[type]} omitted: this model reads text only]`;

/** Throws what is wrong with it, and in which field. */
export function attachmentFrom(part: AttachedPart, at: string, limits: AttachmentLimits): Attachment {
  const type = attachmentTypeOf(part)!;
  const { field, value, mediaType, detail, name } = sourceIn(part);
  const param = `${at}${field}`;
  if (typeof value !== 'string' || value === '') return refuse(param, missing(type));
  const about = { type, at, ...(detail && { detail }), ...(name && { name }) };
  if (mediaType === undefined && !value.startsWith('data:'))
    return { ...about, source: { url: addressIn(value, param) } };
  const [kind, base64] = mediaType === undefined ? splitDataUrl(value, param) : [mediaType, value];
  return { ...about, ...bytesFrom(type, { mediaType: kind.toLowerCase(), base64, param }, limits) };
}

/**
 * An attachment in the result of a tool, or a note in its place: the tool has run, and its result stays in the history
 * of an agent, so refusing it would end the session for good.
 */
export function attachmentOrNote(part: AttachedPart, at: string, limits: AttachmentLimits): Part {
  try {
    return attachmentFrom(part, at, limits);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    return { type: 'text', text: `[${WORDS[attachmentTypeOf(part)!]} omitted: it cannot be read]` };
  }
}

type Found = {
  readonly field: string;
  readonly value: unknown;
  readonly mediaType?: string;
  readonly detail?: string;
  readonly name?: string;
};

function sourceIn(part: AttachedPart): Found {
  const name = nameIn(part);
  const { source, image_url: image, file } = part as { source?: Source; image_url?: unknown; file?: unknown };
  if (source) {
    const isUrl = source.type === 'url';
    const mediaType = isUrl ? undefined : String(source.media_type ?? '');
    return {
      field: isUrl ? '.source.url' : '.source.data',
      value: isUrl ? source.url : source.data,
      ...(mediaType !== undefined && { mediaType }),
      ...name,
    };
  }
  if (isObject(image)) return { field: '.image_url.url', value: image.url, ...detailIn(image.detail) };
  if (isObject(file)) return { field: '.file.file_data', value: file.file_data, ...nameIn(file) };
  if (part.data !== undefined)
    return { field: '.data', value: part.data, mediaType: String(part.mimeType ?? ''), ...name };
  if (TYPES[part.type] === 'image') return { field: '.image_url', value: image, ...detailIn(part.detail) };
  if (part.file_url != null) return { field: '.file_url', value: part.file_url, ...name };
  return { field: '.file_data', value: part.file_data, ...name };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const LABEL_MAX = 256;

const nameIn = ({ filename, title }: { readonly filename?: unknown; readonly title?: unknown }) => {
  const name = filename ?? title;
  return typeof name === 'string' && name !== '' ? { name: name.slice(0, LABEL_MAX) } : {};
};

const DETAILS: readonly unknown[] = ['auto', 'low', 'high', 'original'];

const detailIn = (detail: unknown) => (DETAILS.includes(detail) ? { detail: detail as string } : {});

const missing = (type: AttachmentType): string =>
  type === 'image'
    ? 'is missing; send the picture as a data: URL in base64: there are no stored files'
    : 'is missing; send the document in base64: there are no stored files';

const URL_MAX = 8192;

/** Nothing is fetched here: the engine does, where the operator allows it. */
function addressIn(written: string, param: string): string {
  const url = written.length <= URL_MAX ? URL.parse(written) : null;
  if (url?.protocol === 'https:' && !url.username && !url.password) return written;
  return refuse(param, 'must be a data: URL in base64, or an https address');
}

const HEAD_MAX = 256;

function splitDataUrl(written: string, param: string): readonly [mediaType: string, base64: string] {
  const comma = written.slice(0, HEAD_MAX).indexOf(',');
  const [mediaType = '', ...settings] = written.slice('data:'.length, Math.max(0, comma)).split(';');
  if (comma < 0 || settings.at(-1)?.toLowerCase() !== 'base64') {
    refuse(param, 'must be a data: URL in base64, as data:image/png;base64,…');
  }
  return [mediaType, written.slice(comma + 1)];
}

const MEDIA_TYPES: Readonly<Record<AttachmentType, readonly string[]>> = {
  image: ['image/png', 'image/jpeg', 'image/jpg', 'image/webp', 'image/gif'],
  file: ['application/pdf'],
};

/** So much of a picture is looked at: before its size a photograph may carry a small one of itself. */
const HEAD_BYTES = 192 * 1024;

type Written = { readonly mediaType: string; readonly base64: string; readonly param: string };

function bytesFrom(
  type: AttachmentType,
  { mediaType, base64: written, param }: Written,
  { attachmentBytesMax }: AttachmentLimits,
): Pick<Attachment, 'source' | 'size'> {
  if (!MEDIA_TYPES[type].includes(mediaType)) {
    refuse(param, `has the type ${show(mediaType)}; it must be one of ${MEDIA_TYPES[type].join(', ')}`);
  }
  if ((written.length / 4) * 3 > attachmentBytesMax + 2) refuse(param, `is larger than ${attachmentBytesMax} bytes`);
  const base64 = toSharedBytes(written);
  if (!isBase64(base64)) refuse(param, 'is not base64');
  const head = Buffer.from(written.slice(0, (HEAD_BYTES / 3) * 4), 'base64');
  if (type === 'file') {
    return head.subarray(0, 1024).includes('%PDF-') ? { source: { mediaType, base64 } } : refuse(param, 'is no PDF');
  }
  const picture = readPictureHead(head);
  if (!picture) return refuse(param, 'is no picture in PNG, JPEG, WebP or GIF');
  // Clients guess the type by the name of a file, and some engines refuse what is called by another name.
  const source = { mediaType: `image/${picture.kind}`, base64 };
  return { source, ...(picture.size && { size: picture.size }) };
}

/** Of each byte whether base64 has it; what fills up is looked at apart. */
const IS_DIGIT = new Uint8Array(256);
for (const digit of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'))
  IS_DIGIT[digit] = 1;
const FILL = 0x3d;

function isBase64(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return false;
  let end = bytes.length;
  while (end > bytes.length - 2 && bytes[end - 1] === FILL) end -= 1;
  for (let at = 0; at < end; at++) if (IS_DIGIT[bytes[at]!] === 0) return false;
  return true;
}

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
