/** The official Python client against /v1/messages: its types are checked more strictly than those of JavaScript. */
import { expect, test } from 'bun:test';
import { pythonWith } from '../support/python-package.ts';
import {
  answerReasoning,
  answerText,
  answerToolCalls,
  firstEvents,
  inTurn,
  reset,
} from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

const LONG_MS = 600_000;
const python = pythonWith('anthropic');
if (!python) console.log('LEFT OUT: the Python package anthropic is not installed, and cannot be fetched.');

const PROGRAM = `
import json
from anthropic import Anthropic, APIStatusError, BadRequestError, NotFoundError
from anthropic.types import Message

client = Anthropic(max_retries=0)
hello = [{"role": "user", "content": "Hello"}]
about = {"model": "svc-glacier", "max_tokens": 100}
seen = {}

first = client.messages.create(**about, messages=hello)
Message.model_validate(first.model_dump())
seen["whole"] = [first.content[0].text, first.stop_reason, first.usage.input_tokens, first.usage.output_tokens]

with client.messages.stream(**about, messages=hello) as stream:
    text = "".join(stream.text_stream)
    final = stream.get_final_message()
seen["streamed"] = [text, final.content[0].text, final.usage.input_tokens, final.usage.output_tokens]

tools = [{"name": "weather", "input_schema": {"type": "object", "properties": {}}}]
called = client.messages.create(**about, messages=hello, tools=tools)
use = called.content[0]
told = client.messages.create(**about, tools=tools, messages=[
    *hello,
    {"role": "assistant", "content": called.content},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": use.id, "content": "rain"}]},
])
seen["tools"] = [called.stop_reason, use.name, use.input, told.content[0].text]

thought = client.messages.create(model="svc-polaris", max_tokens=2000, messages=hello,
    thinking={"type": "enabled", "budget_tokens": 1024})
seen["thinking"] = [block.type for block in thought.content]

seen["counted"] = client.messages.count_tokens(model="svc-glacier", messages=hello).input_tokens > 5

try:
    client.messages.create(**about, messages=[])
except BadRequestError as error:
    seen["refused"] = [error.status_code, error.body["error"]["type"]]
try:
    client.messages.create(model="none", max_tokens=1, messages=hello)
except NotFoundError as error:
    seen["missing"] = error.status_code
try:
    with client.messages.stream(**about, messages=hello) as stream:
        for _ in stream:
            pass
except APIStatusError as error:
    seen["broken"] = error.body["error"]["type"]
print(json.dumps(seen))
`;

test.skipIf(!python)(
  'the Python client reads, streams, calls, thinks, counts, and throws where it should',
  async () => {
    await using service = await startService();
    service.upstream.play(
      inTurn(
        answerText('Hello there.'),
        answerText('And again.'),
        answerToolCalls([{ name: 'weather', arguments: { town: 'Brno' } }]),
        answerText('It rains.'),
        answerReasoning({ reasoning: 'Hm.', content: 'Yes.', style: 'reasoning_content' }),
        [firstEvents(2, answerText('one two three four')), reset()],
      ),
    );
    const child = Bun.spawn(['python3', '-c', PROGRAM], {
      env: {
        ...{ PATH: process.env.PATH ?? '', PYTHONDONTWRITEBYTECODE: '1', ...python },
        ...{ ANTHROPIC_BASE_URL: service.url.replace(/\/v1$/, ''), ANTHROPIC_API_KEY: service.key },
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [said, noise] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);

    expect(noise).toBe('');
    expect(JSON.parse(said)).toEqual({
      whole: ['Hello there.', 'end_turn', 9, 1],
      streamed: ['And again.', 'And again.', 9, 1],
      tools: ['tool_use', 'weather', { town: 'Brno' }, 'It rains.'],
      thinking: ['thinking', 'text'],
      counted: true,
      refused: [400, 'invalid_request_error'],
      missing: 404,
      broken: 'api_error',
    });
  },
  LONG_MS,
);
