/** One request of the playground while it runs. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, errorFrom } from '../../api.ts';
import { type Answer, NO_ANSWER, withEvent } from './answer.ts';
import type { Body } from './draft.ts';
import { readEvents } from './sse.ts';

export type Ending = 'whole' | 'stopped' | 'failed';

type Run = {
  /** Undefined: nothing runs. */
  readonly answer: Answer | undefined;
  readonly body: Body | undefined;
  readonly error: unknown;
  /** Resolves when it has ended, however it ended. */
  readonly start: (body: Body) => Promise<{ readonly answer: Answer; readonly ending: Ending }>;
  readonly stop: () => void;
  readonly clearError: () => void;
};

export function useRun(): Run {
  const [running, setRunning] = useState<{ readonly answer: Answer; readonly body: Body }>();
  const [error, setError] = useState<unknown>();
  const abort = useRef<AbortController>(undefined);
  const isDue = useRef(false);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback(async (body: Body) => {
    const controller = new AbortController();
    abort.current = controller;
    setError(undefined);
    setRunning({ answer: NO_ANSWER, body });
    let answer = NO_ANSWER;
    try {
      for await (const event of ask(body, controller.signal)) {
        answer = withEvent(answer, event);
        if (isDue.current) continue;
        // At most once a frame: pieces may come faster than people can see.
        isDue.current = true;
        requestAnimationFrame(() => {
          isDue.current = false;
          setRunning((now) => now && { ...now, answer });
        });
      }
      if (!answer.finishReason)
        throw new ApiError({ status: 0, code: 'unreachable', message: 'The answer broke off.' });
      return { answer, ending: 'whole' as const };
    } catch (thrown) {
      if (controller.signal.aborted) return { answer, ending: 'stopped' as const };
      setError(thrown);
      return { answer, ending: 'failed' as const };
    } finally {
      setRunning(undefined);
    }
  }, []);
  const stop = useCallback(() => abort.current?.abort(), []);
  const clearError = useCallback(() => setError(undefined), []);
  return { answer: running?.answer, body: running?.body, error, start, stop, clearError };
}

/** The data of each event of the answer. A refusal is thrown as it is everywhere. */
export async function* ask(body: Body, signal: AbortSignal): AsyncGenerator<string, void> {
  let response: Response;
  try {
    response = await fetch('/api/playground/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The server cannot be reached.' });
  }
  if (!response.ok || !response.body) throw errorFrom(response, await response.json().catch(() => undefined));
  yield* readEvents(response.body);
}
