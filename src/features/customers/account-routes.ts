/** Settings → Account: taking everything away, and ending the account. */

import type { Account } from '../../core/ledger.ts';
import { formatCzk } from '../../core/money.ts';
import type { Accounts, Clock, Keys, Person, Usages } from '../../core/ports.ts';
import { may } from '../../core/roles.ts';
import { assert } from '../../lib/assert.ts';
import { implement } from '../../platform/api/implement.ts';
import type { PersonCall, Route } from '../../platform/http/call.ts';
import { type FileParts, fileResponse } from '../../platform/http/file-stream.ts';
import type { Members } from '../organisations/index.ts';
import { allRequests } from '../usage/index.ts';
import { type ClosingParts, closeAccount } from './account-closing.ts';
import { account as contract } from './account-contract.ts';
import type { ExportEntry, Exports } from './account-export.ts';
import { type ExportedPerson, exportToJson, ownDataToJson } from './account-export-view.ts';

/** What is kept of an account by what answers, some at a time. */
export type Kept = { all(accountId: string): AsyncIterable<readonly object[]> };

export type ExportParts = {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly members: Pick<Members, 'of'>;
  readonly keys: Pick<Keys, 'list'>;
  readonly usages: Usages;
  readonly exports: Exports;
  readonly keptResponses: Kept;
  readonly conversations: Kept;
  readonly clock: Clock;
};

type AccountParts = ClosingParts & FileParts & ExportParts;

export const accountRoutes = (parts: AccountParts): readonly Route[] =>
  implement(contract, {
    export: (call) => exportAccount(call, parts),

    delete: async ({ person, body }) => {
      const writtenOff = await closeAccount(parts, person, body);
      return { deleted: true as const, writtenOffCzk: formatCzk(writtenOff) };
    },
  });

type ExportCall = Pick<PersonCall, 'person' | 'onStreamEnd'>;

/** Everything, for roles that may have it; for others what there is about themselves. */
async function exportAccount(call: ExportCall, parts: AccountParts): Promise<Response> {
  const pieces = may(call.person.memberRole, 'export')
    ? await wholeAccount(call.person, parts)
    : await ownData(call, parts);
  return fileResponse(call, { ...parts, name: 'account.json', type: 'application/json', pieces });
}

async function ownData({ person }: ExportCall, { clock, keys, usages }: AccountParts) {
  const { accountId, userId } = person;
  return ownDataToJson({
    atMs: clock.nowMs(),
    person,
    keys: (await keys.list(accountId)).filter((key) => key.userId === userId),
    requests: allRequests(usages, { accountId, filter: { userId } }),
  });
}

async function wholeAccount(person: Person, parts: AccountParts) {
  const account = await parts.accounts.find(person.accountId);
  assert(account, 'A signed-in person has an account.');
  return exportOf(account, person, parts);
}

/** Everything that the service knows of an account, in pieces. */
export async function exportOf(account: Account, person: ExportedPerson | null, parts: ExportParts) {
  const { id: accountId } = account;
  const [keys, about, members] = await Promise.all([
    parts.keys.list(accountId),
    parts.exports.about(accountId, parts.clock.nowMs()),
    parts.members.of(accountId),
  ]);
  return exportToJson({
    atMs: parts.clock.nowMs(),
    account,
    person,
    keys,
    about,
    members,
    movements: allMovements(parts.exports, accountId),
    requests: allRequests(parts.usages, { accountId, filter: {} }),
    keptResponses: parts.keptResponses.all(accountId),
    conversations: parts.conversations.all(accountId),
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
