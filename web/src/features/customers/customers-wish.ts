/** Which customers are listed, as it is in the address of the page. */
import type { CustomersQuery } from '../../../../src/features/customers/contract.ts';

export type CustomersWish = Omit<CustomersQuery, 'after'>;

export type Filter = Exclude<keyof CustomersWish, 'search'>;

/** Beside each there is none; the newest come first unless said. */
export const CHOICES = {
  status: ['active', 'blocked', 'suspended', 'closed'],
  plan: ['none'],
  credit: ['some', 'none'],
  active: ['yes', 'no'],
  sort: ['spent'],
} as const satisfies Readonly<Record<Filter, readonly string[]>>;

/** Whatever is in the address, the wish is a possible one. */
export function wishFrom(address: URLSearchParams): CustomersWish {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === address.get(name));
  return {
    search: address.get('search') || undefined,
    status: oneOf('status', CHOICES.status),
    plan: address.get('plan') || undefined,
    credit: oneOf('credit', CHOICES.credit),
    active: oneOf('active', CHOICES.active),
    sort: oneOf('sort', CHOICES.sort),
  };
}

/** True where some customers may be left out: of those who have spent, those without an answer this month are. */
export const isFiltered = (wish: CustomersWish): boolean => Object.values(wish).some(Boolean);
