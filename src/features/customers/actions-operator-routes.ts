/** The log of everything that operators did, as a list and as files. */

import type { CsvForm } from '../../lib/csv.ts';
import type { ActionLog, LoggedAction } from '../../platform/action-log/action.ts';
import type { View } from '../../platform/api/contract.ts';
import { implement } from '../../platform/api/implement.ts';
import type { Route } from '../../platform/http/call.ts';
import { defined } from '../../platform/http/defined.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import type { Platform } from '../../platform/platform.ts';
import { actions } from './contract.ts';
import { actionsCsv, actionsToJsonLines } from './operator-view.ts';

const SIGN_INS = ['sign-in', 'sign-in-failed'] as const;
const PAGE = 50;
const FILE_PAGE = 500;

export const actionRoutes = ({ actionLog }: Platform, sendFile: SendFile): readonly Route[] =>
  implement(actions, {
    list: async ({ query }) => {
      // Sign-ins of all customers would hide the rest; those of one are on its page, and all are in the files.
      const except = query.accountId === undefined ? { except: SIGN_INS } : {};
      const found = await actionLog.actions({ ...filterOf(query), ...except, rowsMax: PAGE + 1 });
      const shown = found.slice(0, PAGE);
      return { actions: shown, next: found.length > PAGE ? shown.at(-1)!.seq : null };
    },

    csv: (call) => sendFile(call, { ...CSV, pieces: allActions(actionLog, call.query, CSV) }),
    jsonLines: (call) => sendFile(call, { ...JSONL, pieces: allActions(actionLog, call.query, JSONL) }),
  });

type Form = {
  readonly name: string;
  readonly type: string;
  readonly head: (form: CsvForm) => string;
  readonly write: (actions: readonly LoggedAction[], form: CsvForm) => string;
};

const CSV: Form = {
  name: 'operator-actions.csv',
  type: 'text/csv; charset=utf-8',
  head: actionsCsv.head,
  write: actionsCsv.rows,
};
const JSONL: Form = {
  name: 'operator-actions.jsonl',
  type: 'application/jsonl; charset=utf-8',
  head: () => '',
  write: actionsToJsonLines,
};

type Asked = Omit<View<NonNullable<(typeof actions.csv)['query']>>, 'for'> & { readonly for?: CsvForm | undefined };

const filterOf = ({ before, accountId, fromMs, toMs }: Asked) =>
  defined({ accountId, fromMs, toMs, beforeSeq: before });

/** Newest first, as the list. */
async function* allActions(log: ActionLog, { for: csvForm = 'plain', ...asked }: Asked, form: Form) {
  const head = form.head(csvForm);
  if (head) yield head;
  let { before } = asked;
  for (;;) {
    const page = await log.actions({ ...filterOf({ ...asked, before }), rowsMax: FILE_PAGE });
    if (page.length === 0) return;
    yield form.write(page, csvForm);
    before = page.at(-1)!.seq;
  }
}
