/** Settings → Account: taking everything away, and ending the account. */

import { formatCzk } from '../../core/money.ts';
import type { Keys, People, Person, Usages } from '../../core/ports.ts';
import { may } from '../../core/roles.ts';
import { assert } from '../../lib/assert.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import { allRequests } from '../usage/index.ts';
import { type ClosingStores, closeAccount } from './account-closing.ts';
import { account as contract } from './account-contract.ts';
import type { ExportEntry, Exports } from './account-export.ts';
import { exportToJson, ownDataToJson } from './account-export-view.ts';

type AccountStores = ClosingStores & {
  readonly keys: Keys;
  readonly usages: Usages;
  readonly exports: Exports;
};

/** The answers and conversations that the API keeps of an account, some at a time. */
type Kept = { all(accountId: string): AsyncIterable<readonly object[]> };
type ExportSources = { readonly stores: AccountStores; readonly keptResponses: Kept; readonly conversations: Kept };

export function accountRoutes(
  platform: Platform,
  { people, sendFile, ...sources }: ExportSources & { readonly people: People; readonly sendFile: SendFile },
): readonly Route[] {
  const { stores } = sources;
  return implement(contract, {
    /** Everything, for roles that may have it; for others what there is about themselves. */
    export: async ({ person, onStreamEnd }) => {
      const nowMs = platform.clock.nowMs();
      const isWhole = may(person.memberRole, 'export');
      const pieces = await (isWhole ? wholeAccount(person, sources, nowMs) : ownData(person, stores, nowMs));
      return sendFile({ onStreamEnd }, { name: 'account.json', type: 'application/json', pieces });
    },

    delete: async ({ person, body }) => {
      const writtenOff = await closeAccount(platform, { stores, people }, { person, proof: body });
      return { deleted: true as const, writtenOffCzk: formatCzk(writtenOff) };
    },
  });
}

async function ownData(person: Person, { keys, usages }: AccountStores, nowMs: number) {
  const { accountId, userId } = person;
  return ownDataToJson({
    atMs: nowMs,
    person,
    keys: (await keys.list(accountId)).filter((key) => key.userId === userId),
    requests: allRequests(usages, { accountId, filter: { userId } }),
  });
}

async function wholeAccount(person: Person, { stores, keptResponses, conversations }: ExportSources, nowMs: number) {
  const { accountId } = person;
  const account = await stores.accounts.find(accountId);
  assert(account, 'A signed-in person has an account.');
  const [keys, about, members] = await Promise.all([
    stores.keys.list(accountId),
    stores.exports.about(accountId, nowMs),
    stores.members.of(accountId),
  ]);
  return exportToJson({
    atMs: nowMs,
    account,
    person,
    keys,
    about,
    members,
    movements: allMovements(stores.exports, accountId),
    requests: allRequests(stores.usages, { accountId, filter: {} }),
    keptResponses: keptResponses.all(accountId),
    conversations: conversations.all(accountId),
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
