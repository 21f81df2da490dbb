import { expect, test } from 'bun:test';
import { NO_TRACER } from '../../core/trace.ts';
import { AUTHORITY, ELSEWHERE, HERE } from '../../engines/upstream/http-client-tls.fixture.ts';
import { systemClock as clock } from '../clock.ts';
import { openTraces } from './traces.ts';

type Certificate = typeof HERE;

/** Sends one span to a receiver that answers so. Returns what was counted and logged, and what the receiver saw. */
async function send(
  answer: (request: Request) => Response,
  more: { readonly ca?: string; readonly tls?: Certificate } = {},
) {
  const seen: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(more.tls && { tls: more.tls }),
    fetch: (request) => {
      seen.push(new URL(request.url).pathname);
      return answer(request);
    },
  });
  const counts = { exported: 0, failed: 0, refused: 0, 'queue-full': 0 };
  const log: string[] = [];
  const write = (fields: object, message: string) => void log.push(`${message} ${Bun.inspect(fields)}`);
  const { ca } = more;
  const traces = openTraces(
    { clock, log: { info: write, warn: write, error: write } },
    {
      url: `${more.tls ? 'https' : 'http'}://127.0.0.1:${server.port}/v1/traces`,
      headers: { authorization: 'Bearer hush' },
      protocol: 'http/json',
      share: 1,
      ...(ca !== undefined && { ca }),
    },
    {
      resource: [],
      onExported: (spans) => {
        counts.exported += spans;
      },
      onDropped: (spans, reason) => {
        counts[reason] += spans;
      },
      limits: { flushMs: 60_000, sendMs: 60_000 },
    },
  );
  traces.tracer.begin(new Headers()).end();
  await traces.close();
  await server.stop(true);
  return { seen, counts, log };
}

test('without the setting there is no tracer, and nothing to close', async () => {
  const traces = openTraces({ clock, log: { info() {}, warn() {}, error() {} } }, null, {
    resource: [],
    onExported() {},
    onDropped() {},
  });

  expect(traces.tracer).toBe(NO_TRACER);
  expect(await traces.close()).toBeUndefined();
});

test.each([
  ['nothing', () => new Response(null, { status: 200 })],
  ['the usual', () => Response.json({ partialSuccess: {} })],
  ['something else', () => new Response('<html>thanks</html>', { status: 202 })],
  ['a number that makes no sense', () => Response.json({ partialSuccess: { rejectedSpans: 'some' } })],
])('a receiver that takes a batch and says %s has it', async (_, answer) => {
  const { counts, log } = await send(answer);

  expect(counts).toMatchObject({ exported: 1, failed: 0, refused: 0 });
  expect(log).toEqual([]);
});

test('what a receiver says that it refused is counted as lost', async () => {
  const { counts } = await send(() => Response.json({ partialSuccess: { rejectedSpans: '1', errorMessage: 'No.' } }));

  expect(counts).toMatchObject({ exported: 0, refused: 1 });
});

test.each([400, 401, 429, 503])(
  'a batch that is answered with %d is lost, and the words stay out of the log',
  async (status) => {
    const echo = (request: Request) => new Response(request.headers.get('authorization'), { status });
    const { counts, log } = await send(echo);

    expect(counts).toMatchObject({ exported: 0, failed: 1 });
    expect(log.length).toBe(1);
    expect(log[0]).toContain(`status ${status}`);
    expect(log[0]).not.toContain('hush');
  },
);

test('a redirect is not followed', async () => {
  const { seen, counts } = await send(() => Response.redirect('/elsewhere', 307));

  expect(seen).toEqual(['/v1/traces']);
  expect(counts.failed).toBe(1);
});

test('with TLS the receiver must be the one that was named, by an authority that is known', async () => {
  const taken = () => Response.json({});

  expect((await send(taken, { tls: HERE, ca: AUTHORITY })).counts.exported).toBe(1);
  expect((await send(taken, { tls: HERE })).counts.failed).toBe(1);
  expect((await send(taken, { tls: ELSEWHERE, ca: AUTHORITY })).counts.failed).toBe(1);
});
