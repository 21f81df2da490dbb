/** A picture that a tool has given is in the history of an agent for good: the model reads a note in its place. */
import { describe, expect, test } from 'bun:test';
import { lendServices } from '../support/lent-services.ts';
import { answerText } from '../support/scripted-upstream.ts';

const lendService = lendServices();

const NOTE = '[image omitted: this model reads text only]';
/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DATA_URL = `data:image/png;base64,${PNG}`;
const imageUrl = { type: 'image_url', image_url: { url: DATA_URL, detail: 'auto' } };

/** As Claude Code sends what its tool Read has given of a PNG, and the next turn. */
const CLAUDE_CODE = {
  model: 'svc-glacier',
  max_tokens: 200,
  system: [{ type: 'text', text: 'You are Claude Code.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What is in shot.png?' }] },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'toolu_01', name: 'Read', input: { file_path: '/tmp/shot.png' } }],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_01',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }],
          cache_control: { type: 'ephemeral' },
        },
      ],
    },
  ],
  tools: [{ name: 'Read', description: 'Reads a file.', input_schema: { type: 'object', properties: {} } }],
  stream: false,
};

/** As Codex sends what its tool view_image has given. */
const CODEX = {
  model: 'svc-glacier',
  instructions: 'You are Codex.',
  input: [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is in shot.png?' }] },
    { type: 'function_call', name: 'view_image', arguments: '{"path":"/tmp/shot.png"}', call_id: 'call_1' },
    {
      type: 'function_call_output',
      call_id: 'call_1',
      output: [{ type: 'input_image', image_url: DATA_URL, detail: 'high' }],
    },
  ],
  tools: [{ type: 'function', name: 'view_image', parameters: { type: 'object', properties: {} }, strict: false }],
  store: false,
};

const CHAT = {
  model: 'svc-glacier',
  messages: [
    { role: 'user', content: 'What is in shot.png?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: [{ type: 'text', text: 'shot.png:' }, imageUrl] },
  ],
  tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }],
};

type Service = Awaited<ReturnType<typeof lendService>>;

const post = (service: Service, path: string, body: object): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a picture in the result of a tool becomes a note', () => {
  test.each([
    ['/messages', CLAUDE_CODE, NOTE],
    ['/responses', CODEX, NOTE],
    ['/chat/completions', CHAT, `shot.png:\n${NOTE}`],
  ])('%s', async (path, body, content) => {
    await using service = await lendService();
    service.upstream.play(answerText('A pixel.'));

    const answer = await post(service, path, body);

    expect(await answer.text()).toContain('A pixel.');
    expect(answer.status).toBe(200);
    const sent = service.upstream.requests.at(-1)!.body as { messages: { role: string; content: string }[] };
    expect(sent.messages.filter(({ role }) => role === 'tool')).toMatchObject([{ content }]);
    expect(JSON.stringify(sent)).not.toContain(PNG);
  });
});

describe('a picture in a message of the user is refused, and the refusal says what to do', () => {
  const claudeImage = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };

  test.each<[string, object, RegExp]>([
    ['/messages', { ...CLAUDE_CODE, messages: [{ role: 'user', content: [claudeImage] }] }, /images are not supported/],
    [
      '/responses',
      { ...CODEX, input: [{ role: 'user', content: [{ type: 'input_image', image_url: DATA_URL }] }] },
      /not "input_image": only text is supported/,
    ],
    ['/chat/completions', { ...CHAT, messages: [{ role: 'user', content: [imageUrl] }] }, /only text is supported/],
  ])('%s', async (path, body, reason) => {
    await using service = await lendService();

    const answer = await post(service, path, body);

    const { error } = (await answer.json()) as { error: { message: string } };
    expect(answer.status).toBe(400);
    expect(error.message).toMatch(reason);
    expect(error.message).toEndWith('leave it out, or describe it in a text.');
    expect(service.upstream.requests).toHaveLength(0);
  });
});
