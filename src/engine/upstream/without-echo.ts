/** What an engine said, without what it repeats of the chat: prompts do not belong into a log. */
import type { ChatRequest } from '../../domain/chat.ts';

/** Shorter repetitions are words that anybody uses. */
const ECHO_CHARS_MIN = 6;
/** Looking through more would hold up everybody else. */
const CHAT_CHARS_MAX = 1_000_000;

export function withoutEcho(said: string, chat: string): string {
  if (chat.length > CHAT_CHARS_MAX) return '[left out: the chat is too long to be told from what was said about it]';
  const isEcho = new Array<boolean>(said.length).fill(false);
  for (let at = 0; at + ECHO_CHARS_MIN <= said.length; at++) {
    if (chat.includes(said.slice(at, at + ECHO_CHARS_MIN))) isEcho.fill(true, at, at + ECHO_CHARS_MIN);
  }
  let kept = '';
  for (let at = 0; at < said.length; at++) {
    if (!isEcho[at]) kept += said[at];
    else if (!isEcho[at - 1]) kept += '[…]';
  }
  return kept;
}

/** Everything in a request that a customer wrote. */
export const chatTextOf = ({ messages, tools, user, stop, responseFormat }: ChatRequest): string =>
  textsIn([messages, tools, user, stop, responseFormat]).join('\n');

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
