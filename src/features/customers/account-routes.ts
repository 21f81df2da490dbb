/** Settings → Account: taking everything away, and ending the account. */

import type { Account } from '../../core/ledger.ts';
import { formatCzk } from '../../core/money.ts';
import type { People } from '../../core/people.ts';
import type { Person } from '../../core/person.ts';
import { may } from '../../core/roles.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { Usages } from '../../ledger/usage-hours.ts';
import { assert } from '../../lib/assert.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Keys } from '../keys/index.ts';
import type { Members } from '../organisations/index.ts';
import { allRequests } from '../usage/index.ts';
import { type ClosingStores, closeAccount } from './account-closing.ts';
import { account as contract } from './account-contract.ts';
import type { ExportEntry, Exports } from './account-export.ts';
import { type ExportedPerson, exportToView, ownDataToView } from './account-export-view.ts';

export type ExportStores = {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly members: Pick<Members, 'of'>;
  readonly keys: Pick<Keys, 'list'>;
  readonly usages: Usages;
  readonly exports: Exports;
};

type InPieces = { all(accountId: string): AsyncIterable<readonly object[]> };
type KeptName = 'keptResponses' | 'conversations' | 'files' | 'fileParts' | 'batches' | 'batchResults';
/** What the API keeps of an account. */
export type Kept = Readonly<Record<KeptName, InPieces>>;

type AccountArea = {
  readonly stores: ExportStores & ClosingStores;
  readonly kept: Kept;
  readonly people: People;
  readonly sendFile: SendFile;
};

export function accountRoutes(platform: Platform, { stores, kept, people, sendFile }: AccountArea): readonly Route[] {
  return implement(contract, {
    /** Everything, for roles that may have it; for others what there is about themselves. */
    export: async ({ person, onStreamEnd }) => {
      const nowMs = platform.clock.nowMs();
      const isWhole = may(person.memberRole, 'export');
      const pieces = await (isWhole ? wholeAccount(person, { stores, kept, nowMs }) : ownData(person, stores, nowMs));
      return sendFile({ onStreamEnd }, { name: 'account.json', type: 'application/json', pieces });
    },

    delete: async ({ person, body }) => {
      const writtenOff = await closeAccount(platform, { stores, people }, { person, proof: body });
      return { deleted: true as const, writtenOffCzk: formatCzk(writtenOff) };
    },
  });
}

async function ownData(person: Person, { keys, usages }: ExportStores, nowMs: number) {
  const { accountId, userId } = person;
  return ownDataToView({
    atMs: nowMs,
    person,
    keys: (await keys.list(accountId)).filter((key) => key.userId === userId),
    requests: allRequests(usages, { accountId, filter: { userId } }),
  });
}

type ExportSources = { readonly stores: ExportStores; readonly kept: Kept; readonly nowMs: number };

async function wholeAccount(person: Person, sources: ExportSources) {
  const account = await sources.stores.accounts.find(person.accountId);
  assert(account, 'A signed-in person has an account.');
  return exportOf(account, person, sources);
}

/** Everything that the service knows of an account, in pieces. */
export async function exportOf(
  account: Account,
  person: ExportedPerson | null,
  { stores, kept, nowMs }: ExportSources,
) {
  const { id: accountId } = account;
  const [keys, about, members] = await Promise.all([
    stores.keys.list(accountId),
    stores.exports.about(accountId, nowMs),
    stores.members.of(accountId),
  ]);
  return exportToView({
    atMs: nowMs,
    account,
    person,
    keys,
    about,
    members,
    movements: allMovements(stores.exports, accountId),
    requests: allRequests(stores.usages, { accountId, filter: {} }),
    kept: Object.fromEntries(Object.entries(kept).map(([name, one]) => [name, one.all(accountId)])),
  });
}

async function* allMovements(exports: Exports, accountId: string): AsyncGenerator<readonly ExportEntry[], void> {
  let last: ExportEntry | undefined;
  do {
    const entries: readonly ExportEntry[] = await exports.movements(accountId, last ?? null);
    last = entries.at(-1);
    if (last) yield entries;
  } while (last);
}
