/** One response, a streamed one that goes on from it, and what the first cost. Needs: npm install openai. */
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: process.env.BOREAL_BASE_URL, apiKey: process.env.BOREAL_API_KEY });
const model = process.env.BOREAL_MODEL ?? 'svc-glacier';

const first = await client.responses.create(
  { model, input: 'What is the capital of Czechia?' },
  // A retry of the client is never paid twice.
  { headers: { 'Idempotency-Key': crypto.randomUUID() } },
);
const { cost_czk } = first.usage as OpenAI.Responses.ResponseUsage & { cost_czk: string };
console.log(first.output_text);
console.log(`It cost ${cost_czk} CZK.`);

const stream = await client.responses.create({
  model,
  previous_response_id: first.id,
  input: 'And of Slovakia?',
  stream: true,
});
for await (const event of stream) {
  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);
}
process.stdout.write('\n');
