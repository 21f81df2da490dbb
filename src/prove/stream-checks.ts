/** An answer as an event stream. */
import { buying, type Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at, listAt } from './json-path.ts';
import { readStream } from './stream-seen.ts';
import { demandUsage } from './wire-checks.ts';

export const STREAM_CHECKS: readonly Check[] = [
  {
    id: 'stream-form',
    group: 'streaming',
    rule: 'Each event is one line of data and an empty line, and [DONE] is the last, once.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat({ stream: true });
      const { chunks, last } = readStream(answer);
      demandEqual('the last event', last, '[DONE]');
      demandEqual('the number of closing marks', answer.text.split('data: [DONE]').length - 1, 1);
      return `${chunks.length} chunks, then [DONE]`;
    },
  },
  {
    id: 'stream-unbuffered',
    group: 'streaming',
    rule: 'A stream forbids caches and proxies to hold it back or change it.',
    buys: buying(1),
    async run(probe) {
      const { headers } = await probe.chat({ stream: true });
      const caching = headers.get('cache-control') ?? 'missing';
      demand(caching.includes('no-cache'), `cache-control is ${caching}`);
      demand(headers.get('content-encoding') === null, `it is compressed: ${headers.get('content-encoding')}`);
      return caching;
    },
  },
  {
    id: 'stream-order',
    group: 'streaming',
    rule: 'First the role, then the pieces, then an empty delta with the finish_reason, and nothing after it.',
    buys: buying(1),
    async run(probe) {
      const { chunks } = readStream(await probe.chat({ stream: true }));
      const deltas = chunks.map((chunk) => at(chunk, 'choices.0.delta'));
      demandEqual('the first delta', deltas[0], { role: 'assistant', content: '' });
      demandEqual('the last delta', deltas.at(-1), {});
      const reasons = chunks.map((chunk) => at(chunk, 'choices.0.finish_reason'));
      const finished = reasons.filter((reason) => typeof reason === 'string');
      demandEqual('the number of finish reasons', finished.length, 1);
      demandEqual('the finish reason of the last chunk', reasons.at(-1), finished[0]);
      return `${chunks.length} chunks, ${finished[0]}`;
    },
  },
  {
    id: 'stream-identity',
    group: 'streaming',
    rule: 'Every chunk has the same id, time and model, and the id is that of the x-request-id.',
    buys: buying(1),
    async run(probe) {
      const answer = await probe.chat({ stream: true });
      const { chunks } = readStream(answer);
      const identities = chunks.map((chunk) =>
        JSON.stringify(['id', 'object', 'created', 'model'].map((name) => at(chunk, name))),
      );
      demandEqual('the number of identities', new Set(identities).size, 1);
      demandEqual('object', at(chunks[0], 'object'), 'chat.completion.chunk');
      demandEqual('model', at(chunks[0], 'model'), at(probe.model, 'id'));
      const id = String(at(chunks[0], 'id'));
      demandEqual('x-request-id', answer.headers.get('x-request-id'), id.replace('chatcmpl-', 'req_'));
      return id;
    },
  },
  {
    id: 'usage-not-asked',
    group: 'streaming',
    rule: 'Without stream_options.include_usage no chunk has a usage, and each has its choice.',
    buys: buying(1),
    async run(probe) {
      const { chunks } = readStream(await probe.chat({ stream: true }));
      const odd = chunks.find(
        (chunk) => (at(chunk, 'usage') ?? null) !== null || listAt(chunk, 'choices').length !== 1,
      );
      demand(odd === undefined, `a chunk is ${shorten(JSON.stringify(odd))}`);
      return `none in ${chunks.length} chunks`;
    },
  },
  {
    id: 'usage-asked',
    group: 'streaming',
    rule: 'With stream_options.include_usage the last chunk has the usage and no choices, and it alone.',
    buys: buying(1),
    async run(probe) {
      const { chunks } = readStream(await probe.chat({ stream: true, stream_options: { include_usage: true } }));
      const withUsage = chunks.filter((chunk) => (at(chunk, 'usage') ?? null) !== null);
      demandEqual('the number of chunks with usage', withUsage.length, 1);
      demand(withUsage[0] === chunks.at(-1), 'the chunk with the usage is not the last one');
      demandEqual('its choices', at(withUsage[0], 'choices'), []);
      demandUsage(at(withUsage[0], 'usage'));
      return shorten(JSON.stringify(at(withUsage[0], 'usage')));
    },
  },
  {
    id: 'stream-refused',
    group: 'streaming',
    rule: 'A stream that cannot begin is an ordinary error with its own status, not an event.',
    async run(probe) {
      const answer = await probe.chat({ stream: true, temperature: 9 });
      demandEqual('the status', answer.status, 400);
      const type = answer.headers.get('content-type') ?? 'missing';
      demand(type.startsWith('application/json'), `the content type is ${type}`);
      demandEqual('param', at(answer.json, 'error.param'), 'temperature');
      return '400, as JSON';
    },
  },
];
