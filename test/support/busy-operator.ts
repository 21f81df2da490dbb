/** An operator who is signed in, and one who has done something of everything that the operator's pages show. */
import { operatorInvitation, PASSWORD, type PageClient, pageClient } from './page-client.ts';
import type { TestService } from './service.ts';

export const OPERATOR_EMAIL = 'operator@example.com';

const DAY_MS = 86_400_000;

/** Takes the link that the first start has written to the log. */
export async function signedUpOperator(service: Pick<TestService, 'port' | 'log'>): Promise<PageClient> {
  const client = pageClient(service);
  const person = { email: OPERATOR_EMAIL, password: PASSWORD };
  const invitation = operatorInvitation(service);
  await client.post('/api/auth/sign-up/email', { name: 'Olga', ...person, invitation });
  const answer = await client.post('/api/auth/sign-in/email', person);
  if (answer.status !== 200) throw new Error(`The operator could not sign in: ${answer.text}`);
  return client;
}

const VOUCHER = { gift: { kind: 'package', tokens: 1_000_000, days: 30 } };

let orders = 0;

/** The fields that every action of an operator carries. */
export const orderBecause = (reason: string) => ({ id: `order-0000000000-${++orders}`, reason });

/** Does an action, and fails where it was refused. */
export async function performAction(operator: PageClient, path: string, body: object): Promise<void> {
  const { status, text } = await operator.post(`/api/operator/${path}`, body);
  if (status >= 300) throw new Error(`${path} was refused: ${text}`);
}

/** Suspends the account without an owner; of the customer, only credit is changed. */
export async function busyOperator(service: TestService, customerId: string): Promise<PageClient> {
  const operator = await signedUpOperator(service);
  const fromMs = Date.now() + DAY_MS;
  const price = { input: '12.5', cachedInput: '1.25', output: '50', reasoning: '50' };
  const actions: readonly (readonly [path: string, body: object])[] = [
    [`customers/${customerId}/credit`, { ...orderBecause('Goodwill'), kind: 'grant', czk: '10' }],
    [`customers/${customerId}/credit`, { ...orderBecause('Typed twice'), kind: 'correct', czk: '-2.50' }],
    [`customers/${service.accountId}/status`, { ...orderBecause('Stolen card'), status: 'suspended' }],
    ['prices', { ...orderBecause('The new price list'), model: 'svc-glacier', price, fromMs }],
    ['plans', { ...orderBecause('More for all'), plan: 'pro', tokens: 3_000_000, fromMs }],
    ['sign-up', { ...orderBecause('We are ready'), mode: 'open' }],
    ['vouchers', { ...orderBecause('For the conference'), ...VOUCHER, usesMax: 100, expiresAtMs: fromMs }],
    ['vouchers', { ...orderBecause('For one who waited long'), ...VOUCHER, usesMax: 1, expiresAtMs: null }],
    ['reload', orderBecause('Nothing has changed')],
    ['audit', {}],
  ];
  for (const [path, body] of actions) await performAction(operator, path, body);
  return operator;
}
