/** The engine behind the service: what it answers is decided by the last text of the user, so SDKs may come in any order. */
import { answerText, answerToolCalls, firstEvents, jsonError, reset, waitFor } from '../support/scripted-upstream.ts';
import type { Script } from '../support/upstream-steps.ts';

const USAGE = { prompt_tokens: 9, completion_tokens: 2 };

type Message = { readonly role: string; readonly content: unknown };

/** `held` settles when requests that say `hold` may be answered. */
export function scriptedEngine(held: Promise<unknown>): Script {
  const failed = new Set<string>();
  return ({ body }) => {
    const { messages = [] } = (body ?? {}) as { readonly messages?: readonly Message[] };
    const asked = textOf(messages.findLast(({ role }) => role === 'user'));
    if (messages.at(-1)?.role === 'tool') return answerText('It rains.', { usage: USAGE });
    if (asked === 'weather') {
      return answerToolCalls([{ id: 'call_1', name: 'weather', arguments: { town: 'Brno' } }], { usage: USAGE });
    }
    if (asked === 'break') return [firstEvents(2, answerText('one two three four')), reset()];
    if (asked === 'hold') return [waitFor(held), answerText('Held.', { usage: USAGE })];
    if (asked.startsWith('fail once') && !failed.has(asked)) {
      failed.add(asked);
      return jsonError(500);
    }
    return answerText(asked.startsWith('fail once') ? 'Recovered.' : 'Hello there.', { usage: USAGE });
  };
}

function textOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('');
}
