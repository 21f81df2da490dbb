/**
 * The words of an engine without what it repeats of the chat: prompts do not belong into a log. The chat is read once, with
 * a rolling hash, and the work is bounded: this runs on the thread that serves all requests.
 */
import type { ChatRequest } from '../../core/chat.ts';

/** Shorter repetitions are common words. */
const ECHO_CHARS_MIN = 6;
/** Looking through more would hold up other requests. */
const CHAT_CHARS_MAX = 1_000_000;
/** Texts that were made to look like what an engine says would cost a comparison each. */
const COMPARISONS_MAX = 50_000;

const LEFT_OUT = '[left out: the chat is too long to be told from what was said about it]';

export function withoutEcho(said: string, chat: string | undefined): string {
  const isEcho = chat === undefined || chat.length > CHAT_CHARS_MAX ? undefined : echoesOf(said, chat);
  if (!isEcho) return LEFT_OUT;
  let kept = '';
  for (let at = 0; at < said.length; at++) {
    if (!isEcho[at]) kept += said[at];
    else if (!isEcho[at - 1]) kept += '[…]';
  }
  return kept;
}

const FACTOR = 0x01000193;
/** The factor of the character that leaves the window. */
const OLDEST = powerOf(FACTOR, ECHO_CHARS_MIN);

/** For each character of what was said, whether it is part of a repetition; undefined if finding out takes too long. */
function echoesOf(said: string, chat: string): Uint8Array | undefined {
  const isEcho = new Uint8Array(said.length);
  const sought = new Map<number, number[]>();
  eachHash(said, (hash, at) => {
    sought.set(hash, [...(sought.get(hash) ?? []), at]);
    return true;
  });
  let comparisons = 0;
  const isRead = eachHash(chat, (hash, chatAt) => {
    const places = sought.get(hash);
    if (!places) return true;
    const left = places.filter((at) => {
      comparisons++;
      if (!chat.startsWith(said.slice(at, at + ECHO_CHARS_MIN), chatAt)) return true;
      isEcho.fill(1, at, at + ECHO_CHARS_MIN);
      return false;
    });
    // What was found need not be found again.
    if (left.length > 0) sought.set(hash, left);
    else sought.delete(hash);
    return comparisons <= COMPARISONS_MAX;
  });
  return isRead ? isEcho : undefined;
}

/** Calls with the hash of every stretch of `ECHO_CHARS_MIN` characters and where it begins, until it returns false. */
function eachHash(text: string, see: (hash: number, at: number) => boolean): boolean {
  let hash = 0;
  for (let end = 0; end < text.length; end++) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(end)) | 0;
    const at = end - ECHO_CHARS_MIN + 1;
    if (at > 0) hash = (hash - Math.imul(text.charCodeAt(at - 1), OLDEST)) | 0;
    if (at >= 0 && !see(hash, at)) return false;
  }
  return true;
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let n = 0; n < exponent; n++) power = Math.imul(power, base);
  return power;
}

/** The text of a customer, which the engine may repeat, and the field that it is in. */
export const wordsOf = (chat: ChatRequest) => ({
  chat: chatTextOf(chat),
  field: chat.embedding ? ('input' as const) : ('messages' as const),
});

/** Everything in a request that a customer wrote; undefined if it is too much to look through. */
export function chatTextOf({
  messages,
  tools,
  user,
  stop,
  responseFormat,
  embedding,
}: ChatRequest): string | undefined {
  const texts: string[] = [];
  let chars = 0;
  const isWhole = eachText([messages, tools, user, stop, responseFormat, embedding?.inputs], (text) => {
    texts.push(text);
    chars += text.length + 1;
    return chars <= CHAT_CHARS_MAX;
  });
  return isWhole ? texts.join('\n') : undefined;
}

/** Names of fields are the customer's words as well: a schema is full of them. */
function eachText(value: unknown, see: (text: string) => boolean): boolean {
  if (typeof value === 'string') return see(value);
  // The bytes of an attachment are no words.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  if (Array.isArray(value)) return value.every((element) => eachText(element, see));
  return Object.entries(value).every(([name, field]) => see(name) && eachText(field, see));
}
