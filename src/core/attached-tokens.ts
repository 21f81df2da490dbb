/**
 * Bounds on the tokens of pictures and documents. Engines make tokens of the area of a picture, never of its bytes: the
 * models in use take one for a square of 14 to 28 pixels, some lay a grid over it, and most scale small ones up and
 * large ones down. So the bound is a token for each square of 14 pixels, one more for each row, and what the smallest
 * picture can become; and never more than the model's own maximum, which is all that is known of one of unknown size.
 */
import { type Attachment, type AttachmentBounds, type ChatRequest, isAttachment, partsOf } from './chat.ts';

const SQUARE_PIXELS = 14;
const SMALLEST_TOKENS = 3072;

/** Of a model whose entry does not say: twice what the models with the finest grids take. */
export const IMAGE_TOKENS_DEFAULT = 16_384;

/** About so many pixels are a token for hosted models; a guess for an engine that never says. */
const PIXELS_PER_TOKEN = 750;

/** A picture of no known size is thought to be as large as screens are. */
const USUAL_PIXELS = 1024 * 1024;

export const attachedTokensMax = (chat: ChatRequest): number => sumOf(chat, tokensMax);

export const attachedTokensGuess = (chat: ChatRequest): number => sumOf(chat, tokensGuess);

function sumOf({ messages, sendsParts }: ChatRequest, tokensOf: typeof tokensMax): number {
  if (!sendsParts) return 0;
  let tokens = 0;
  for (const message of messages) {
    for (const part of partsOf(message) ?? []) if (isAttachment(part)) tokens += tokensOf(part, sendsParts);
  }
  return tokens;
}

function tokensMax({ type, size }: Attachment, { imageTokens, fileTokens }: AttachmentBounds): number {
  if (type === 'file') return fileTokens;
  if (!size) return imageTokens;
  const columns = Math.ceil(size.width / SQUARE_PIXELS);
  const rows = Math.ceil(size.height / SQUARE_PIXELS);
  return Math.min(imageTokens, SMALLEST_TOKENS + (columns + 1) * rows);
}

function tokensGuess({ type, size, source }: Attachment, { imageTokens, fileTokens }: AttachmentBounds): number {
  if (type === 'file') {
    // About a token for four bytes of text, of which there are three in four of base64.
    return 'url' in source ? fileTokens : Math.min(fileTokens, Math.ceil((source.base64.length * 3) / 16));
  }
  const pixels = size ? size.width * size.height : USUAL_PIXELS;
  return Math.min(imageTokens, Math.ceil(pixels / PIXELS_PER_TOKEN));
}
