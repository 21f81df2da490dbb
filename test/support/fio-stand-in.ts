/** Stands in for Fio's API: movements of whole days as JSON for the right token, and the refusals that Fio documents. */
import { BANK_FILE_WRITERS, type BankMovement } from './bank-files.ts';

export const FIO_TOKEN = 'aGEMtmwcsWHMSqcHwmzrQBmfXjnpwQrP';

type FioStandIn = AsyncDisposable & {
  readonly url: string;
  /** The days that were asked for, as `from/to`. */
  readonly asked: readonly string[];
  movements: readonly BankMovement[];
  /** Answers with this status from now on; undefined mends it. */
  brokenWith: number | undefined;
};

export function startFio(): FioStandIn {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const [, token, from = '', to = ''] =
        /^\/v1\/rest\/periods\/(\w+)\/([\d-]+)\/([\d-]+)\/transactions\.json$/.exec(new URL(request.url).pathname) ??
        [];
      if (token !== FIO_TOKEN) return new Response('<error>token</error>', { status: token ? 500 : 404 });
      asked.push(`${from}/${to}`);
      if (fio.brokenWith !== undefined) return new Response('broken', { status: fio.brokenWith });
      const within = fio.movements.filter(({ day }) => day >= from && day <= to);
      return new Response(BANK_FILE_WRITERS['fio-json'](within), { headers: { 'content-type': 'application/json' } });
    },
  });
  const fio: FioStandIn = {
    url: `http://127.0.0.1:${server.port}/v1/rest`,
    asked,
    movements: [],
    brokenWith: undefined,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return fio;
}
