/** Two questions as one batch: sent as a file, answered within a day, read under their names. Needs: npm install openai. */
import { setTimeout as wait } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';

const client = new OpenAI({ baseURL: process.env.BOREAL_BASE_URL, apiKey: process.env.BOREAL_API_KEY });
const model = process.env.BOREAL_MODEL ?? 'svc-glacier';

const questions = { first: 'What is the capital of Czechia?', second: 'And of Slovakia?' };
const lines = Object.entries(questions).map(([custom_id, content]) =>
  JSON.stringify({
    custom_id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model, messages: [{ role: 'user', content }] },
  }),
);

const file = await client.files.create({
  file: await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl'),
  purpose: 'batch',
});
let batch = await client.batches.create({
  input_file_id: file.id,
  endpoint: '/v1/chat/completions',
  completion_window: '24h',
});
while (!['completed', 'failed', 'expired', 'cancelled'].includes(batch.status)) {
  await wait(1000);
  batch = await client.batches.retrieve(batch.id);
}

const answers = new Map<string, string>();
const results = await (await client.files.content(batch.output_file_id ?? '')).text();
for (const line of results.trimEnd().split('\n')) {
  const { custom_id, response } = JSON.parse(line);
  answers.set(custom_id, response.body.choices[0].message.content);
}
for (const name of Object.keys(questions)) console.log(answers.get(name));
const { cost_czk } = batch as OpenAI.Batch & { cost_czk: string };
console.log(`It cost ${cost_czk} CZK.`);
