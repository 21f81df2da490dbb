/** An engine that costs next to nothing: the same answer to everybody. A process of its own; prints its port. */
const WORDS = Array.from({ length: 40 }, (_, i) => `word${i} `);
const USAGE = { prompt_tokens: 120, completion_tokens: WORDS.length, total_tokens: 120 + WORDS.length };
const HEAD = { id: 'chatcmpl-bench', created: 1_800_000_000, model: 'bench' };

const JSON_ANSWER = JSON.stringify({
  ...HEAD,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: WORDS.join('') }, finish_reason: 'stop' }],
  usage: USAGE,
});

const chunk = (choice: object, rest = {}) =>
  `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices: [choice], ...rest })}\n\n`;

const SSE_ANSWER = [
  ...WORDS.map((content) => chunk({ index: 0, delta: { content }, finish_reason: null })),
  chunk({ index: 0, delta: {}, finish_reason: 'stop' }, { usage: USAGE }),
  'data: [DONE]\n\n',
].join('');

const JSON_HEADERS = { headers: { 'content-type': 'application/json' } };
const SSE_HEADERS = { headers: { 'content-type': 'text/event-stream' } };

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request) =>
    request.headers.get('accept') === 'text/event-stream'
      ? new Response(SSE_ANSWER, SSE_HEADERS)
      : new Response(JSON_ANSWER, JSON_HEADERS),
});
console.log(server.port);
