/** What lists of files and batches are asked with. */
import { invalidField } from '../../core/errors.ts';

export function limitIn(
  query: URLSearchParams,
  { usual, max }: { readonly usual: number; readonly max: number },
): number {
  const limit = Number(query.get('limit') ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > max) throw invalidField('limit', `must be from 1 to ${max}`);
  return limit;
}

export function orderIn(query: URLSearchParams): 'asc' | 'desc' {
  const order = query.get('order') ?? 'desc';
  if (order !== 'asc' && order !== 'desc') throw invalidField('order', 'must be "asc" or "desc"');
  return order;
}
