/** One message, one streamed message, and what the first cost. Needs: npm install @anthropic-ai/sdk. */
import Anthropic from '@anthropic-ai/sdk';

// This client adds /v1 itself.
const baseURL = process.env.BOREAL_BASE_URL?.replace(/\/v1$/, '');
const client = new Anthropic({ baseURL, apiKey: process.env.BOREAL_API_KEY });
const model = process.env.BOREAL_MODEL ?? 'svc-glacier';

const first = await client.messages.create(
  { model, max_tokens: 200, messages: [{ role: 'user', content: 'What is the capital of Czechia?' }] },
  // A retry of the client is never paid twice.
  { headers: { 'Idempotency-Key': crypto.randomUUID() } },
);
const { cost_czk } = first.usage as Anthropic.Usage & { cost_czk: string };
for (const block of first.content) if (block.type === 'text') console.log(block.text);
console.log(`It cost ${cost_czk} CZK.`);

const stream = client.messages.stream({
  model,
  max_tokens: 200,
  messages: [{ role: 'user', content: 'And of Slovakia?' }],
});
stream.on('text', (text) => process.stdout.write(text));
await stream.finalMessage();
process.stdout.write('\n');
