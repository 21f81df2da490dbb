import { expect } from 'bun:test';
import { createParser } from 'eventsource-parser';
import type { ScriptedUpstream } from './scripted-upstream.ts';

/** Posts a chat request, one user message with awkward characters, straight to an upstream. */
export function post(
  upstream: Pick<ScriptedUpstream, 'url'>,
  extra: object = {},
  init: RequestInit = {},
): Promise<Response> {
  const messages = [{ role: 'user', content: HARD_TEXT }];
  const text = JSON.stringify({ model: 'm', messages, ...extra });
  return fetch(`${upstream.url}/chat/completions`, { method: 'POST', body: text, ...init });
}

export const HARD_TEXT = 'Žluťoučký kůň 🐎, 中文 and\nnew lines ';
export const STREAM = { stream: true, stream_options: { include_usage: true } };

interface Completion {
  readonly choices: readonly [{ readonly message: CompletionMessage; readonly finish_reason: string | null }];
  readonly usage?: unknown;
}

interface CompletionMessage {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

interface Chunk {
  readonly choices: readonly { readonly delta: Record<string, unknown>; readonly finish_reason: string | null }[];
  readonly usage?: unknown;
}

export async function completionOf(response: Response): Promise<Completion> {
  return (await response.json()) as Completion;
}

/** The data of every event, as a parser that is not ours reads them. */
export async function eventsOf(response: Response): Promise<string[]> {
  const data: string[] = [];
  const parser = createParser({ onEvent: (event) => data.push(event.data) });
  parser.feed(new TextDecoder().decode(await response.arrayBuffer()));
  return data;
}

/** The chunks of a stream that must end with `[DONE]`. */
export async function chunksOf(response: Response): Promise<Chunk[]> {
  const events = await eventsOf(response);
  expect(events.pop()).toBe('[DONE]');
  return events.map((data) => JSON.parse(data));
}

export const textOf = (chunks: readonly Chunk[], field = 'content'): string =>
  chunks.map((chunk) => chunk.choices[0]?.delta[field] ?? '').join('');
