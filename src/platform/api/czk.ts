/** Amounts that pages send. */
import { z } from 'zod';
import { AMOUNT_MAX, formatCzk, isAmount } from '../../core/money.ts';

const TOO_LARGE = `must be at most ${formatCzk(AMOUNT_MAX)} CZK`;
export const czk = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, 'must be an amount in CZK such as 100 or 12.50')
  .refine((text) => /[1-9]/.test(text), 'must be more than zero')
  .refine(isAmount, TOO_LARGE);

/** The amount of an operator, who can also take away. */
export const signedCzk = z
  .string()
  .regex(/^-?\d{1,9}(\.\d{1,9})?$/, 'must be an amount in CZK such as 100 or 12.50')
  .refine((text) => /[1-9]/.test(text), 'must not be zero')
  .refine(isAmount, TOO_LARGE);
export const positiveCzk = signedCzk.refine((text) => !text.startsWith('-'), 'must be more than zero');

/** A price of tokens. */
export const perMillion = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be CZK per million tokens, with at most 3 decimals')
  .refine((text) => Number(text) <= 1_000_000, 'must be at most 1000000 CZK per million tokens');
