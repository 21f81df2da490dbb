/** The least a proxy on this runtime can do: `Bun.serve` in front, our HTTP client behind, bytes passed on unread. */
import { createHttpClient } from '../../src/engines/upstream/http-client.ts';

const client = createHttpClient({ hostname: '127.0.0.1', port: Number(process.argv[2]), tls: false });
const deadlines = { connectMs: 5000, firstByteMs: 60_000, idleMs: 60_000 };

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    const accept = request.headers.get('accept') ?? '';
    const headers = { 'content-type': 'application/json', accept };
    const body = await request.text();
    const answer = await client.request(
      { method: 'POST', path: '/v1/chat/completions', headers, body, deadlines },
      request.signal,
    );
    return new Response(answer.body as unknown as ReadableStream, {
      headers: { 'content-type': answer.headers.get('content-type') ?? '' },
    });
  },
});
console.log(server.port);
