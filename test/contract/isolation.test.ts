import { expect, test } from 'bun:test';
import { Agent, request } from 'node:http';
import { echo } from '../support/scripted-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const REQUESTS = 2000;
const CONCURRENT = 50;

test('every caller gets the answer to their own question: 2,000 requests, 50 at once, on kept sockets', async () => {
  await using service = await startService({ env: { BOREAL_LIMITS_REQUESTS_PER_MINUTE: String(REQUESTS) } });
  service.upstream.play(echo());
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT });
  const wrong: string[] = [];
  const ids = new Set<string>();
  let next = 0;
  let onKeptSocket = 0;

  const caller = async (): Promise<void> => {
    while (next < REQUESTS) {
      const n = next++;
      const nonce = `${n} ${crypto.randomUUID()} ${'žluť '.repeat(n % 40)}end`;
      const { text, isKept } = await ask(service, agent, { nonce, stream: n % 2 === 1 });
      const heard = n % 2 === 1 ? ofStream(text) : ofJson(text);
      if (heard.content !== nonce) wrong.push(`${n}: ${text.slice(0, 300)}`);
      ids.add(heard.id);
      if (isKept) onKeptSocket++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, caller));
  agent.destroy();

  expect(wrong).toEqual([]);
  expect(ids.size).toBe(REQUESTS);
  expect(onKeptSocket).toBe(REQUESTS - CONCURRENT);
  const upstreamSockets = new Set(service.upstream.requests.map((one) => one.connectionId));
  // A stream may be over for its caller a moment before the engine's connection is free again.
  expect(upstreamSockets.size).toBeLessThan(2 * CONCURRENT);
});

type Heard = { readonly id: string; readonly content: string };

function ask(
  service: TestService,
  agent: Agent,
  { nonce, stream }: { readonly nonce: string; readonly stream: boolean },
): Promise<{ readonly text: string; readonly isKept: boolean }> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: nonce }], stream });
  const headers = {
    authorization: `Bearer ${service.key}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}/chat/completions`, { method: 'POST', agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ text: Buffer.concat(pieces).toString(), isKept: sent.reusedSocket }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function ofJson(text: string): Heard {
  const { id, choices } = JSON.parse(text);
  return { id, content: choices[0].message.content };
}

function ofStream(text: string): Heard {
  const events = text.split('\n\n').slice(0, -1);
  expect(events.pop()).toBe('data: [DONE]');
  const chunks = events.map((event) => JSON.parse(event.slice('data: '.length)));
  const [id, ...others] = new Set<string>(chunks.map((chunk) => chunk.id));
  expect(others).toEqual([]);
  return { id: id!, content: chunks.map((chunk) => chunk.choices[0].delta.content ?? '').join('') };
}
