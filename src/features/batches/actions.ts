/** The pause of all batches, as the log says it. */
import type { ActionRules } from '../../platform/action-log/action-rules.ts';
import { PAUSED_SETTING } from './rules.ts';

export type BatchChange = { readonly kind: 'pause-batches'; readonly isPaused: boolean };

export const BATCH_ACTIONS: ActionRules<BatchChange> = {
  'pause-batches': {
    object: () => 'service',
    state: async (sql) => ({
      isPaused: (await sql.one('SELECT 1 AS n FROM service_settings WHERE name = ?', PAUSED_SETTING)) !== undefined,
    }),
    perform: async ({ sql }, { isPaused }) => {
      await sql.run('DELETE FROM service_settings WHERE name = ?', PAUSED_SETTING);
      if (isPaused) await sql.run("INSERT INTO service_settings (name, value) VALUES (?, 'yes')", PAUSED_SETTING);
    },
  },
};
