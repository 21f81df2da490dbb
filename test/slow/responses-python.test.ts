/** The official Python client against /v1/responses: its types are checked more strictly than those of JavaScript. */
import { expect, test } from 'bun:test';
import { pythonWith } from '../support/python-package.ts';
import { answerText, answerToolCalls, firstEvents, inTurn, reset } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

const LONG_MS = 600_000;
const python = pythonWith('openai');
if (!python) console.log('LEFT OUT: the Python package openai is not installed, and cannot be fetched.');

const PROGRAM = `
import json
from openai import OpenAI, APIError, BadRequestError
from openai.types.responses import Response

client = OpenAI(max_retries=0)
seen = {}
first = client.responses.create(model="svc-glacier", input="Where?", instructions="Be terse.")
Response.model_validate(first.model_dump())
seen["whole"] = [first.output_text, first.status, first.usage.total_tokens]

with client.responses.stream(model="svc-glacier", input="And?", previous_response_id=first.id) as stream:
    kinds = [event.type for event in stream]
    seen["streamed"] = [kinds[0], kinds[-1], stream.get_final_response().output_text]

tools = [{"type": "function", "name": "weather", "parameters": {"type": "object", "properties": {}}, "strict": False}]
called = client.responses.create(model="svc-glacier", input="Weather?", tools=tools)
call = called.output[0]
told = client.responses.create(
    model="svc-glacier",
    previous_response_id=called.id,
    input=[{"type": "function_call_output", "call_id": call.call_id, "output": "rain"}],
    tools=tools,
)
seen["tools"] = [call.type, call.name, told.output_text]

read = client.responses.retrieve(first.id)
items = client.responses.input_items.list(first.id)
client.responses.delete(first.id)
seen["kept"] = [read.output_text, items.data[0].content[0].text]

try:
    client.responses.create(model="svc-glacier", input="Hi", tools=[{"type": "web_search"}], tool_choice="required")
except BadRequestError as error:
    seen["refused"] = [error.status_code, error.param]

try:
    for _ in client.responses.create(model="svc-glacier", input="Break", stream=True):
        pass
except APIError as error:
    seen["broken"] = error.message
print(json.dumps(seen))
`;

test.skipIf(!python)(
  'the Python client reads, streams, calls, refers back, deletes, and throws where it should',
  async () => {
    await using service = await startService();
    service.upstream.play(
      inTurn(
        answerText('Brno.'),
        answerText('Yes.'),
        answerToolCalls([{ id: 'call_1', name: 'weather', arguments: {} }]),
        answerText('It rains.'),
        [firstEvents(2, answerText('one two three four')), reset()],
      ),
    );

    const child = Bun.spawn(['python3', '-c', PROGRAM], {
      env: { PATH: process.env.PATH ?? '', ...python, OPENAI_BASE_URL: service.url, OPENAI_API_KEY: service.key },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, noise, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);

    expect(noise).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      whole: ['Brno.', 'completed', 10],
      streamed: ['response.created', 'response.completed', 'Yes.'],
      tools: ['function_call', 'weather', 'It rains.'],
      kept: ['Brno.', 'Where?'],
      refused: [400, 'tool_choice'],
      broken: expect.stringContaining('stopped before its answer was complete'),
    });
  },
  LONG_MS,
);
