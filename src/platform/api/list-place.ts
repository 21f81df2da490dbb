/** Where a list goes on: after the last one that was shown. */
import { invalidField } from '../../core/errors.ts';

/** The last one of the page before, in a list that has the newest first. */
export type ListPlace = { readonly createdAtMs: number; readonly id: string };

export function placeFrom(text: string | undefined): { readonly after?: ListPlace } {
  if (!text) return {};
  const [time = '', id = ''] = text.split('.');
  const createdAtMs = Number(time);
  if (time !== '' && id !== '' && Number.isSafeInteger(createdAtMs)) return { after: { createdAtMs, id } };
  throw invalidField('after', 'must be the next of an earlier page');
}

/** Those to show, and where the next page begins. One more than a page was asked for. */
export function pageOf<Row extends ListPlace>(found: readonly Row[], page: number) {
  const shown = found.slice(0, page);
  const last = shown.at(-1);
  return { shown, next: found.length > page && last ? `${last.createdAtMs}.${last.id}` : null };
}
