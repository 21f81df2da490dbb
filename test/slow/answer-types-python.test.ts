/** Every object and event with the fields of tiers, several answers, schemas, caches and batches, held against the types of the official Python clients. */
import { expect, test } from 'bun:test';
import { pythonWith } from '../support/python-package.ts';
import { answerText } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';

const LONG_MS = 600_000;
const openai = pythonWith('openai');
const anthropic = pythonWith('anthropic');
if (!openai) console.log('LEFT OUT: the Python package openai is not installed, and cannot be fetched.');
if (!anthropic) console.log('LEFT OUT: the Python package anthropic is not installed, and cannot be fetched.');

const POET = {
  ...{ engine: 'main', maxOutputTokens: 500, price: { input: '3', output: '7', cacheWrite5m: '4', cacheWrite1h: '6' } },
  tiers: { flex: 50, priority: 200, batch: 50 },
};
const ENV = { BOREAL_MODELS: JSON.stringify({ poet: POET }), BOREAL_LIMITS_REQUESTS_PER_MINUTE: '1000000' };
const USAGE = {
  ...{ prompt_tokens: 40, completion_tokens: 5 },
  prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 20 },
  completion_tokens_details: { reasoning_tokens: 1, accepted_prediction_tokens: 2, rejected_prediction_tokens: 1 },
};

const WITH_OPENAI = `
import io, json, time
from openai import OpenAI
from openai.types import Batch, FileObject, Model
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response

client = OpenAI(max_retries=0)
hello = [{"role": "user", "content": "Say it as JSON, please, with all that belongs to it."}]
schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}
form = {"type": "json_schema", "json_schema": {"name": "a", "strict": True, "schema": schema}}
asked = [
    {},
    {"service_tier": "flex"},
    {"service_tier": "priority", "n": 3},
    {"n": 2, "response_format": form, "logprobs": True},
    {"prediction": {"type": "content", "content": "x"}, "metadata": {"a": "b"}, "user": "u"},
]
seen = {"whole": 0, "chunks": 0, "responses": 0, "tiers": []}
for more in asked:
    raw = client.chat.completions.with_raw_response.create(model="poet", messages=hello, **more)
    answer = ChatCompletion.model_validate(json.loads(raw.text))
    assert len(answer.choices) == more.get("n", 1)
    seen["tiers"].append(answer.service_tier)
    seen["whole"] += 1
    with client.chat.completions.with_streaming_response.create(
        model="poet", messages=hello, stream=True, stream_options={"include_usage": True}, **more
    ) as raw:
        for line in raw.iter_lines():
            if line.startswith("data: {"):
                ChatCompletionChunk.model_validate(json.loads(line[6:]))
                seen["chunks"] += 1

for more in [{}, {"service_tier": "flex"}, {"text": {"format": {"type": "json_schema", "name": "a", "strict": True, "schema": schema}}}]:
    raw = client.responses.with_raw_response.create(model="poet", input="Say it.", **more)
    Response.model_validate(json.loads(raw.text))
    for event in client.responses.create(model="poet", input="Say it.", stream=True, **more):
        type(event).model_validate(event.model_dump(by_alias=True))
        seen["responses"] += 1

for model in json.loads(client.models.with_raw_response.list().text)["data"]:
    Model.model_validate(model)

line = {"custom_id": "1", "method": "POST", "url": "/v1/chat/completions", "body": {"model": "poet", "messages": hello}}
file = io.BytesIO(json.dumps(line).encode())
raw = client.files.with_raw_response.create(file=("lines.jsonl", file), purpose="batch")
made = FileObject.model_validate(json.loads(raw.text))
about = {"input_file_id": made.id, "endpoint": "/v1/chat/completions", "completion_window": "24h"}
batch = Batch.model_validate(json.loads(client.batches.with_raw_response.create(**about).text))
while batch.status not in ("completed", "failed", "expired", "cancelled"):
    time.sleep(0.05)
    batch = Batch.model_validate(json.loads(client.batches.with_raw_response.retrieve(batch.id).text))
seen["batch"] = batch.status
result = json.loads(client.files.content(batch.output_file_id).text)
ChatCompletion.model_validate(result["response"]["body"])
FileObject.model_validate(json.loads(client.files.with_raw_response.retrieve(batch.output_file_id).text))
for one in json.loads(client.batches.with_raw_response.list().text)["data"]:
    Batch.model_validate(one)
print(json.dumps(seen))
`;

const WITH_ANTHROPIC = `
import json, time
from anthropic import Anthropic
from anthropic.types import Message, RawMessageStreamEvent
from anthropic.types.messages import MessageBatch, MessageBatchIndividualResponse
from pydantic import TypeAdapter

client = Anthropic(max_retries=0)
asked = {"model": "poet", "max_tokens": 50, "messages": [{"role": "user", "content": [
    {"type": "text", "text": "Say it.", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]}]}
events = TypeAdapter(RawMessageStreamEvent)
seen = {"tiers": [], "events": 0}
for more in [{}, {"service_tier": "auto"}, {"service_tier": "standard_only"}]:
    message = Message.model_validate(json.loads(client.messages.with_raw_response.create(**asked, **more).text()))
    seen["tiers"].append(message.usage.service_tier)
    with client.messages.with_streaming_response.create(**asked, **more, stream=True) as raw:
        for line in raw.iter_lines():
            if line.startswith("data: "):
                data = json.loads(line[6:])
                if data["type"] != "ping":
                    events.validate_python(data)
                    seen["events"] += 1

batch = MessageBatch.model_validate(json.loads(client.messages.batches.with_raw_response.create(
    requests=[{"custom_id": "1", "params": asked}]).text()))
while batch.processing_status != "ended":
    time.sleep(0.05)
    batch = MessageBatch.model_validate(json.loads(client.messages.batches.with_raw_response.retrieve(batch.id).text()))
for result in client.messages.batches.results(batch.id):
    MessageBatchIndividualResponse.model_validate(result.model_dump())
    seen["batch"] = [result.result.type, result.result.message.usage.service_tier]
print(json.dumps(seen))
`;

type Variables = Readonly<Record<string, string>>;

async function run(program: string, env: Variables) {
  const child = Bun.spawn(['python3', '-c', program], {
    env: { ...process.env, ...env },
    ...({ stdout: 'pipe', stderr: 'pipe' } as const),
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

test.skipIf(!openai)(
  "OpenAI's types take every object and event",
  async () => {
    await using service = await startService({ env: ENV, engine: { supports: ['prediction'] } });
    service.upstream.play(answerText('{"a":1}', { usage: USAGE }));

    const seen = await run(WITH_OPENAI, { ...openai, OPENAI_BASE_URL: service.url, OPENAI_API_KEY: service.key });

    expect(seen).toMatchObject({ whole: 5, batch: 'completed', tiers: [null, 'flex', 'priority', null, null] });
    expect(seen.chunks).toBeGreaterThan(20);
    expect(seen.responses).toBeGreaterThan(20);
  },
  LONG_MS,
);

test.skipIf(!anthropic)(
  "Anthropic's types take every object and event",
  async () => {
    await using service = await startService({ env: ENV });
    service.upstream.play(answerText('Hello.', { usage: USAGE }));
    const base = service.url.replace(/\/v1$/, '');

    const seen = await run(WITH_ANTHROPIC, { ...anthropic, ANTHROPIC_BASE_URL: base, ANTHROPIC_API_KEY: service.key });

    expect(seen).toMatchObject({ tiers: ['standard', 'standard', 'standard'], batch: ['succeeded', 'batch'] });
    expect(seen.events).toBeGreaterThan(12);
  },
  LONG_MS,
);
