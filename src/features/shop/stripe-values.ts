/** Amounts and ids as Stripe writes them: crowns are counted in hellers, and a thing is its id or the thing itself. */
import { NANOS_PER_CZK, type Nanos, nanos } from '../../core/money.ts';
import type { Order } from './payment-ports.ts';

const HELLERS_PER_CZK = 100n;
const NANOS_PER_HELLER = NANOS_PER_CZK / HELLERS_PER_CZK;

export const inCrowns = ({ amount }: Pick<Order, 'amount'>) => ({
  currency: 'czk',
  unit_amount: Number(amount / NANOS_PER_HELLER),
});

export const fromHellers = (amount: number): Nanos => nanos(BigInt(amount) * NANOS_PER_HELLER);

/** To end or forget what is gone is no mistake. */
export function unlessMissing(thrown: unknown): undefined {
  if ((thrown as { code?: string }).code !== 'resource_missing') throw thrown;
}

export const idOf = (value: string | { readonly id?: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
