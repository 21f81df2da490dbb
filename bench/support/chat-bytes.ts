/** A chat request as bytes: six messages, about 1 KB, as a conversation sends them. */
import type { Subject } from './subjects.ts';

export type ChatKind = 'json' | 'sse' | { readonly pace: { readonly events: number; readonly everyMs: number } };

const TURN = 'Please explain in a few sentences how a ledger keeps its balance when many people write to it at once. ';
const ROLES = ['system', 'user', 'assistant', 'user', 'assistant', 'user'];

export function chatRequest(kind: ChatKind, { key, headers = {} }: Pick<Subject, 'key' | 'headers'>): Uint8Array {
  const first = typeof kind === 'object' ? `pace ${kind.pace.events} ${kind.pace.everyMs} ` : '';
  const messages = ROLES.map((role, i) => ({ role, content: i === 0 ? first + TURN : TURN }));
  const isStream = kind !== 'json';
  const body = JSON.stringify({ messages, max_tokens: 256, stream: isStream });
  const lines = Object.entries({
    host: '127.0.0.1',
    authorization: `Bearer ${key}`,
    accept: isStream ? 'text/event-stream' : 'application/json',
    'content-type': 'application/json',
    'content-length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST /v1/chat/completions HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
