/** One answer, one streamed answer, and what the first cost. Needs: npm install @langchain/openai @langchain/core. */
import { ChatOpenAI } from '@langchain/openai';

const baseURL = process.env.BOREAL_BASE_URL ?? '';
const apiKey = process.env.BOREAL_API_KEY ?? '';
const chat = new ChatOpenAI({
  model: process.env.BOREAL_MODEL ?? 'svc-glacier',
  apiKey,
  configuration: { baseURL },
});

const answer = await chat.invoke('What is the capital of Czechia?');
// The library does not pass the cost on; the receipt has it.
const receipt = await fetch(`${baseURL}/receipts/${answer.id}`, { headers: { authorization: `Bearer ${apiKey}` } });
const { cost_czk } = (await receipt.json()) as { readonly cost_czk: string };
console.log(answer.text);
console.log(`It cost ${cost_czk} CZK.`);

for await (const piece of await chat.stream('And of Slovakia?')) process.stdout.write(piece.text);
process.stdout.write('\n');
