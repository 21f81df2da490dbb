/** Questions over a bare socket, for tests about how a client reads and how it leaves. */
import { RawClient } from './raw-client.ts';
import { type TestService, until } from './service.ts';

export function rawAsk(service: Pick<TestService, 'port' | 'key'>, question: object): RawClient {
  const client = new RawClient(service.port);
  sendQuestion(client, service, question);
  return client;
}

export function sendQuestion(client: RawClient, service: Pick<TestService, 'key'>, question: object): void {
  const text = JSON.stringify(question);
  client.send(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: boreal\r\nauthorization: Bearer ${service.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

/** The body of a chunked answer, without the framing. */
export function unchunked(answer: string): string {
  let rest = answer.slice(answer.indexOf('\r\n\r\n') + 4);
  let body = '';
  for (let size = Number.parseInt(rest, 16); size > 0; size = Number.parseInt(rest, 16)) {
    const start = rest.indexOf('\r\n') + 2;
    body += rest.slice(start, start + size);
    rest = rest.slice(start + size + 2);
  }
  return body;
}

/** Waits for the closing mark by looking only at what came last: a long answer is not put together for each piece. */
export function isDone(client: RawClient): Promise<void> {
  const tail = () => Buffer.concat(client.pieces.slice(-4)).toString('latin1');
  return until('the closing mark has come', () => tail().includes('data: [DONE]\n\n'));
}
