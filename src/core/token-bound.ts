import { attachedTokensGuess, attachedTokensMax } from './attached-tokens.ts';
import {
  type ChatRequest,
  type ChatSize,
  type EmbeddingRequest,
  type Message,
  type TurnPart,
  writtenOf,
} from './chat.ts';

/**
 * Bounds on tokens without a tokenizer. Every token of a byte-level vocabulary covers at least one byte, so a text has
 * at most as many tokens as UTF-8 bytes; what a chat template writes around each message and the tools is added on top.
 * (A tokenizer on the serving loop is a one-request outage: 20 KB of one letter can block it for a minute.)
 */
const TEMPLATE_TOKENS_PER_CHAT = 256;
const TEMPLATE_TOKENS_PER_MESSAGE = 16;
const TEMPLATE_TOKENS_PER_TOOL = 64;
/** Around the list of tools. Hosted models write 300 to 800 tokens of their own as soon as there is one. */
const TEMPLATE_TOKENS_FOR_TOOLS = 1024;

/** All sizes at once, for a chat whose reader has more time than those who ask for them later. */
export const sizeOf = (chat: ChatRequest): ChatSize => ({
  inputTokensMax: textTokensMax(chat),
  inputTokensGuess: textTokensGuess(chat),
  messageBytes: messageBytes(chat),
});

/** No engine can bill more tokens of a prediction that the answer does not have. */
export function predictionTokensMax({ extras }: ChatRequest): number {
  const content = extras?.prediction?.content;
  if (content === undefined) return 0;
  return byteLength(typeof content === 'string' ? content : content.map(({ text }) => text).join(''));
}

/** A tokenizer may put marks before and behind a text. */
const TOKENS_AROUND_INPUT = 8;

/** No engine can read more tokens than this out of the request, whatever its context takes of one text or chat. */
export function inputTokensMax(chat: ChatRequest, contextTokens = Number.MAX_SAFE_INTEGER): number {
  if (!chat.embedding) return Math.min(textTokensMax(chat) + attachedTokensMax(chat), contextTokens);
  return chat.embedding.inputs.reduce((sum, input) => sum + Math.min(inputLength(input), contextTokens), 0);
}

/** The longer of what a text has as bytes, and what a list has as token ids. */
const inputLength = (input: string | readonly number[]): number =>
  TOKENS_AROUND_INPUT + (typeof input === 'string' ? byteLength(input) : input.length);

function textTokensMax(chat: ChatRequest): number {
  const written = writtenOf(chat);
  if (written) return written.size.inputTokensMax;
  let tokens = TEMPLATE_TOKENS_PER_CHAT;
  for (const message of chat.messages) tokens += TEMPLATE_TOKENS_PER_MESSAGE + bytesOf(message);
  if (chat.tools?.length) tokens += TEMPLATE_TOKENS_FOR_TOOLS;
  // Templates write schemas out again with their own spacing, hence twice.
  for (const tool of chat.tools ?? []) tokens += TEMPLATE_TOKENS_PER_TOOL + 2 * byteLength(JSON.stringify(tool));
  if (chat.responseFormat) tokens += 2 * byteLength(JSON.stringify(chat.responseFormat));
  return tokens;
}

/** Longer than any token of a word in the vocabularies in use. */
const TOKEN_CHARACTERS_MAX = 128;
const SPACE = 0x20;

/**
 * How many tokens a piece of an answer has at least. Pieces end where tokens end, no token of the vocabularies in use
 * reaches over a space into a second word, and none is longer than the above: so this may be too low, but never too high.
 */
export function tokensAtLeast(text: string): number {
  return Math.max(1, scanTokens(text, Number.POSITIVE_INFINITY).tokens);
}

/** The beginning of a text that has this many tokens, counted in the same way. */
export const firstTokens = (text: string, tokens: number): string => text.slice(0, scanTokens(text, tokens).end);

/** Counts until the next token would be one too many. */
function scanTokens(text: string, tokensMax: number): { readonly tokens: number; readonly end: number } {
  let tokens = 0;
  for (let end = 0; end < text.length; ) {
    const code = text.charCodeAt(end);
    if (code <= SPACE) {
      end += 1;
      continue;
    }
    // Never between the two halves of a character.
    const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
    if (!isSecondHalf && tokens === tokensMax) return { tokens, end };
    if (!isSecondHalf) tokens += 1;
    end = endOfToken(text, end);
  }
  return { tokens, end: text.length };
}

/** An answer can have a million characters, and nearly all of them are passed by here. */
function endOfToken(text: string, start: number): number {
  const last = Math.min(text.length, start + TOKEN_CHARACTERS_MAX);
  let end = start + 1;
  while (end < last && text.charCodeAt(end) > SPACE) end += 1;
  return end;
}

/** A fair guess for an engine that never says: about four bytes a token. */
export function estimateInputTokens(chat: ChatRequest): number {
  if (chat.embedding) return estimateEmbedded(chat.embedding);
  return textTokensGuess(chat) + attachedTokensGuess(chat);
}

function textTokensGuess(chat: ChatRequest): number {
  const written = writtenOf(chat);
  if (written) return written.size.inputTokensGuess;
  let bytes = 0;
  for (const message of chat.messages) bytes += bytesOf(message);
  for (const tool of chat.tools ?? []) bytes += byteLength(JSON.stringify(tool));
  return Math.ceil(bytes / 4) + 4 * chat.messages.length;
}

/** Bytes of the texts of all messages. */
export const messageBytes = (chat: ChatRequest): number =>
  writtenOf(chat)?.size.messageBytes ?? chat.messages.reduce((sum, { content }) => sum + byteLength(content ?? ''), 0);

const estimateEmbedded = ({ inputs }: EmbeddingRequest): number =>
  inputs.reduce((sum, input) => sum + (typeof input === 'string' ? Math.ceil(byteLength(input) / 4) : input.length), 0);

export const byteLength = (text: string): number => Buffer.byteLength(text);

/** A seal holds the whole of a thought, of which perhaps only a summary is shown. */
function sealedBytes(part: TurnPart): number {
  if (part.type === 'thinking') return byteLength(part.thinking) + byteLength(part.signature);
  return part.type === 'redacted_thinking' ? byteLength(part.data) : 0;
}

function bytesOf(message: Message): number {
  let bytes = byteLength(message.content ?? '');
  if (message.role === 'assistant') {
    for (const call of message.toolCalls)
      bytes += byteLength(call.arguments) + byteLength(call.name) + byteLength(call.id);
    if (message.turn) for (const part of message.turn) bytes += sealedBytes(part);
  }
  if (message.role === 'tool') bytes += byteLength(message.toolCallId);
  else if (message.name) bytes += byteLength(message.name);
  return bytes;
}
