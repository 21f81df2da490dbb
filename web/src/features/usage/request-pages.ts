/** The list of requests, page by page. Pages that were read stay as they were until they are refreshed. */

import useSWRInfinite from 'swr/infinite';
import type { RequestsQuery, RequestsView } from '../../../../src/features/usage/contract.ts';
import { type ApiError, call } from '../../api.ts';

export type RequestPages = {
  readonly pages: readonly RequestsView[] | undefined;
  readonly error: ApiError | undefined;
  readonly isBusy: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly refresh: () => void;
};

type Key = readonly ['requests', RequestsQuery];

export function useRequestPages(query: RequestsQuery): RequestPages {
  const keyOf = (index: number, before: RequestsView | null): Key | null => {
    if (index === 0) return ['requests', query];
    return before?.next ? ['requests', { ...query, before: before.next }] : null;
  };
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<RequestsView, ApiError>(
    keyOf,
    ([, asked]: Key) => call('GET /api/requests', { query: asked }),
    {
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
      persistSize: false,
      keepPreviousData: true,
    },
  );
  return {
    pages: data,
    error,
    isBusy: isValidating,
    hasMore: Boolean(data?.at(-1)?.next),
    loadMore: () => void setSize(size + 1),
    refresh: () => void mutate(),
  };
}
