/**
 * I10 and I11: vouchers and payments at two servers, while backends of PostgreSQL are killed, PostgreSQL crashes and a
 * server dies. People press a button again, and Stripe tells again, until they get an answer: at most as many uses as the
 * voucher has, one for each account, and one credit for each order. `SEED=n` repeats the choices of a run.
 */
import { expect, test } from 'bun:test';
import { NANOS_PER_CZK } from '../../src/core/money.ts';
import { killBackends } from '../support/nemesis.ts';
import { PASSWORD, pageClient } from '../support/page-client.ts';
import { type Random, seeded } from '../support/random.ts';
import { expectClean } from '../support/reckoning.ts';
import { type Replica, type ReplicaSet, startReplicaSet } from '../support/replica-set.ts';
import { startUpstream } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { runBoreal } from '../support/service-process.ts';
import { sessionEvent } from '../support/stripe-events.ts';
import { STRIPE_KEY, type StripeStandIn, signed, startStripe, WEBHOOK_SECRET } from '../support/stripe-stand-in.ts';

const SEED = Number(process.env.SEED ?? 20270301);
/** One for all servers, as behind a balancer. */
const PUBLIC_URL = 'http://localhost:8787';
const PEOPLE = 4;
const ORDERS_EACH = 3;
const ORDER_CZK = 100n;
const VOUCHER_CZK = 50n;
const VOUCHER_USES = 3;

test('a voucher and a payment are given once, whichever servers are asked and whatever fails meanwhile', async () => {
  console.log(`SEED=${SEED}`);
  const random = seeded(SEED);
  await using upstream = await startUpstream();
  await using stripe = await startStripe();
  const payments = { stripe: { secretKey: STRIPE_KEY, webhookSecret: WEBHOOK_SECRET, apiUrl: stripe.url } };
  const env = { BOREAL_PAYMENTS: JSON.stringify(payments), BOREAL_PUBLIC_URL: PUBLIC_URL };
  const order = { clockShiftsMs: [0, 5000], engineUrl: upstream.url, limiter: 'PostgreSQL', env } as const;
  await using set = await startReplicaSet(order);
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await newPerson(set, `person${n}@example.com`));
  const bought: Bought[] = [];
  for (const person of people) {
    for (let n = 0; n < ORDERS_EACH; n++) bought.push(await buy(set.replicas[0]!, person, stripe));
  }
  const code = await newVoucher(set.replicas[0]!);

  const [, , redeemed] = await Promise.all([
    goWrong(set, random),
    Promise.all(bought.map((one) => tellUntilTaken(set, random, one))),
    Promise.all(people.map((person) => redeemUntilTold(set, random, { person, code }))),
  ]);

  const uses = await set.db.sql.all('SELECT account_id FROM voucher_uses');
  const winners = new Set(uses.map((row) => String(row.account_id)));
  expect(winners.size).toBe(uses.length);
  expect(uses.length).toBeLessThanOrEqual(VOUCHER_USES);
  // Tries that broke off count as guesses; a buyer that was stopped for them could not come to the end.
  const statuses = redeemed.flat();
  if (!statuses.includes(429)) expect(uses.length).toBe(VOUCHER_USES);
  const rows = await set.db.sql.all(
    `SELECT a.id, a.email, p.balance FROM accounts a JOIN pots p ON p.account_id = a.id AND p.kind = 'credit'`,
  );
  for (const { email } of people) {
    const { id, balance } = rows.find((row) => row.email === email)!;
    const gift = winners.has(String(id)) ? VOUCHER_CZK : 0n;
    expect(balance, email).toBe((BigInt(ORDERS_EACH) * ORDER_CZK + gift) * NANOS_PER_CZK);
  }
  const paid = await set.db.sql.all("SELECT invoice_number FROM orders WHERE status = 'paid'");
  expect(new Set(paid.map((row) => String(row.invoice_number))).size).toBe(bought.length);
  await expectClean(set.db, { nowMs: Date.now(), about: `seed ${SEED}` });
  console.log(`${bought.length} orders paid once; the voucher: ${statuses.join(' ')}, used ${uses.length} times`);
}, 600_000);

async function goWrong(set: ReplicaSet, random: Random): Promise<void> {
  const victim = set.replicas[1]!;
  await killBackends(set, random);
  await set.postgres.stop('immediate');
  await set.postgres.start();
  await victim.kill();
  await victim.start();
  await killBackends(set, random);
}

type Person = { readonly email: string; readonly cookie: string };

async function newPerson({ replicas }: ReplicaSet, email: string): Promise<Person> {
  const { process } = replicas[0]!;
  const page = pageClient(process, { origin: PUBLIC_URL });
  await page.post('/api/auth/sign-up/email', { name: 'Test', email, password: PASSWORD });
  const message = () => process.lines.findLast(({ to, link }) => to === email && link !== undefined);
  await until(`${email} has an e-mail`, () => message() !== undefined);
  const { pathname, search } = new URL(String(message()!.link));
  await page.get(pathname + search);
  const { status } = await page.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  expect(status).toBe(200);
  const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { email, cookie };
}

type At = { readonly replica: Replica; readonly person: Person };

/** Undefined where no answer came. */
async function post({ replica, person }: At, path: string, body: object): Promise<Response | undefined> {
  return fetch(new URL(path, replica.process.url), {
    method: 'POST',
    headers: { cookie: person.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
}

type Bought = { readonly order: string; readonly session: string };

async function buy(replica: Replica, person: Person, stripe: StripeStandIn): Promise<Bought> {
  const response = await post({ replica, person }, '/api/orders', { offer: `credit-${ORDER_CZK}`, method: 'stripe' });
  expect(response?.status).toBe(200);
  const { order } = (await response!.json()) as { readonly order: { readonly id: string } };
  return { order: order.id, session: stripe.sessions.at(-1)!.id };
}

async function newVoucher({ process }: Replica): Promise<string> {
  const words = ['voucher', 'create', '--czk', String(VOUCHER_CZK), '--uses', String(VOUCHER_USES), '--json'];
  return (JSON.parse((await runBoreal(words, process.env)).stdout) as { readonly code: string }).code;
}

/** Tells it by two messages at every server, as Stripe may, each as often as it takes to be heard. */
async function tellUntilTaken(set: ReplicaSet, random: Random, about: Bought): Promise<void> {
  await Bun.sleep(random.integer(0, 2500));
  const events = [
    sessionEvent(`evt_a_${about.session}`, 'completed', about),
    sessionEvent(`evt_b_${about.session}`, 'async_payment_succeeded', about),
  ];
  const tell = async (replica: Replica, event: object): Promise<void> => {
    for (;;) {
      const { body, signature } = await signed(event, { atMs: Date.now() });
      const response = await fetch(new URL('/webhooks/stripe', replica.process.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
      }).catch(() => undefined);
      if (response?.status === 200) return;
      expect([undefined, 502]).toContain(response?.status);
      await Bun.sleep(random.integer(20, 200));
    }
  };
  await Promise.all(set.replicas.flatMap((replica) => events.map((event) => tell(replica, event))));
}

type Redeeming = { readonly person: Person; readonly code: string };

/** At both servers at once; who got no answer presses again. Returns what they got at last. */
async function redeemUntilTold(set: ReplicaSet, random: Random, { person, code }: Redeeming): Promise<number[]> {
  await Bun.sleep(random.integer(0, 2500));
  const redeem = async (replica: Replica): Promise<number> => {
    for (;;) {
      const response = await post({ replica, person }, '/api/vouchers/redeem', { code });
      if (response && response.status !== 502) return response.status;
      await Bun.sleep(random.integer(300, 900));
    }
  };
  return Promise.all(set.replicas.map(redeem));
}
