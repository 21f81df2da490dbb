/**
 * Stands in for Stripe's API and its hosted page: it takes the calls that we make, refuses those that Stripe would
 * refuse, and signs messages with the library's own helper for tests.
 */
import Stripe from 'stripe';
import { type CardDesk, cardPageProblem, createCardDesk, createIdempotency } from './stripe-card-desk.ts';

export const STRIPE_KEY = 'sk_test_0123456789abcdef';
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef0123456789abcdef';

export type StandInSession = {
  readonly id: string;
  readonly url: string;
  /** Our request, as it was sent: `line_items[0][price_data][currency]` and so on. */
  readonly asked: Readonly<Record<string, string>>;
};

export type StripeStandIn = AsyncDisposable & {
  readonly url: string;
  readonly sessions: readonly StandInSession[];
  readonly cards: CardDesk;
  /** Every call as `METHOD /path`, with what was sent. */
  readonly calls: readonly { readonly call: string; readonly sent: Readonly<Record<string, string>> }[];
  /** Refunds that were sent, each once. */
  readonly refunds: readonly { readonly payment: string; readonly hellers: number }[];
  /** The events that Stripe lists; newest last. */
  readonly happened: object[];
  /** Answers every call with this status from now on; undefined mends it. */
  breakWith(status: number | undefined): void;
  /** The events after the customer presses "Pay" on the hosted page. */
  onPay(pay: (session: StandInSession) => Promise<void>): void;
};

/** When every subscription is charged again. */
export const PERIOD_END_S = 1_800_000_000;

export async function startStripe(): Promise<StripeStandIn> {
  const sessions: StandInSession[] = [];
  const byKey = new Map<string, StandInSession>();
  const happened: object[] = [];
  const { desk, save, sessionOf, handle } = createCardDesk();
  const idempotency = createIdempotency();
  const products = new Map<string, object>();
  const intervals = new Map<string, string>();
  const refunds = new Map<string, { readonly payment: string; readonly hellers: number }>();
  const calls: { call: string; sent: Readonly<Record<string, string>> }[] = [];
  let brokenWith: number | undefined;
  let pay: (session: StandInSession) => Promise<void> = async () => {};
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, origin } = new URL(request.url);
      if (pathname.startsWith('/pay/')) return hostedPage(request, pathname.slice('/pay/'.length));
      const sent = Object.fromEntries(new URLSearchParams(await request.text()));
      calls.push({ call: `${request.method} ${pathname}`, sent });
      if (brokenWith !== undefined) return refusal(brokenWith, 'broken');
      if (request.headers.get('authorization') !== `Bearer ${STRIPE_KEY}`) return refusal(401, 'invalid_api_key');
      const card = await cardCall(request, sent);
      if (card) return card;
      if (pathname === '/v1/checkout/sessions') return newSession(request, sent, origin);
      if (pathname === '/v1/refunds') return refund(request, sent);
      if (pathname === '/v1/events') return events(new URL(request.url).searchParams);
      if (pathname === '/v1/products' && sent.name) {
        const product = { id: `prod_${products.size + 1}`, object: 'product', name: sent.name };
        products.set(product.id, product);
        return Response.json(product);
      }
      const [, id] = /^\/v1\/subscriptions\/(\w+)$/.exec(pathname) ?? [];
      if (id === 'sub_gone' || pathname.startsWith('/v1/checkout/sessions/')) return refusal(404, 'resource_missing');
      return id ? subscription(id, sent) : refusal(404, 'unknown_path');
    },
  });

  /** Stripe has kept a payment whose answer is lost: the next call with the key gets it. */
  async function cardCall(request: Request, sent: Readonly<Record<string, string>>): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const asked = sessions.find(({ id }) => pathname === `/v1/checkout/sessions/${id}`);
    if (asked) return Response.json(sessionOf(asked.id, asked.asked));
    const key = request.method === 'POST' ? request.headers.get('idempotency-key') : null;
    const print = `${pathname} ${JSON.stringify(sent)}`;
    const known = key === null ? undefined : idempotency.find(key, print);
    if (known) return known;
    const answer = handle(request, sent);
    if (answer === 'silent' || answer === 'hang') {
      if (key !== null) await idempotency.keep(key, print, Response.json(desk.intents.at(-1)!.object));
      return answer === 'hang' ? new Promise<never>(() => {}) : cutOff();
    }
    return answer && key !== null ? idempotency.keep(key, print, answer) : answer;
  }

  /** The newest first, a page at a time, only of the types that were asked for. */
  function events(query: URLSearchParams): Response {
    const types = [...query].filter(([name]) => name.startsWith('types')).map(([, type]) => type);
    const since = Number(query.get('created[gte]'));
    const all = (happened as { id: string; type: string; created: number }[])
      .filter(({ type, created }) => types.includes(type) && created >= since)
      .toReversed();
    const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const data = all.slice(from, from + Number(query.get('limit')));
    return Response.json({ object: 'list', url: '/v1/events', data, has_more: from + data.length < all.length });
  }

  function refund(request: Request, sent: Readonly<Record<string, string>>): Response {
    const key = request.headers.get('idempotency-key') ?? crypto.randomUUID();
    const { payment_intent: payment = '', amount = '' } = sent;
    if (!payment.startsWith('pi_') || !/^[1-9]\d*$/.test(amount)) return refusal(400, 'parameter_invalid');
    if (!refunds.has(key)) refunds.set(key, { payment, hellers: Number(amount) });
    return Response.json({ id: `re_${refunds.size}`, object: 'refund', status: 'succeeded' });
  }

  /** A new price wants an item that is there and a product that is there; there is no way to make one with it. */
  function subscription(id: string, sent: Readonly<Record<string, string>>): Response {
    const item = `si_${id}`;
    const isPrice = Object.keys(sent).some((name) => name.startsWith('items'));
    if (isPrice && sent['items[0][id]'] !== item) return refusal(400, 'item');
    if (isPrice && !products.has(sent['items[0][price_data][product]'] ?? '')) return refusal(400, 'product');
    const interval = sent['items[0][price_data][recurring][interval]'] ?? intervals.get(id) ?? firstInterval(id);
    // Stripe would charge another interval at once.
    if (interval !== (intervals.get(id) ?? firstInterval(id)) && sent.trial_end !== String(PERIOD_END_S)) {
      return refusal(400, 'trial_end');
    }
    intervals.set(id, interval);
    const data = [{ id: item, current_period_end: PERIOD_END_S, price: { recurring: { interval } } }];
    return Response.json({ id, object: 'subscription', items: { object: 'list', data } });
  }

  /** That of the page on which it was bought: the n-th subscription is of the n-th page. */
  function firstInterval(id: string): string {
    const asked = sessions[Number(id.slice('sub_'.length)) - 1]?.asked ?? {};
    return asked['line_items[0][price_data][recurring][interval]'] ?? 'month';
  }

  function newSession(request: Request, sent: Readonly<Record<string, string>>, origin: string): Response {
    const problem = sent.mode === 'setup' ? cardPageProblem(sent) : problemOf(sent);
    if (problem) return refusal(400, problem);
    const key = request.headers.get('idempotency-key') ?? crypto.randomUUID();
    const id = `cs_test_${sessions.length + 1}`;
    const session = byKey.get(key) ?? { id, url: `${origin}/pay/${id}`, asked: sent };
    if (!byKey.has(key)) sessions.push(session);
    byKey.set(key, session);
    return Response.json({ id: session.id, object: 'checkout.session', url: session.url });
  }

  async function hostedPage(request: Request, id: string): Promise<Response> {
    const session = sessions.find((one) => one.id === id);
    if (!session) return new Response('no such session', { status: 404 });
    const isCard = session.asked.mode === 'setup';
    if (request.method === 'POST') {
      if (isCard) save(id, session.asked);
      await pay(session);
      return Response.redirect(session.asked.success_url!.replace('{CHECKOUT_SESSION_ID}', id), 303);
    }
    if (isCard) return cardPage(session);
    const amount = Number(session.asked['line_items[0][price_data][unit_amount]']) / 100;
    return new Response(
      `<!doctype html><html lang="en"><title>Checkout</title><main><h1>${amount.toFixed(2)} CZK</h1>
       <form method="post"><button>Pay</button></form><a href="${session.asked.cancel_url}">Back</a></main></html>`,
      { headers: { 'content-type': 'text/html' } },
    );
  }

  const cardPage = ({ asked }: StandInSession): Response =>
    new Response(
      `<!doctype html><html lang="en"><title>Checkout</title><main><h1>Save a card</h1>
       <form method="post"><button>Save</button></form><a href="${asked.cancel_url}">Back</a></main></html>`,
      { headers: { 'content-type': 'text/html' } },
    );

  return {
    cards: desk,
    url: `http://127.0.0.1:${server.port}`,
    sessions,
    calls,
    get refunds() {
      return [...refunds.values()];
    },
    happened,
    breakWith: (status) => {
      brokenWith = status;
    },
    onPay: (next) => {
      pay = next;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** The problem for which Stripe itself would refuse it. */
function problemOf(sent: Readonly<Record<string, string>>): string | undefined {
  const expiresInS = Number(sent.expires_at) - Date.now() / 1000;
  const amount = Number(sent['line_items[0][price_data][unit_amount]']);
  if (!['payment', 'subscription'].includes(sent.mode ?? '')) return 'mode';
  if (!/^https?:\/\//.test(sent.success_url ?? '') || !/^https?:\/\//.test(sent.cancel_url ?? '')) return 'url';
  if (sent['line_items[0][price_data][currency]'] !== 'czk') return 'currency';
  if (!Number.isInteger(amount) || amount < 1500) return 'amount_too_small';
  if (!sent['line_items[0][price_data][product_data][name]']) return 'product_data';
  const interval = sent['line_items[0][price_data][recurring][interval]'] ?? '';
  if (sent.mode === 'subscription' && !['month', 'year'].includes(interval)) return 'recurring';
  if (sent.mode === 'subscription' && Object.keys(sent).some((name) => name.startsWith('payment_intent_data'))) {
    return 'payment_intent_data';
  }
  // Tests may run at another time than today's; the span is what counts, so only a missing one is refused there.
  return Number.isFinite(expiresInS) ? undefined : 'expires_at';
}

const refusal = (status: number, code: string): Response =>
  Response.json({ error: { type: 'invalid_request_error', code, message: code } }, { status });

/** The caller cannot know what has happened: a body that is cut off. */
const cutOff = (): Response => new Response('{"id": "pi_', { headers: { 'content-type': 'application/json' } });

let library: Stripe | undefined;

/** A message and its header, signed as Stripe does. */
export async function signed(
  event: object,
  { atMs, secret = WEBHOOK_SECRET }: { readonly atMs: number; readonly secret?: string },
): Promise<{ readonly body: string; readonly signature: string }> {
  library ??= new Stripe(STRIPE_KEY);
  const body = JSON.stringify(event);
  const timestamp = Math.floor(atMs / 1000);
  const signature = await library.webhooks.generateTestHeaderStringAsync({ payload: body, secret, timestamp });
  return { body, signature };
}
