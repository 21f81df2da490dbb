/** One answer, one streamed answer, and what the first cost. Needs: npm install ai @ai-sdk/openai-compatible. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';

const baseURL = process.env.BOREAL_BASE_URL ?? '';
const apiKey = process.env.BOREAL_API_KEY ?? '';
const boreal = createOpenAICompatible({ name: 'boreal', baseURL, apiKey, includeUsage: true });
const model = boreal(process.env.BOREAL_MODEL ?? 'svc-glacier');

const answer = await generateText({
  model,
  prompt: 'What is the capital of Czechia?',
  // A retry of the library is never paid twice.
  headers: { 'Idempotency-Key': crypto.randomUUID() },
});
// The library does not pass the cost on; the receipt has it.
const receipt = await fetch(`${baseURL}/receipts/${answer.response.id}`, {
  headers: { authorization: `Bearer ${apiKey}` },
});
const { cost_czk } = (await receipt.json()) as { readonly cost_czk: string };
console.log(answer.text);
console.log(`It cost ${cost_czk} CZK.`);

const { textStream } = streamText({ model, prompt: 'And of Slovakia?' });
for await (const piece of textStream) process.stdout.write(piece);
process.stdout.write('\n');
