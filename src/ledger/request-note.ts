/** What a caller has said of a request, and how its answer kept to its schema, as rows of `request_notes` have it. */
import type { RequestNote, StructuredResult } from '../core/chat.ts';
import { type Row, text } from '../platform/database/database.ts';

type Noted = { readonly note?: RequestNote; readonly structured?: StructuredResult };

export const NOTE_COLUMNS = 'n.end_user, n.metadata, n.structured, n.response_id';
export const NOTE_JOIN = 'LEFT JOIN request_notes n ON n.request_id = r.id';

/** In the order of the columns above. */
export const notedToColumns = ({ note, structured }: Noted): (string | null)[] => [
  note?.user ?? null,
  note?.metadata ? JSON.stringify(note.metadata) : null,
  structured ?? null,
  note?.responseId ?? null,
];

/** Of a row with the columns above. */
export const notedFromRow = (row: Row): Noted => ({
  ...noteFromRow(row),
  ...(row.structured != null && { structured: text(row, 'structured') as StructuredResult }),
});

function noteFromRow(row: Row): Pick<Noted, 'note'> {
  if (row.end_user == null && row.metadata == null && row.response_id == null) return {};
  return {
    note: {
      ...(row.end_user != null && { user: text(row, 'end_user') }),
      ...(row.metadata != null && { metadata: JSON.parse(text(row, 'metadata')) as Record<string, string> }),
      ...(row.response_id != null && { responseId: text(row, 'response_id') }),
    },
  };
}
