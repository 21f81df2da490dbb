/** Plain sums of a business, kept beside it: what each request should cost, and what all of it comes to. */

type Writes<Value> = { readonly cacheWrite5m?: Value; readonly cacheWrite1h?: Value };
type PerType<Value> = Readonly<Record<'input' | 'cachedInput' | 'output' | 'reasoning', Value>> & Writes<Value>;
export type Tokens = PerType<number>;
type Typed = PerType<bigint>;
type Written = PerType<string>;

type Dated<Said> = Said & { readonly fromMs: number };
type Window = {
  readonly window: string;
  readonly tokens: number;
  readonly tokensUsed: number;
  readonly resetsAtMs: number;
};

export type PlanWindows = { readonly windows: readonly Window[] };

type Terms = {
  readonly tokens: number;
  readonly models?: readonly string[];
  readonly weights?: Readonly<Record<string, PerType<number>>>;
  readonly windows?: Readonly<Record<string, number>>;
  /** How many periods there are, and what the first was sold for. */
  readonly months: number;
  readonly sold: bigint;
};

type Plan = { terms: Terms; left: bigint; period: number; endsAtMs: number; windows: Map<string, WindowUse> };
type WindowUse = { max: bigint; used: bigint; resetsAtMs: number };
type Account = { plan?: Plan; readonly requests: Request[]; readonly payments: { amount: bigint; atMs: number }[] };
type Request = {
  readonly atMs: number;
  readonly model: string;
  readonly engine: string;
  readonly cost: bigint;
  readonly bought: bigint;
  readonly planTokens: bigint;
  readonly period: number;
};
type GroupTerms = { readonly percent: number; readonly models: Readonly<Record<string, Partial<Written>>> };

const PRAGUE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Prague' });
const dayOf = (atMs: number): string => PRAGUE.format(atMs);

/** Nano-crowns, or billionths of another currency. */
export function czk(written: string): bigint {
  const [whole = '', decimals = ''] = written.replace('-', '').split('.');
  const amount = BigInt(whole + decimals.padEnd(9, '0'));
  return written.startsWith('-') ? -amount : amount;
}

const typed = (written: Written, divided = 1n): Typed => eachOf(written, (amount) => czk(amount) / divided);

/** Of the types that are there. */
function eachOf<Value>(types: PerType<Value>, make: (value: Value, type: keyof Tokens) => bigint): Typed {
  const made = Object.entries(types).map(([type, value]) => [type, make(value as Value, type as keyof Tokens)]);
  return Object.fromEntries(made) as Typed;
}

/** What is written into a cache is input, where nothing else is said of it. */
const ofType = <Value>(types: PerType<Value>, type: keyof Tokens): Value => types[type] ?? types.input;

const heldAt = <Said>(said: readonly Dated<Said>[], atMs: number): Dated<Said> | undefined =>
  said.filter(({ fromMs }) => fromMs <= atMs).at(-1);

type AskedRequest = {
  readonly model: string;
  readonly engine: string;
  readonly tokens: Tokens;
  readonly atMs: number;
  /** Of its tier. */
  readonly percent?: number | undefined;
};

function atTier(price: Typed, percent: number): Typed {
  const part = (amount: bigint): bigint => {
    const hundredths = amount * BigInt(percent);
    return hundredths / 100n + (hundredths % 100n >= 50n ? 1n : 0n);
  };
  return eachOf(price, part);
}

export class PlainSums {
  readonly #lists = new Map<string, Dated<{ price: Typed }>[]>();
  readonly #buying = new Map<string, Dated<{ currency: string; price: Typed }>[]>();
  readonly #rates: Dated<{ rate: bigint }>[] = [];
  readonly #groups = new Map<string, Dated<{ terms: GroupTerms }>[]>();
  readonly #members = new Map<string, Dated<{ group: string | null }>[]>();
  readonly #accounts = new Map<string, Account>();

  listed(model: string, price: Written, fromMs: number): void {
    push(this.#lists, model, { price: typed(price, 1_000_000n), fromMs });
  }

  bought(engine: string, currency: string, price: Written, fromMs: number): void {
    push(this.#buying, engine, { currency, price: typed(price), fromMs });
  }

  rated(_currency: 'EUR', rate: string, fromMs: number): void {
    this.#rates.push({ rate: czk(rate), fromMs });
  }

  grouped(group: string, terms: GroupTerms, fromMs: number): void {
    push(this.#groups, group, { terms, fromMs });
  }

  joined(accountId: string, group: string | null, fromMs: number): void {
    push(this.#members, accountId, { group, fromMs });
  }

  open(accountId: string): void {
    this.#accounts.set(accountId, { requests: [], payments: [] });
  }

  paid(accountId: string, amount: bigint, atMs: number): void {
    this.#accounts.get(accountId)!.payments.push({ amount, atMs });
  }

  subscribe(accountId: string, terms: Terms): void {
    const windows = Object.entries(terms.windows ?? {}).map(
      ([name, max]) => [name, { max: BigInt(max), used: 0n, resetsAtMs: 0 }] as const,
    );
    const plan = { terms, left: BigInt(terms.tokens), period: 1, endsAtMs: 0, windows: new Map(windows) };
    this.#accounts.get(accountId)!.plan = plan;
  }

  /** When its period and its windows end is for the calendar to say; how much is used is not. */
  sawPlan(accountId: string, seen: { readonly endsAtMs: number; readonly windows?: readonly Window[] } | null): void {
    const { plan } = this.#accounts.get(accountId)!;
    if (!plan || !seen) return;
    plan.endsAtMs = seen.endsAtMs;
    for (const { window, resetsAtMs } of seen.windows ?? []) plan.windows.get(window)!.resetsAtMs = resetsAtMs;
  }

  usedIn(accountId: string, window: string): number {
    return Number(this.#accounts.get(accountId)!.plan!.windows.get(window)!.used);
  }

  /** Counts a request, and says what its receipt has to. */
  asked(accountId: string, { model, engine, tokens, atMs, percent = 100 }: AskedRequest) {
    const account = this.#accounts.get(accountId)!;
    const group = this.#groupOf(accountId, atMs);
    const price = atTier(this.#priceOf(model, group, atMs), percent);
    const left = inOrder(tokens);
    const planTokens = account.plan ? payByPlan(account.plan, model, { left, atMs, percent }) : 0n;
    const cost = left.reduce((sum, { type, count }) => sum + count * ofType(price, type), 0n);
    const bought = this.#boughtFor(engine, tokens, atMs);
    account.requests.push({ atMs, model, engine, cost, bought, planTokens, period: account.plan?.period ?? 0 });
    const { input, output, cacheWrite5m, cacheWrite1h } = price;
    return { cost, group: group?.id ?? null, input, output, cacheWrite5m, cacheWrite1h, planTokens };
  }

  #groupOf(accountId: string, atMs: number): { id: string; terms: GroupTerms } | undefined {
    const id = heldAt(this.#members.get(accountId) ?? [], atMs)?.group;
    const terms = id ? heldAt(this.#groups.get(id) ?? [], atMs)?.terms : undefined;
    return id && terms ? { id, terms } : undefined;
  }

  #priceOf(model: string, group: { terms: GroupTerms } | undefined, atMs: number): Typed {
    const { price } = heldAt(this.#lists.get(model)!, atMs)!;
    if (!group) return price;
    const own = group.terms.models[model] ?? {};
    const part = (amount: bigint): bigint => {
      const hundredths = amount * BigInt(group.terms.percent);
      return hundredths / 10_000n + (hundredths % 10_000n >= 5_000n ? 1n : 0n);
    };
    return { ...eachOf(price, part), ...eachOf(own as Written, (amount) => czk(amount) / 1_000_000n) };
  }

  /** In parts of 10⁻¹⁵ nano-crowns, and rounded once. */
  #boughtFor(engine: string, tokens: Tokens, atMs: number): bigint {
    const { currency, price } = heldAt(this.#buying.get(engine)!, atMs)!;
    const rate = currency === 'CZK' ? 10n ** 9n : heldAt(this.#rates, atMs)!.rate;
    const parts = inOrder(tokens).reduce((sum, { type, count }) => sum + count * ofType(price, type) * rate, 0n);
    const whole = 10n ** 15n;
    return parts / whole + (2n * (parts % whole) >= whole ? 1n : 0n);
  }

  /** What operators earn: tokens of a plan that was sold count by their part of its price, added up by the day. */
  totals() {
    const total = { credit: 0n, prepaid: 0n, bought: 0n };
    const prepaid = new Map<string, bigint>();
    const days = new Set<string>();
    for (const [id, { requests, plan }] of this.#accounts) {
      for (const { atMs, model, engine, cost, bought, planTokens, period } of requests) {
        total.credit += cost;
        total.bought += bought;
        days.add(dayOf(atMs));
        const isSold = plan !== undefined && period === 1 && plan.terms.sold > 0n;
        if (!isSold) continue;
        const name = JSON.stringify([id, dayOf(atMs), model, engine]);
        prepaid.set(name, (prepaid.get(name) ?? 0n) + planTokens);
      }
    }
    for (const [name, tokens] of prepaid) {
      const { terms } = this.#accounts.get((JSON.parse(name) as string[])[0]!)!.plan!;
      total.prepaid += (tokens * terms.sold) / BigInt(terms.tokens);
    }
    return { total, days: [...days].sort() };
  }

  /** Whole days in Prague, this one included. */
  lastDays(count: number, nowMs: number) {
    const days = new Set(Array.from({ length: count }, (_, n) => dayOf(nowMs - n * 86_400_000)));
    const accounts = [...this.#accounts.values()];
    const requests = accounts.flatMap((one) => one.requests).filter(({ atMs }) => days.has(dayOf(atMs)));
    const payments = accounts.flatMap((one) => one.payments).filter(({ atMs }) => days.has(dayOf(atMs)));
    return {
      requests: requests.length,
      spent: requests.reduce((sum, { cost }) => sum + cost, 0n),
      paid: payments.reduce((sum, { amount }) => sum + amount, 0n),
    };
  }

  monthsOf(accountId: string): ReadonlyMap<string, { charged: bigint; paid: bigint }> {
    const { requests, payments } = this.#accounts.get(accountId)!;
    const months = new Map<string, { charged: bigint; paid: bigint }>();
    const monthOf = (atMs: number) => {
      const name = dayOf(atMs).slice(0, 7);
      if (!months.has(name)) months.set(name, { charged: 0n, paid: 0n });
      return months.get(name)!;
    };
    for (const { atMs, cost } of requests) monthOf(atMs).charged += cost;
    for (const { atMs, amount } of payments) monthOf(atMs).paid += amount;
    return months;
  }
}

type Left = { readonly type: keyof Tokens; count: bigint };

/** Tokens in the order in which they are processed. */
const inOrder = ({ input, cachedInput, cacheWrite5m = 0, cacheWrite1h = 0, output, reasoning }: Tokens): Left[] => [
  { type: 'input', count: BigInt(input - cachedInput - cacheWrite5m - cacheWrite1h) },
  { type: 'cachedInput', count: BigInt(cachedInput) },
  { type: 'cacheWrite5m', count: BigInt(cacheWrite5m) },
  { type: 'cacheWrite1h', count: BigInt(cacheWrite1h) },
  { type: 'reasoning', count: BigInt(reasoning) },
  { type: 'output', count: BigInt(output - reasoning) },
];

/** Takes out of `left` what the plan pays for, and returns what it loses. */
function payByPlan(
  plan: Plan,
  model: string,
  { left, atMs, percent }: { left: Left[]; atMs: number; percent: number },
): bigint {
  const { terms } = plan;
  if (atMs >= plan.endsAtMs) {
    plan.period += 1;
    plan.left = plan.period <= terms.months ? BigInt(terms.tokens) : 0n;
    plan.endsAtMs = Number.POSITIVE_INFINITY;
    // Windows are of a period: the next one begins with empty ones.
    for (const window of plan.windows.values()) window.used = 0n;
  }
  for (const window of plan.windows.values()) if (atMs >= window.resetsAtMs) window.used = 0n;
  if (terms.models && !terms.models.includes(model)) return 0n;
  const room = [...plan.windows.values()].map(({ max, used }) => max - used);
  const available = [plan.left, ...room].reduce((least, one) => (one < least ? one : least));
  const weights = terms.weights?.[model];
  let budget = available * 100_000n;
  for (const one of left) {
    const per = BigInt(Math.round((weights ? ofType(weights, one.type) : 1) * 1000) * percent);
    const covered = one.count < budget / per ? one.count : budget / per;
    one.count -= covered;
    budget -= covered * per;
    if (one.count > 0n) break;
  }
  const paid = (available * 100_000n - budget + 99_999n) / 100_000n;
  plan.left -= paid;
  for (const window of plan.windows.values()) window.used += paid;
  return paid;
}

function push<Said>(all: Map<string, Said[]>, name: string, said: Said): void {
  all.set(name, [...(all.get(name) ?? []), said]);
}
