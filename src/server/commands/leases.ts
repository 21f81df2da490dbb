/** `lease repair`: makes right what is provably wrong about leases, and says what it did. */
import type { Maintenance } from '../../ledger/maintenance-store.ts';
import type { State } from '../../platform/action-log/action.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Command, required } from '../../platform/commands/command.ts';

type Needs = ActNeeds & { readonly stores: { readonly maintenance: Pick<Maintenance, 'accountsToRepair'> } };

type WrongPot = { readonly pot: string; readonly held: string; readonly leased: string };

export const leaseRepair: Command<Needs> = {
  usage: 'lease repair --reason TEXT [--json]',
  about: 'Makes what pots hold what servers have leased of them, where audit says that it is not.',
  options: ['reason'],
  run: async (options, storage) => {
    const reason = required(options, 'reason');
    const accounts = [];
    for (const accountId of await storage.stores.maintenance.accountsToRepair()) {
      const { before, after } = await act(storage, { kind: 'repair-leases', accountId }, { reason });
      const wrong = { pots: wrongPots(before), servers: unknownServers(before) };
      accounts.push({ id: accountId, ...wrong, left: wrongPots(after) });
    }
    const lines = accounts.flatMap(({ id, pots, servers, left }) => [
      ...pots.map(({ pot, held, leased }) => `${id}: pot ${pot} held ${held}, servers have leased ${leased}`),
      ...servers.map((server) => `${id}: leases of server ${server}, which is not entered, are gone`),
      ...left.map(
        ({ pot, leased }) => `${id}: of pot ${pot} more is leased than is in it (${leased}): repair again later`,
      ),
    ]);
    const text = lines.length > 0 ? lines.join('\n') : 'Every pot holds what servers have leased of it.';
    return { json: { accounts }, text, failed: accounts.some(({ left }) => left.length > 0) };
  },
};

const wrongPots = (state: State): readonly WrongPot[] => (state.wrongPots ?? []) as readonly WrongPot[];
const unknownServers = (state: State): readonly string[] => (state.unknownServers ?? []) as readonly string[];
