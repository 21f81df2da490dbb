/** Stands between a client and the service, passes everything on, and keeps what was asked and with what it was answered. */
import type { TestService } from './service.ts';

export type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly status: number;
};

type RecordingFront = Disposable & {
  /** Ends in /v1, as that of the service. */
  readonly url: string;
  readonly exchanges: readonly Exchange[];
};

export function startRecordingFront(service: TestService): RecordingFront {
  const exchanges: Exchange[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      const text = await request.text();
      const target = new URL(pathname + search, service.url);
      const answer = await fetch(target, { method, headers, signal, ...(text && { body: text }) });
      const body: unknown = text ? JSON.parse(text) : undefined;
      exchanges.push({ method, path: pathname + search, headers: headers.toJSON(), body, status: answer.status });
      return answer;
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    exchanges,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
