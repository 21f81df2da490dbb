/** An event stream as it came, read strictly: what a lenient parser would forgive is a deviation here. */
import { parseJson } from '../lib/parse-json.ts';
import { demand, shorten } from './deviation.ts';
import { at } from './json-path.ts';
import type { Answer } from './probe.ts';

type StreamSeen = {
  readonly chunks: readonly unknown[];
  /** The last text of `data:`. */
  readonly last: string | undefined;
  readonly text: string;
};

const DATA = 'data: ';

export function readStream(answer: Answer): StreamSeen {
  demand(answer.status === 200, `status ${answer.status}: ${shorten(answer.text)}`);
  const type = answer.headers.get('content-type') ?? 'missing';
  demand(type.startsWith('text/event-stream'), `the content type is ${type}`);
  const events = eventsOf(answer.text);
  const chunks = events
    .filter((data) => data !== '[DONE]')
    .map((data) => {
      const chunk = parseJson(data);
      demand(typeof chunk === 'object' && chunk !== null, `an event is no JSON: ${shorten(data)}`);
      return chunk;
    });
  const text = chunks.map((chunk) => at(chunk, 'choices.0.delta.content')).filter((piece) => typeof piece === 'string');
  return { chunks, last: events.at(-1), text: text.join('') };
}

function eventsOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith(':'));
  const silent = lines.join('\n');
  demand(silent.endsWith('\n\n'), `the stream ends within an event: ${shorten(silent.slice(-80))}`);
  return silent
    .slice(0, -2)
    .split('\n\n')
    .map((event) => {
      const isOneLine = event.startsWith(DATA) && !event.includes('\n') && !event.includes('\r');
      demand(isOneLine, `an event is not one line of data: ${shorten(JSON.stringify(event))}`);
      return event.slice(DATA.length);
    });
}
