/** Notes of operators on the status page. */

import type { State } from '../../platform/action-log/action.ts';
import type { ActionRules } from '../../platform/action-log/action-rules.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { StatusNote } from './rules.ts';
import { insertNote, readNote, removeNote, resolveNote } from './status-store.ts';

export type NoteChange =
  /** A note of the status page about an incident. */
  | { readonly kind: 'note'; readonly note: Omit<StatusNote, 'resolvedAtMs'> }
  | { readonly kind: 'resolve-note' | 'remove-note'; readonly noteId: string };

export const NOTE_ACTIONS: ActionRules<NoteChange> = {
  note: {
    object: ({ note }) => note.id,
    state: (sql, { note }) => noteState(sql, note.id),
    perform: ({ sql }, { note }) => insertNote(sql, note),
  },
  'resolve-note': {
    object: ({ noteId }) => noteId,
    state: (sql, { noteId }) => noteState(sql, noteId),
    perform: ({ sql }, { noteId }, { atMs }) => resolveNote(sql, noteId, atMs),
  },
  'remove-note': {
    object: ({ noteId }) => noteId,
    state: (sql, { noteId }) => noteState(sql, noteId),
    perform: ({ sql }, { noteId }) => removeNote(sql, noteId),
  },
};

async function noteState(sql: Sql, id: string): Promise<State> {
  const note = await readNote(sql, id);
  return note ? { note: note.texts, fromMs: note.atMs, resolvedAtMs: note.resolvedAtMs } : {};
}
