import type { ServiceError } from '../../core/errors.ts';

/** The shape of an error for clients of one dialect. */
export type Dialect = {
  toErrorBody(error: ServiceError, requestId: string): object;
  /** Where clients expect another status than the one that is published for chat completions. */
  readonly statusOf?: (error: ServiceError) => number;
  /** A header beside `x-request-id` in which clients look for the id. */
  readonly requestIdHeader?: string;
};
