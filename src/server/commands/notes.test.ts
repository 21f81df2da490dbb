/** Notes of the status page by command, and their lines in the log of operators. */

import { expect } from 'bun:test';
import { test } from '../../../test/support/databases.ts';
import { openStorage } from '../../../test/support/ledger-fixture.ts';
import { testPlatform } from '../../../test/support/test-platform.ts';
import type { Command, Options } from '../../platform/commands/command.ts';
import { noteAdd, noteList, noteRemove, noteResolve } from './notes.ts';

async function opened() {
  const open = await openStorage();
  const storage = { stores: open.stores, platform: testPlatform(open.stores) };
  const run = async (command: Command<typeof storage>, options: Options = {}) =>
    (await command.run(options, storage)).json as Readonly<Record<string, never>>;
  return { run, stores: open.stores, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}

test('a note is published, resolved and removed, and each has its line in the log', async () => {
  await using storage = await opened();
  const { run, stores } = storage;

  const { id } = await run(noteAdd, {
    en: 'An engine is down.',
    cs: 'Jeden engine nejede.',
    from: '2026-11-01T09:30Z',
  });
  expect(await run(noteList)).toMatchObject({
    notes: [{ id, from: '2026-11-01T09:30:00.000Z', cs: 'Jeden engine nejede.', resolvedAt: null }],
  });
  await run(noteResolve, { note: id! });
  const [resolved] = await stores.status.notes(0);
  expect(resolved?.resolvedAtMs).toBeNumber();
  await run(noteRemove, { note: id! });

  expect(await stores.status.notes(0)).toEqual([]);
  const lines = (await stores.actionLog.actions({ rowsMax: 9 })).toReversed();
  expect(lines.map(({ kind, object, actor }) => [kind, object, actor])).toEqual([
    ['note', id!, 'cli'],
    ['resolve-note', id!, 'cli'],
    ['remove-note', id!, 'cli'],
  ]);
  expect(lines[0]).toMatchObject({ before: {}, after: { note: { en: 'An engine is down.' }, resolvedAtMs: null } });
});

test('a note that is not there, a time to come and an endless text are refused in a sentence', async () => {
  await using storage = await opened();
  const { run } = storage;

  expect(run(noteResolve, { note: 'note_none' })).rejects.toThrow('There is no such note.');
  expect(run(noteRemove, { note: 'note_none' })).rejects.toThrow('There is no such note.');
  expect(run(noteAdd, { en: 'x', from: '2099-01-01' })).rejects.toThrow('--from must be a time that has passed');
  expect(run(noteAdd, { en: 'x'.repeat(2001) })).rejects.toThrow('at most 2000 characters');
  expect(run(noteAdd)).rejects.toThrow('--en is missing.');
});
