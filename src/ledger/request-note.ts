/** What a caller has said of a request, as rows of `request_notes` have it. */
import type { RequestNote } from '../core/chat.ts';
import { type Row, text } from '../platform/database/database.ts';

export const NOTE_COLUMNS = 'n.end_user, n.metadata';
export const NOTE_JOIN = 'LEFT JOIN request_notes n ON n.request_id = r.id';

export const noteToColumns = ({ user, metadata }: RequestNote): [endUser: string | null, metadata: string | null] => [
  user ?? null,
  metadata ? JSON.stringify(metadata) : null,
];

/** Of a row with the columns above; empty where nothing was said. */
export function noteFromRow(row: Row): { readonly note?: RequestNote } {
  if (row.end_user == null && row.metadata == null) return {};
  return {
    note: {
      ...(row.end_user != null && { user: text(row, 'end_user') }),
      ...(row.metadata != null && { metadata: JSON.parse(text(row, 'metadata')) as Record<string, string> }),
    },
  };
}
