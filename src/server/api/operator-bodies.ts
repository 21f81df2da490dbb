/** What the operator's pages send, checked. The types that pages use come from the same schemas. */
import { z } from 'zod';
import { order } from '../../platform/action-log/contract.ts';
import { reading } from './settings-bodies.ts';

/** Null gives the word back to the configuration. */
const signUpBody = z.strictObject({ ...order, mode: z.enum(['open', 'invitation', 'closed']).nullable() });
export type SignUpBody = z.input<typeof signUpBody>;

/** What each route takes. A route that is missing here takes nothing. */
export const OPERATOR_INPUTS = {
  'POST /api/operator/sign-up': { body: reading(signUpBody) },
} as const;
