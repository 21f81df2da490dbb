/** A model server that begins its answer and holds the end back until it is released. */
import { once } from 'node:events';
import { createServer } from 'node:http';

const event = (choice, rest = {}) =>
  `data: ${JSON.stringify({ id: 'held', object: 'chat.completion.chunk', model: 'held', choices: choice, ...rest })}\n\n`;
const BEGINNING = event([{ index: 0, delta: { role: 'assistant', content: 'One' }, finish_reason: null }]);
const END = [
  event([{ index: 0, delta: { content: ' two.' }, finish_reason: 'stop' }]),
  event([], { usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } }),
  'data: [DONE]\n\n',
].join('');

export async function startHeldEngine() {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.method === 'GET') return void response.end('{"object":"list","data":[{"id":"held"}]}');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(BEGINNING);
    await released;
    response.end(END);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/v1`, release, close: () => server.close() };
}
