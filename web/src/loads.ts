/** Several loads of one page: when they fail, mostly for the same reason, the page says so once. */
import type { ApiError } from './api.ts';

export type Load = {
  readonly data?: unknown;
  readonly error?: ApiError | undefined;
  readonly mutate: () => unknown;
};

/** The first that has failed, and how all that have failed are tried again. */
export function failedOf(loads: readonly Load[]): { readonly error: ApiError | undefined; readonly retry: () => void } {
  const failed = loads.filter(({ error }) => error !== undefined);
  return {
    error: failed[0]?.error,
    retry: () => {
      for (const { mutate } of failed) mutate();
    },
  };
}
