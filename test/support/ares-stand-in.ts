/** Stands in for the register of companies ARES: the shape of its answers, for one company. */
import { SELLER_SETTING } from './known-sellers.ts';

export function startAres(): AsyncDisposable & { readonly url: string; isDown: boolean } {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      if (standIn.isDown) return new Response('Bad gateway', { status: 502 });
      if (new URL(request.url).pathname !== `/rest/${SELLER_SETTING.companyId}`) {
        return Response.json({ kod: 'NENALEZENO', popis: 'Nenalezen aktivní subjekt' }, { status: 404 });
      }
      return Response.json({
        ...{ ico: SELLER_SETTING.companyId, dic: SELLER_SETTING.vatId, obchodniJmeno: SELLER_SETTING.name },
        sidlo: { nazevUlice: 'Dlouhá třída', cisloDomovni: 1, psc: 11_000, nazevObce: 'Praha 1' },
      });
    },
  });
  const standIn = {
    url: `http://127.0.0.1:${server.port}/rest`,
    isDown: false,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return standIn;
}
