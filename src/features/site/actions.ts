/** Notes of operators on the status page. */
import type { ActionRules } from '../../platform/action-log/action-rules.ts';
import type { ServiceAction, State } from '../../platform/action-log/operator.ts';
import type { Sql } from '../../platform/database/database.ts';
import { insertNote, readNote, removeNote, resolveNote } from './status-store.ts';

export const NOTE_ACTIONS: ActionRules<ServiceAction & { readonly kind: 'note' | 'resolve-note' | 'remove-note' }> = {
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
