/**
 * Pictures in the results of tools. The tool has already run, and the result stays in the history of an agent: refusing it
 * would end the session for good. So the model reads a note in the picture's place.
 */
import { z } from 'zod';

const IMAGE_TYPES = ['image', 'image_url', 'input_image'] as const;
export const IMAGE_OMITTED = '[image omitted: this model reads text only]';

export const imagePart = z.object({ type: z.enum(IMAGE_TYPES) });

/** A hint at what a caller can do about a picture elsewhere; nothing for what is no picture. */
export const adviceFor = (type: unknown): string => (isImage(type) ? '; leave it out, or describe it in a text' : '');

const isImage = (type: unknown): boolean => IMAGE_TYPES.some((one) => one === type);

type Part = { readonly type: string; readonly text?: string };

/** The texts of parts, joined without anything between them. A picture is a line of its own; other parts say nothing. */
export const textOf = (content: string | readonly Part[]): string =>
  typeof content === 'string' ? content : content.map((part, at) => part.text ?? noteOf(part, at, content)).join('');

function noteOf({ type }: Part, at: number, { length }: { readonly length: number }): string {
  if (!isImage(type)) return '';
  return `${at > 0 ? '\n' : ''}${IMAGE_OMITTED}${at < length - 1 ? '\n' : ''}`;
}
