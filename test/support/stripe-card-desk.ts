/**
 * The part of Stripe's stand-in that keeps cards: pages on which one is saved, payments while its owner is away,
 * customers that are deleted. Shapes and refusals are those of Stripe's documents.
 */

type Sent = Readonly<Record<string, string>>;

/** The bank's way with charges of a card. `silent`: it is charged, and the answer is cut off. `hang`: it never comes. */
type BankAnswer =
  | 'approve'
  | 'processing'
  | 'silent'
  | 'hang'
  | { readonly code: string; readonly declineCode?: string }
  /** Nothing happens at Stripe. */
  | { readonly status: number };

type StandInIntent = {
  readonly id: string;
  readonly amount: number;
  readonly customer: string;
  readonly order: string | undefined;
  status: string;
  readonly object: Record<string, unknown>;
};

export type CardDesk = {
  readonly customers: ReadonlySet<string>;
  readonly intents: readonly StandInIntent[];
  /** From now on. */
  answer(next: BankAnswer): void;
  /** The end of a payment that was `processing`. */
  finish(intent: StandInIntent, status: 'succeeded' | 'failed'): void;
  /** The time at Stripe. */
  setClock(nowMs: () => number): void;
};

type CardAnswer = Response | 'silent' | 'hang';

const CARD = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };

export function createCardDesk() {
  const customers = new Map<string, string>();
  const setups = new Map<string, object>();
  const intents: StandInIntent[] = [];
  let bank: BankAnswer = 'approve';
  let nowMs = () => Date.now();

  /** The customer presses "Save": a customer, a payment method and a setup intent are made. */
  function save(session: string, asked: Sent): void {
    if (setups.has(session)) return;
    const number = setups.size + 1;
    customers.set(`cus_${number}`, `pm_${number}`);
    setups.set(session, {
      status: 'complete',
      customer: `cus_${number}`,
      setup_intent: {
        id: `seti_${number}`,
        object: 'setup_intent',
        status: 'succeeded',
        usage: 'off_session',
        payment_method: { id: `pm_${number}`, object: 'payment_method', type: 'card', card: CARD },
      },
      ...aboutSession(session, asked),
    });
  }

  const aboutSession = (id: string, asked: Sent) => ({
    id,
    object: 'checkout.session',
    mode: asked.mode,
    client_reference_id: asked.client_reference_id ?? null,
    payment_status: 'no_payment_required',
    metadata: { purpose: asked['metadata[purpose]'], member: asked['metadata[member]'] },
    customer_email: asked.customer_email,
  });

  const sessionOf = (id: string, asked: Sent): object =>
    setups.get(id) ?? { ...aboutSession(id, asked), status: 'open', customer: null, setup_intent: null };

  function create(sent: Sent): CardAnswer {
    const { customer = '', payment_method: method = '' } = sent;
    if (!customers.has(customer)) return refusal(400, { code: 'resource_missing', param: 'customer' });
    if (customers.get(customer) !== method) return refusal(400, { code: 'resource_missing', param: 'payment_method' });
    if (sent.currency !== 'czk' || Number(sent.amount) < 1500) return refusal(400, { code: 'amount_too_small' });
    if (sent.confirm !== 'true' || sent.off_session !== 'true') return refusal(400, { code: 'parameter_missing' });
    if (typeof bank === 'object' && 'status' in bank) return refusal(bank.status, { code: 'broken' });
    const error = typeof bank === 'object' ? errorOf(bank, method) : null;
    const status = error ? 'requires_payment_method' : bank === 'processing' ? 'processing' : 'succeeded';
    const intent = add(sent, status, error);
    if (bank === 'silent' || bank === 'hang') return bank;
    if (!error) return Response.json(intent.object);
    return Response.json({ error: { ...error, payment_intent: intent.object } }, { status: 402 });
  }

  function add(sent: Sent, status: string, error: object | null): StandInIntent {
    const [id, amount] = [`pi_${intents.length + 1}`, Number(sent.amount)];
    const intent: StandInIntent = {
      ...{ id, amount, customer: sent.customer!, order: sent['metadata[order]'], status },
      object: {
        ...{ id, object: 'payment_intent', amount, currency: 'czk', customer: sent.customer, livemode: false },
        metadata: { order: sent['metadata[order]'], top_up: sent['metadata[top_up]'] },
        payment_method: error ? null : sent.payment_method,
        created: Math.floor(nowMs() / 1000),
        last_payment_error: error,
        status,
        amount_received: status === 'succeeded' ? amount : 0,
      },
    };
    intents.push(intent);
    return intent;
  }

  function move(intent: StandInIntent, status: string): Response {
    intent.status = status;
    Object.assign(intent.object, { status, amount_received: status === 'succeeded' ? intent.amount : 0 });
    return Response.json(intent.object);
  }

  function list(query: URLSearchParams): Response {
    const [customer, since] = [query.get('customer'), Number(query.get('created[gte]'))];
    const data = intents
      .filter((one) => one.customer === customer && (one.object.created as number) >= since)
      .map(({ object }) => object)
      .toReversed();
    return Response.json({ object: 'list', url: '/v1/payment_intents', data, has_more: false });
  }

  /** Undefined where the path is none of these. */
  function handle(request: Request, sent: Sent): CardAnswer | undefined {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/v1/payment_intents') return request.method === 'POST' ? create(sent) : list(searchParams);
    const [, cancelled] = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(pathname) ?? [];
    const intent = intents.find(({ id }) => id === cancelled);
    if (intent && ['succeeded', 'canceled'].includes(intent.status)) {
      return refusal(400, { code: 'payment_intent_unexpected_state' });
    }
    if (intent) return move(intent, 'canceled');
    const [, customer] = /^\/v1\/customers\/(\w+)$/.exec(pathname) ?? [];
    if (!customer || request.method !== 'DELETE') return undefined;
    if (!customers.delete(customer)) return refusal(404, { code: 'resource_missing' });
    return Response.json({ id: customer, object: 'customer', deleted: true });
  }

  const desk: CardDesk = {
    get customers() {
      return new Set(customers.keys());
    },
    intents,
    answer: (next) => {
      bank = next;
    },
    finish: (intent, status) => {
      const error = status === 'failed' ? errorOf({ code: 'card_declined' }, 'pm') : null;
      intent.object.last_payment_error = error;
      move(intent, error ? 'requires_payment_method' : 'succeeded');
    },
    setClock: (next) => {
      nowMs = next;
    },
  };
  return { desk, save, sessionOf, handle };
}

const errorOf = ({ code, declineCode }: { readonly code: string; readonly declineCode?: string }, method: string) => ({
  type: 'card_error',
  code,
  ...(declineCode && { decline_code: declineCode }),
  message: 'Your card was declined.',
  doc_url: `https://stripe.com/docs/error-codes/${code}`,
  charge: 'ch_1',
  payment_method: { id: method, object: 'payment_method', type: 'card', card: CARD },
});

const refusal = (status: number, error: object): Response =>
  Response.json(
    { error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message: 'No.', ...error } },
    { status },
  );

/** The problem for which Stripe itself would refuse a page that saves a card. */
export function cardPageProblem(sent: Sent): string | undefined {
  if (!sent.currency && !sent['allowed_payment_method_types[0]']) return 'currency';
  if (Object.keys(sent).some((name) => name.startsWith('line_items') || name.startsWith('payment_intent_data'))) {
    return 'parameter_unknown';
  }
  return sent.customer_creation === 'always' ? undefined : 'customer_creation';
}

type Kept = { readonly print: string; readonly status: number; readonly body: string };

/** The second call with a key gets the first one's answer, whatever that was, and is refused if it asks for another thing. */
export function createIdempotency() {
  const kept = new Map<string, Kept>();
  return {
    find: (key: string, print: string): Response | undefined => {
      const known = kept.get(key);
      if (!known) return undefined;
      if (known.print !== print) {
        return Response.json(
          { error: { type: 'idempotency_error', message: 'Keys are for one call.' } },
          { status: 400 },
        );
      }
      return new Response(known.body, {
        status: known.status,
        headers: { 'content-type': 'application/json', 'idempotent-replayed': 'true' },
      });
    },
    keep: async (key: string, print: string, response: Response): Promise<Response> => {
      kept.set(key, { print, status: response.status, body: await response.clone().text() });
      return response;
    },
  };
}
