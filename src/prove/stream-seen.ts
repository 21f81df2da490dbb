/** An event stream as it came, read strictly: what a lenient parser would forgive is a deviation here. */
import { demand, shortened } from './deviation.ts';
import { at, parsed } from './json-path.ts';
import type { Answer } from './probe.ts';

type StreamSeen = {
  readonly chunks: readonly unknown[];
  /** What stood in `data:` last. */
  readonly last: string | undefined;
  readonly text: string;
};

const DATA = 'data: ';

export function readStream(answer: Answer): StreamSeen {
  demand(answer.status === 200, `status ${answer.status}: ${shortened(answer.text)}`);
  const type = answer.headers.get('content-type') ?? 'missing';
  demand(type.startsWith('text/event-stream'), `the content type is ${type}`);
  const events = eventsOf(answer.text);
  const chunks = events
    .filter((data) => data !== '[DONE]')
    .map((data) => {
      const chunk = parsed(data);
      demand(typeof chunk === 'object' && chunk !== null, `an event is no JSON: ${shortened(data)}`);
      return chunk;
    });
  const text = chunks.map((chunk) => at(chunk, 'choices.0.delta.content')).filter((piece) => typeof piece === 'string');
  return { chunks, last: events.at(-1), text: text.join('') };
}

function eventsOf(text: string): readonly string[] {
  const lines = text.split('\n').filter((line) => !line.startsWith(':'));
  const silent = lines.join('\n');
  demand(silent.endsWith('\n\n'), `the stream ends within an event: ${shortened(silent.slice(-80))}`);
  return silent
    .slice(0, -2)
    .split('\n\n')
    .map((event) => {
      const isOneLine = event.startsWith(DATA) && !event.includes('\n') && !event.includes('\r');
      demand(isOneLine, `an event is not one line of data: ${shortened(JSON.stringify(event))}`);
      return event.slice(DATA.length);
    });
}
