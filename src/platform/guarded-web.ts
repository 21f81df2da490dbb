/** Requests to the providers of organisations, which customers choose. */
import { ServiceError } from '../core/errors.ts';
import { guardedAsk, RefusedTarget } from './guarded-post.ts';

const TIMEOUT_MS = 8_000;

/** A request to an address that a customer chose. */
export type WebRequest = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With a body it is a POST. */
  readonly body?: string;
};
/** Refuses private addresses, and fails in words. */
export type AskWeb = (request: WebRequest) => Promise<{ readonly status: number; readonly text: string }>;

export const createAskWeb =
  (network: 'public' | 'any'): AskWeb =>
  async ({ url, headers, body }) => {
    try {
      return await guardedAsk(
        { url, network, timeoutMs: TIMEOUT_MS },
        { ...(body && { body }), ...(headers && { headers }) },
      );
    } catch (cause) {
      const why = cause instanceof RefusedTarget ? cause.message : 'There was no answer.';
      throw new ServiceError('provider_unreachable', `${url} cannot be reached: ${why}`, { param: 'issuer', cause });
    }
  };
