/** Chat requests as bytes. Most are six messages, about 1 KB, as a conversation sends them. */
import { LONG_ANSWER } from './fast-upstream.ts';
import type { Subject } from './subjects.ts';

/** `long-chat` has 300 messages, `long-text` one of 1 MB, and `long-answer` asks for one of 1 MB. */
export type ChatKind =
  | 'json'
  | 'sse'
  | 'long-chat'
  | 'long-text'
  | 'long-answer'
  | { readonly pace: { readonly events: number; readonly everyMs: number } };

const TURN = 'Please explain in a few sentences how a ledger keeps its balance when many people write to it at once. ';
const ROLES = ['system', 'user', 'assistant', 'user', 'assistant', 'user'];

export function chatRequest(
  kind: ChatKind,
  { key, headers = {}, model, path = '/v1/chat/completions' }: Pick<Subject, 'key' | 'headers' | 'model' | 'path'>,
): Uint8Array {
  const isStream = kind === 'sse' || typeof kind === 'object';
  const maxTokens = kind === 'long-answer' ? LONG_ANSWER.tokens : 256;
  const body = JSON.stringify({ model, messages: messagesOf(kind), max_tokens: maxTokens, stream: isStream });
  const lines = Object.entries({
    host: '127.0.0.1',
    authorization: `Bearer ${key}`,
    accept: isStream ? 'text/event-stream' : 'application/json',
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

function messagesOf(kind: ChatKind): readonly { readonly role: string; readonly content: string }[] {
  if (kind === 'long-chat') return turns(Array.from({ length: 50 }, () => ROLES).flat());
  if (kind === 'long-text') return turns(['user'], TURN.repeat(Math.ceil(1_000_000 / TURN.length)));
  if (kind === 'long-answer') return turns(['user'], LONG_ANSWER.question);
  return turns(ROLES, typeof kind === 'object' ? `pace ${kind.pace.events} ${kind.pace.everyMs} ${TURN}` : TURN);
}

/** The first may say something else. */
const turns = (roles: readonly string[], first = TURN) =>
  roles.map((role, i) => ({ role, content: i === 0 ? first : TURN }));
