/** One answer, one streamed answer, and what the first cost. Needs: npm install openai. */
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.env.BOREAL_BASE_URL, apiKey: process.env.BOREAL_API_KEY });
const model = process.env.BOREAL_MODEL ?? 'svc-glacier';

const answer = await client.chat.completions.create(
  { model, messages: [{ role: 'user', content: 'What is the capital of Czechia?' }] },
  // A retry of the client is never paid twice.
  { headers: { 'Idempotency-Key': crypto.randomUUID() } },
);
const { cost_czk } = answer.usage as OpenAI.CompletionUsage & { cost_czk: string };
console.log(answer.choices[0]?.message.content);
console.log(`It cost ${cost_czk} CZK.`);

const stream = await client.chat.completions.create({
  model,
  messages: [{ role: 'user', content: 'And of Slovakia?' }],
  stream: true,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '');
process.stdout.write('\n');
