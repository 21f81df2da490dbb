/** A picture that a tool has given is in the history of an agent for good: the model reads a note in its place. */
import { describe, expect, test } from 'bun:test';
import { lendServices } from '../support/lent-services.ts';
import { recordedRequests } from '../support/recorded-agents.ts';
import { answerText } from '../support/scripted-upstream.ts';

const lendService = lendServices();

const NOTE = '[image omitted: this model reads text only]';
/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DATA_URL = `data:image/png;base64,${PNG}`;
const imageUrl = { type: 'image_url', image_url: { url: DATA_URL, detail: 'auto' } };

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
type Asked = { readonly messages: readonly { readonly role: string; readonly content: string }[] };

const post = (service: Service, path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(new URL(path, service.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, authorization: `Bearer ${service.key}` },
    body: JSON.stringify(body),
  });

/** The request to the engine; the picture is nowhere in it. */
function askedWithoutPicture(service: Service): Asked['messages'] {
  const sent = service.upstream.requests.at(-1)!.body as Asked;
  expect(JSON.stringify(sent)).not.toContain(PNG);
  return sent.messages;
}

const RECORDED = ['claude-code', 'codex'].flatMap(recordedRequests<object>);

describe('a picture in the result of a tool becomes a note', () => {
  test.each(RECORDED)('$agent with $turn', async ({ path, headers, body }) => {
    await using service = await lendService();
    service.upstream.play(answerText('Pixel.'));

    const answer = await post(service, path, body, headers);

    expect(JSON.stringify(body)).toContain(PNG);
    expect(await answer.text()).toContain('Pixel.');
    expect(answer.status).toBe(200);
    const results = askedWithoutPicture(service).filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([{ content: NOTE }]);
  });

  test('chat completions', async () => {
    await using service = await lendService();
    service.upstream.play(answerText('Pixel.'));

    const answer = await post(service, '/v1/chat/completions', CHAT);

    expect(await answer.text()).toContain('Pixel.');
    expect(answer.status).toBe(200);
    expect(askedWithoutPicture(service).at(-1)).toMatchObject({ role: 'tool', content: `shot.png:\n${NOTE}` });
  });
});

describe('a picture in a message of the user is refused, and the refusal says what to do', () => {
  const claudeImage = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };

  test.each<[string, object, string]>([
    [
      '/v1/messages',
      { model: 'svc-glacier', max_tokens: 200, messages: [{ role: 'user', content: [claudeImage] }] },
      'messages[0].content[0]',
    ],
    [
      '/v1/responses',
      { model: 'svc-glacier', input: [{ role: 'user', content: [{ type: 'input_image', image_url: DATA_URL }] }] },
      'input[0].content[0]',
    ],
    ['/v1/chat/completions', { ...CHAT, messages: [{ role: 'user', content: [imageUrl] }] }, 'messages[0].content[0]'],
  ])('%s', async (path, body, param) => {
    await using service = await lendService();

    const answer = await post(service, path, body);

    const { error } = (await answer.json()) as { error: { message: string } };
    expect(answer.status).toBe(400);
    expect(error.message).toBe(
      `${param} is a picture, which svc-glacier does not read; no model of this service does. You can also leave it out, or describe it in a text.`,
    );
    expect(service.upstream.requests).toHaveLength(0);
  });
});
