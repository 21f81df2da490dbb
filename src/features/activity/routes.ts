import { csvTable } from '../../lib/csv.ts';
import type { ActionFilter, LoggedAction } from '../../platform/action-log/action.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { defined } from '../../platform/http/defined.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ActivityArea, type ActivityEntry, activity } from './contract.ts';
import { KINDS_OF } from './rules.ts';

const PAGE = 50;
const FILE_PAGE = 500;

export const activityRoutes = ({ actionLog }: Platform, sendFile: SendFile): readonly Route[] =>
  implement(activity, {
    list: async ({ person, query: { before, ...query } }) => {
      const filter = { ...filterOf(person.accountId, query), ...(before !== undefined && { beforeId: before }) };
      const found = await actionLog.actions({ ...filter, rowsMax: PAGE + 1 });
      const entries = found.slice(0, PAGE).map(toEntry);
      return { entries, next: found.length > PAGE ? entries.at(-1)!.id : null };
    },

    csv: ({ query: { for: form = 'plain', ...query }, ...call }) => {
      const filter = filterOf(call.person.accountId, query);
      const pieces = async function* () {
        yield ACTIVITY_CSV.head(form);
        for (let beforeSeq = Number.MAX_SAFE_INTEGER; ; ) {
          const page = await actionLog.actions({ ...filter, beforeSeq, rowsMax: FILE_PAGE });
          if (page.length === 0) return;
          yield ACTIVITY_CSV.rows(page.map(toEntry), form);
          beforeSeq = page.at(-1)!.seq;
        }
      };
      return sendFile(call, { name: 'activity.csv', type: 'text/csv; charset=utf-8', pieces: pieces() });
    },
  });

type Asked = {
  readonly memberId?: string | undefined;
  readonly area?: ActivityArea | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
};

const filterOf = (
  accountId: string,
  { memberId, area, fromMs, toMs }: Asked,
): Omit<ActionFilter, 'rowsMax' | 'beforeSeq'> => ({
  accountId,
  byMember: memberId ?? 'any',
  ...(area && { kinds: KINDS_OF[area] }),
  ...defined({ fromMs, toMs }),
});

/** The states before and after are the operators': they have more than members of every role may see. */
function toEntry({ id, atMs, kind, memberId, actor, wanted }: LoggedAction): ActivityEntry {
  const { kind: _, ...details } = wanted;
  return { id, atMs, action: kind, memberId: memberId ?? '', actor, details };
}

const ACTIVITY_CSV = csvTable<ActivityEntry>([
  ['time_utc', ({ atMs }) => new Date(atMs).toISOString()],
  ['id', ({ id }) => id],
  ['member', ({ actor }) => actor],
  ['action', ({ action }) => action],
  ['details', ({ details }) => JSON.stringify(details)],
]);
