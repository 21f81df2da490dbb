/** An answer that has begun and goes on when a test says so: time in which something else can happen. */
import { type Script, streamed, waitFor } from './scripted-upstream.ts';

const WORDS = ['one', ' two', ' three'];
export const HELD_TEXT = WORDS.join('');
export const HELD_USAGE = { prompt_tokens: 10, completion_tokens: 5 };

export const heldAnswer =
  (gate: Promise<unknown>): Script =>
  (request) => {
    const content = { deltas: WORDS.map((word) => ({ content: word })), message: {} };
    const [head, role, first, ...rest] = streamed(request, content, { usage: HELD_USAGE });
    return [head!, role!, first!, waitFor(gate), ...rest];
  };
