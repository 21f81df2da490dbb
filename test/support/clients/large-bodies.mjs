/**
 * A refusal as real Node clients see it while they send a large body: the official one, and `fetch`. Reads its orders
 * as JSON from its argument and prints one line of JSON for each request.
 */
import OpenAI from 'openai';

const orders = JSON.parse(process.argv[2]);
for (const { baseUrl, key, megabytes } of orders) {
  const text = 'a'.repeat(megabytes * 1_000_000);
  print('openai', await askBySdk(baseUrl, key, text), megabytes);
  print('fetch', await askByFetch(baseUrl, key, text), megabytes);
}

async function askBySdk(baseURL, apiKey, content) {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
  try {
    await client.chat.completions.create({ model: 'svc-frost', messages: [{ role: 'user', content }] });
    return 200;
  } catch (error) {
    return error.status ?? String(error.cause?.cause?.code ?? error.message);
  }
}

async function askByFetch(baseUrl, key, content) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ messages: [{ role: 'user', content }] });
  try {
    const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body });
    const { error } = await response.json();
    return error.message ? response.status : 'a refusal without words';
  } catch (error) {
    return String(error.cause?.code ?? error.message);
  }
}

function print(client, saw, megabytes) {
  console.log(JSON.stringify({ client, megabytes, saw }));
}
