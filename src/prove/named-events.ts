/** The events of a stream whose events have names, read strictly. */
import { parseJson } from '../lib/parse-json.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at } from './json-path.ts';

/** Each event is its name, its data with the same type, and an empty line. */
export function namedEventsIn(text: string): readonly unknown[] {
  const frames = text
    .split('\n')
    .filter((line) => !line.startsWith(':'))
    .join('\n')
    .split('\n\n')
    .slice(0, -1);
  return frames.map((frame) => {
    const [, name, data] = /^event: ([\w.]+)\ndata: (\{.*\})$/.exec(frame) ?? [];
    demand(data !== undefined, `an event has no name or no data: ${shorten(frame)}`);
    const event = parseJson(data);
    demandEqual('the type of an event', at(event, 'type'), name);
    return event;
  });
}
