/**
 * Services for tests that look at nothing but their own account and at what the engine was asked: a test takes one that an
 * earlier test of the file has given back, with a new account and key. A start takes 0.1 s of processor time.
 */
import { afterAll } from 'bun:test';
import { currentDatabase } from './databases.ts';
import { type ServiceOptions, startService, type TestService } from './service.ts';

type Lend = (
  options?: Pick<ServiceOptions, 'creditNanos'> & { readonly catalogue?: 'A' | 'B' },
) => Promise<TestService>;

/** To be called where a file begins. */
export function lendServices(): Lend {
  const made: TestService[] = [];
  const idle = new Map<string, TestService[]>();
  afterAll(async () => {
    for (const service of made) await service.stop();
  });
  return async ({ catalogue = 'A', creditNanos } = {}) => {
    const kind = `${catalogue} on ${currentDatabase()}`;
    const ofKind = idle.get(kind) ?? [];
    idle.set(kind, ofKind);
    const service = ofKind.pop() ?? (await startService({ catalogue }));
    if (!made.includes(service)) made.push(service);
    return lent(service, { creditNanos, giveBack: () => void ofKind.push(service) });
  };
}

type Loan = { readonly creditNanos: bigint | undefined; readonly giveBack: () => void };

async function lent(service: TestService, { creditNanos, giveBack }: Loan): Promise<TestService> {
  const accountId = await service.newAccount(creditNanos);
  const { id: keyId, secret: key } = await service.newKey({ accountId });
  const linesBefore = service.log.length;
  const log = () => service.log.slice(linesBefore);

  /** One with requests still running, or with something to complain about, is not used again. */
  async function stop(): Promise<void> {
    const isQuiet = service.upstream.requests.every(({ ending }) => ending === 'done');
    if (!isQuiet || log().some(({ level }) => level !== 'info')) return service.stop();
    service.upstream.restart();
    giveBack();
  }
  return {
    ...service,
    accountId,
    keyId,
    key,
    get log() {
      return log();
    },
    client: ({ maxRetries = 0, apiKey = key } = {}) => service.client({ maxRetries, apiKey }),
    newKey: (order = {}) => service.newKey({ accountId, ...order }),
    post: (body, init = {}) =>
      service.post(body, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } }),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
