import { type EventLists, isWhole } from '../../src/core/chat.ts';

/** The events of an answer that comes piece by piece. */
export function streamed<T>(events: EventLists<T>): AsyncIterator<readonly T[], void> {
  if (isWhole(events)) throw new Error('The answer has come whole.');
  return events[Symbol.asyncIterator]();
}
