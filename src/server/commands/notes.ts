/** `note add | list | resolve | remove`: what the status page says of incidents. */
import type { StatusNote, StatusRecords } from '../../features/site/rules.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Command, type Options, optional, required, UsageError } from '../../platform/commands/command.ts';

type Needs = ActNeeds & { readonly stores: { readonly status: Pick<StatusRecords, 'notes'> } };

const TEXT_MAX = 2000;
const REASON = 'for the status page';
/** Far more than the status page shows. */
const LISTED_MS = 400 * 24 * 60 * 60 * 1000;

export const noteAdd: Command<Needs> = {
  usage: 'note add --en TEXT [--cs TEXT] [--from TIME] [--json]',
  about: 'Publishes a note on an incident on the status page.',
  options: ['en', 'cs', 'from'],
  run: async (options, storage) => {
    const en = textOf(options, 'en') ?? required(options, 'en');
    const note = {
      id: storage.platform.ids.next('note_'),
      atMs: timeIn(options, storage.platform.clock.nowMs()),
      texts: { en, cs: textOf(options, 'cs') ?? en },
    };
    await act(storage, { kind: 'note', note }, { reason: REASON });
    return {
      json: jsonOf({ ...note, resolvedAtMs: null }),
      text: `Note ${note.id} is on the status page. "note resolve --note ${note.id}" says that it is over.`,
    };
  },
};

export const noteList: Command<Needs> = {
  usage: 'note list [--json]',
  about: 'Lists the notes of the status page.',
  options: [],
  run: async (_, { stores, platform: { clock } }) => {
    const notes = await stores.status.notes(clock.nowMs() - LISTED_MS);
    const lines = notes.map(
      (one) =>
        `${one.id}  ${new Date(one.atMs).toISOString()}  ${one.resolvedAtMs === null ? 'open' : 'resolved'}  ${one.texts.en}`,
    );
    return {
      json: { notes: notes.map(jsonOf) },
      text: lines.join('\n') || 'There are no notes.',
    };
  },
};

export const noteResolve: Command<Needs> = {
  usage: 'note resolve --note ID [--json]',
  about: 'Marks a note as resolved. It stays on the status page.',
  options: ['note'],
  run: async (options, storage) => {
    const noteId = required(options, 'note');
    await act(storage, { kind: 'resolve-note', noteId }, { reason: REASON });
    return { json: { id: noteId, resolved: true }, text: `Note ${noteId} is resolved.` };
  },
};

export const noteRemove: Command<Needs> = {
  usage: 'note remove --note ID [--json]',
  about: 'Takes a note off the status page.',
  options: ['note'],
  run: async (options, storage) => {
    const noteId = required(options, 'note');
    await act(storage, { kind: 'remove-note', noteId }, { reason: REASON });
    return { json: { id: noteId, removed: true }, text: `Note ${noteId} is not on the status page any more.` };
  },
};

function textOf(options: Options, name: string): string | undefined {
  const text = optional(options, name);
  if (text !== undefined && text.length > TEXT_MAX) {
    throw new UsageError(`--${name} must have at most ${TEXT_MAX} characters.`);
  }
  return text;
}

/** When the incident began: now, or a time that has passed. */
function timeIn(options: Options, nowMs: number): number {
  const written = optional(options, 'from');
  if (written === undefined) return nowMs;
  const atMs = Date.parse(written);
  if (Number.isNaN(atMs) || atMs > nowMs || atMs < nowMs - LISTED_MS) {
    throw new UsageError('--from must be a time that has passed, such as 2026-11-15T09:30Z.');
  }
  return atMs;
}

const jsonOf = ({ id, atMs, texts, resolvedAtMs }: StatusNote) => ({
  id,
  from: new Date(atMs).toISOString(),
  ...texts,
  resolvedAt: resolvedAtMs === null ? null : new Date(resolvedAtMs).toISOString(),
});
