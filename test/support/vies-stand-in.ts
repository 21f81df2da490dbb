/** Stands in for the REST API of VIES: the shape of its answers, for numbers that the test names. */

type ViesStandIn = AsyncDisposable & {
  readonly url: string;
  /** The questions, as they were sent. */
  readonly asked: readonly Readonly<Record<string, string>>[];
  /** How the next questions are answered. `down`: the register of the country does not answer; `broken`: nothing does. */
  answers: 'by-number' | 'down' | 'broken';
};

export function startVies(valid: Readonly<Record<string, string>>): ViesStandIn {
  const asked: Readonly<Record<string, string>>[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      if (new URL(request.url).pathname !== '/rest-api/check-vat-number' || request.method !== 'POST') {
        return new Response('no such path', { status: 404 });
      }
      const sent = (await request.json()) as Readonly<Record<string, string>>;
      asked.push(sent);
      if (standIn.answers === 'broken') return new Response('Bad gateway', { status: 502 });
      if (standIn.answers === 'down') {
        return Response.json({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] });
      }
      const name = valid[`${sent.countryCode}${sent.vatNumber}`];
      return Response.json({
        ...{ countryCode: sent.countryCode, vatNumber: sent.vatNumber, requestDate: '2026-11-18T05:00:00.000Z' },
        ...{ valid: name !== undefined, requestIdentifier: `WAPIAAA${asked.length}` },
        ...{ name: name ?? '---', address: '---', traderName: '---' },
      });
    },
  });
  const standIn: ViesStandIn = {
    url: `http://127.0.0.1:${server.port}/rest-api`,
    asked,
    answers: 'by-number',
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return standIn;
}
