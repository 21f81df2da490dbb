/** The log of everything that operators did, as a list and as files. */

import type { CsvForm } from '../../lib/csv.ts';
import type { LoggedAction, OperatorStore } from '../../platform/action-log/operator.ts';
import type { OperatorCall, Route } from '../../platform/http/call.ts';
import { type FileParts, fileResponse } from '../../platform/http/file-stream.ts';
import { queryOf } from '../../platform/http/page-route.ts';
import { OPERATOR_INPUTS } from '../../server/api/operator-bodies.ts';
import { operatorRoute } from '../../server/api/operator-route.ts';
import { takeCsvForm } from '../usage/csv-query.ts';
import { actionsCsvHead, actionsToCsv, actionsToJsonLines, actionToView } from './operator-view.ts';

type ActionParts = { readonly operatorStore: OperatorStore } & FileParts;

const PAGE = 50;
const FILE_PAGE = 500;

export const actionRoutes = (parts: ActionParts): readonly Route[] => [
  operatorRoute('GET /api/operator/actions', async (_call, { query: { accountId, before } }) => {
    const filter = { ...(accountId && { accountId }), ...(before !== undefined && { beforeSeq: before }) };
    const found = await parts.operatorStore.actions({ ...filter, rowsMax: PAGE + 1 });
    const shown = found.slice(0, PAGE);
    return { actions: shown.map(actionToView), next: found.length > PAGE ? shown.at(-1)!.seq : null };
  }),

  {
    method: 'GET',
    path: '/api/operator/actions.csv',
    guard: 'operator',
    scopes: [],
    handle: (call) => file(call, parts, CSV),
  },
  {
    method: 'GET',
    path: '/api/operator/actions.jsonl',
    guard: 'operator',
    scopes: [],
    handle: (call) => file(call, parts, JSONL),
  },
];

type Form = {
  readonly name: string;
  readonly type: string;
  readonly head: (form: CsvForm) => string;
  readonly write: (actions: readonly LoggedAction[], form: CsvForm) => string;
};

const CSV: Form = {
  name: 'operator-actions.csv',
  type: 'text/csv; charset=utf-8',
  head: actionsCsvHead,
  write: actionsToCsv,
};
const JSONL: Form = {
  name: 'operator-actions.jsonl',
  type: 'application/jsonl; charset=utf-8',
  head: () => '',
  write: actionsToJsonLines,
};

/** Newest first, as the list. */
function file(
  call: OperatorCall,
  { operatorStore, filePrefix, writeStallMs, onFailure }: ActionParts,
  form: Form,
): Response {
  const asked = takeCsvForm(queryOf(call.request));
  const { accountId } = OPERATOR_INPUTS['GET /api/operator/actions'].query(asked.query);
  const pieces = async function* () {
    const head = form.head(asked.form);
    if (head) yield head;
    let beforeSeq: number | undefined;
    for (;;) {
      const filter = { ...(accountId && { accountId }), ...(beforeSeq !== undefined && { beforeSeq }) };
      const actions = await operatorStore.actions({ ...filter, rowsMax: FILE_PAGE });
      if (actions.length === 0) return;
      yield form.write(actions, asked.form);
      beforeSeq = actions.at(-1)!.seq;
    }
  };
  const { name, type } = form;
  return fileResponse(call, { filePrefix, name, type, writeStallMs, onFailure, pieces: pieces() });
}
