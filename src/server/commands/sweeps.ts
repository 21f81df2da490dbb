/** `sweep undo`: gives back what was taken by a wrong clock. */
import type { Maintenance } from '../../ledger/maintenance-store.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Command, required } from '../../platform/commands/command.ts';

type Needs = ActNeeds & { readonly stores: { readonly maintenance: Pick<Maintenance, 'sweptTooEarly'> } };

export const sweepUndo: Command<Needs> = {
  usage: 'sweep undo --reason TEXT [--json]',
  about: 'Gives back what plans and packages lost before their end, because the clock was wrong.',
  options: ['reason'],
  run: async (options, storage) => {
    const reason = required(options, 'reason');
    const accounts = [];
    for (const accountId of await storage.stores.maintenance.sweptTooEarly(storage.platform.clock.nowMs())) {
      const { before, after } = await act(storage, { kind: 'undo-sweep', accountId }, { reason });
      accounts.push({ id: accountId, tokens: Number(BigInt(String(after.tokens)) - BigInt(String(before.tokens))) });
    }
    const lines = accounts.map(({ id, tokens }) => `${id}: ${tokens} tokens given back`);
    const text = lines.length > 0 ? lines.join('\n') : 'Nothing was taken before its time.';
    return { json: { accounts }, text };
  },
};
