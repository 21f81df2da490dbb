/** What the serving thread and the store's thread say to each other. Several calls travel in one message. */

import { type ErrorCode, type ErrorDetails, ServiceError } from '../domain/errors.ts';
import type { PlanOffers } from '../domain/plan.ts';

export type StoreSettings = { readonly path: string; readonly offers: PlanOffers };

/** What the store's thread is started with: also whether an earlier one has failed on the same files. */
export type WorkerSettings = StoreSettings & { readonly start: 'fresh' | 'after-failure' };

export type Call = {
  readonly id: number;
  readonly port: string;
  readonly method: string;
  readonly values: readonly unknown[];
};

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: SentError };

/** An error that has to cross threads: a refusal keeps its code, anything else only its text. */
export type SentError =
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails }
  | { readonly kind: 'failure'; readonly message: string };

export function toSentError(thrown: unknown): SentError {
  if (thrown instanceof ServiceError) {
    const { cause: _, ...details } = thrown.details;
    return { kind: 'refusal', code: thrown.code, message: thrown.message, details };
  }
  return { kind: 'failure', message: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown) };
}

export function fromSentError(error: SentError): ServiceError {
  if (error.kind === 'refusal') return new ServiceError(error.code, error.message, error.details);
  return storeUnavailable(new Error(error.message));
}

export const storeUnavailable = (cause: unknown): ServiceError =>
  new ServiceError('store_unavailable', 'The service cannot reach its books right now; please try again.', { cause });
