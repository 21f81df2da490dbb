/** The effects of a reload are tested where the whole server runs. */
import { expect, test } from 'bun:test';
import { type SettingsOptions, startSettings } from '../../../test/support/settings-service.ts';

const ORDER = { id: 'order-0000000000-1', reason: 'a new model' };
const reloaded = async (options: SettingsOptions) => {
  await using service = await startSettings(options);
  const { status, body } = await service.olga.ask('POST /api/operator/reload', { body: ORDER });
  return { status, body, logged: await service.stores.actionLog.actions({ rowsMax: 10 }) };
};

test('a configuration that was taken over is reported, with what needs a restart, and logged', async () => {
  const reload = { ok: true, models: ['m'], engines: ['main'], restartNeeded: ['port'] } as const;

  const { status, body, logged } = await reloaded({ reload });

  expect([status, body]).toEqual([200, reload]);
  expect(logged).toMatchObject([{ kind: 'reload', object: 'configuration', after: { result: reload } }]);
});

test('a configuration that is wrong is refused with every problem, and that is logged too', async () => {
  const reload = { ok: false, problems: ['port: too high', 'models: none'] } as const;

  const { body, logged } = await reloaded({ reload });

  expect(body).toEqual(reload);
  expect(logged).toMatchObject([{ kind: 'reload', reason: 'a new model', after: { result: reload } }]);
});
