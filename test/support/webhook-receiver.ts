/** A receiver of customers' webhooks: a real HTTP server that keeps what came and checks it as the standard says. */
import { createHmac } from 'node:crypto';

export type WebhookCall = { readonly body: string; readonly headers: Headers };

export function startReceiver() {
  const calls: WebhookCall[] = [];
  let answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      calls.push({ body: await request.text(), headers: request.headers });
      return answer();
    },
  });
  return {
    calls,
    url: `http://127.0.0.1:${server.port}/hook`,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
}

/** The signature, as the specification of Standard Webhooks has it. */
export function signatureOf({ body, headers }: WebhookCall, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
