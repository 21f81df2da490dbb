/** Programs that visitors copy, with the real address in them. */
import { baseAddress, type FrontFacts } from './site.ts';

/** The first request, in three lines. */
export const curlExample = (facts: FrontFacts, question: string, keyVariable: string): string =>
  `curl ${baseAddress(facts)}/chat/completions \\
  -H "Authorization: Bearer $${keyVariable}" \\
  --json '${JSON.stringify({ messages: [{ role: 'user', content: question }] })}'`;

export function pythonExample(facts: FrontFacts, question: string): string {
  return `# pip install openai
from openai import OpenAI

client = OpenAI(base_url="${baseAddress(facts)}", api_key="sk-…")
answer = client.chat.completions.create(
    model="${exampleModel(facts)}",
    messages=[{"role": "user", "content": "${question}"}],
)
print(answer.choices[0].message.content)`;
}

export function typescriptExample(facts: FrontFacts, question: string): string {
  return `// npm install openai
import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${baseAddress(facts)}', apiKey: 'sk-…' });
const answer = await client.chat.completions.create({
  model: '${exampleModel(facts)}',
  messages: [{ role: 'user', content: '${question}' }],
});
console.log(answer.choices[0]?.message.content);`;
}

/** A service that has no models yet is shown with a name to be replaced. */
const exampleModel = ({ defaultModel }: FrontFacts): string => defaultModel || 'MODEL';
