import type { ChatRequest, Message } from './chat.ts';

/**
 * Bounds on tokens without a tokenizer. Every token of a byte-level vocabulary covers at least one byte, so a text has
 * at most as many tokens as UTF-8 bytes; what a chat template writes around each message and the tools is added on top.
 * (A tokenizer on the serving loop is a one-request outage: 20 KB of one letter can block it for a minute.)
 */
const TEMPLATE_TOKENS_PER_CHAT = 256;
const TEMPLATE_TOKENS_PER_MESSAGE = 16;
const TEMPLATE_TOKENS_PER_TOOL = 64;

/** No engine can read more tokens than this out of the request. */
export function inputTokensMax(chat: ChatRequest): number {
  let tokens = TEMPLATE_TOKENS_PER_CHAT;
  for (const message of chat.messages) tokens += TEMPLATE_TOKENS_PER_MESSAGE + messageBytes(message);
  // Templates write schemas out again with their own spacing, hence twice.
  for (const tool of chat.tools ?? []) tokens += TEMPLATE_TOKENS_PER_TOOL + 2 * byteLength(JSON.stringify(tool));
  if (chat.responseFormat) tokens += 2 * byteLength(JSON.stringify(chat.responseFormat));
  return tokens;
}

/** A fair guess for an engine that never says: about four bytes a token. */
export function estimateInputTokens(chat: ChatRequest): number {
  let bytes = 0;
  for (const message of chat.messages) bytes += messageBytes(message);
  for (const tool of chat.tools ?? []) bytes += byteLength(JSON.stringify(tool));
  return Math.ceil(bytes / 4) + 4 * chat.messages.length;
}

export const byteLength = (text: string): number => Buffer.byteLength(text);

function messageBytes(message: Message): number {
  let bytes = byteLength(message.content ?? '');
  if (message.role === 'assistant') {
    for (const call of message.toolCalls)
      bytes += byteLength(call.arguments) + byteLength(call.name) + byteLength(call.id);
  }
  if (message.role === 'tool') bytes += byteLength(message.toolCallId);
  else if (message.name) bytes += byteLength(message.name);
  return bytes;
}
