/** Plans are called the same in every language. */
export const PLAN_NAMES = { pro: 'Pro', ultra: 'Ultra' } as const;
