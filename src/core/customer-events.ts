/** The events that customers can have their addresses called for. */
export const CUSTOMER_EVENTS = [
  'balance.low',
  'limit.reached',
  'key.expiring',
  'batch.completed',
  'response.completed',
  'activity.logged',
] as const;
export type CustomerEvent = (typeof CUSTOMER_EVENTS)[number];

export const isCustomerEvent = (type: string): type is CustomerEvent =>
  (CUSTOMER_EVENTS as readonly string[]).includes(type);
