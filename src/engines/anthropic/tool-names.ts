/** Names of tools as the Messages API takes them: OpenAI's clients also use `.`, `:` and `/`, which it refuses. */
import type { Tool } from '../../core/chat.ts';

const CHARS_MAX = 128;

/** Ids of calls have the same letters. */
export const permitted = (name: string): string => name.replace(/[^\w-]/g, '_');

export type ToolNames = {
  sent(name: string): string;
  /** The name of the client's tool that the model has called. */
  received(name: string): string;
};

const AS_THEY_ARE: ToolNames = { sent: permitted, received: (name) => name };

/** Depends on the tools alone, so that a prompt stays the same from turn to turn, and its cache with it. */
export function toolNames(tools: readonly Tool[] = []): ToolNames {
  const changed = tools.filter(({ name }) => permitted(name) !== name);
  if (changed.length === 0) return AS_THEY_ARE;
  const taken = new Set(tools.map(({ name }) => name));
  const sent = new Map<string, string>();
  const received = new Map<string, string>();
  for (const { name } of changed) {
    const wanted = permitted(name);
    let free = wanted;
    for (let n = 2; taken.has(free); n += 1) free = `${wanted.slice(0, CHARS_MAX - `_${n}`.length)}_${n}`;
    taken.add(free);
    sent.set(name, free);
    received.set(free, name);
  }
  return { sent: (name) => sent.get(name) ?? permitted(name), received: (name) => received.get(name) ?? name };
}
