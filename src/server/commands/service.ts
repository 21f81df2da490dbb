/** `signup show | set`, `log list | export`: what belongs to the whole service. */

import type { Declared } from '../../core/declared.ts';
import { SIGN_UP_MODES, type SignUpMode } from '../../core/people.ts';
import { actionRoutes } from '../../features/customers/actions-operator-routes.ts';
import { actions as actionsContract } from '../../features/customers/contract.ts';
import { signUp as signUpContract } from '../../features/sign-in/contract.ts';
import type { ActionLog, LoggedAction } from '../../platform/action-log/action.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { type Command, optional, required, UsageError } from '../../platform/commands/command.ts';
import { forService } from '../../platform/commands/from-contract.ts';
import { commandFiles, viaOperatorRoute } from '../../platform/commands/via-route.ts';
import type { AnnouncementReader } from '../stores/announcements.ts';

type Needs = ActNeeds & {
  readonly stores: { readonly announcements: AnnouncementReader; readonly actionLog: Pick<ActionLog, 'actions'> };
  readonly config: { readonly signUp: SignUpMode; readonly declared: Pick<Declared, 'settings'> };
};

export const signUpShow: Command<Needs> = {
  usage: 'signup show [--json]',
  about: 'Shows who may sign up.',
  options: [],
  does: [signUpContract.show.name],
  run: (_, storage) => showSignUp(storage),
};

export const signUpSet: Command<Needs> = {
  usage: 'signup set --mode open|invitation|closed|default --reason TEXT [--json]',
  about: 'Sets who may sign up, until it is changed again.',
  options: ['mode', 'reason'],
  does: [signUpContract.set.name],
  run: async (options, storage) => {
    const written = required(options, 'mode');
    const mode = SIGN_UP_MODES.find((one) => one === written) ?? null;
    if (mode === null && written !== 'default') {
      throw new UsageError(`--mode must be one of ${SIGN_UP_MODES.join(', ')}, or default.`);
    }
    await act(storage, { kind: 'sign-up', mode }, { reason: required(options, 'reason') });
    return showSignUp(storage);
  },
};

async function showSignUp({ stores, config }: Needs) {
  const isFromFile = config.declared.settings.has('signUp');
  const signUp = isFromFile ? null : (await stores.announcements.read()).signUp;
  const mode = signUp ?? config.signUp;
  const by = isFromFile
    ? 'set by the file'
    : signUp === null
      ? 'by default'
      : `set by an operator; the default is ${config.signUp}`;
  const json = { mode, configured: config.signUp, isFromFile, isSet: signUp !== null };
  return { json, text: `Sign-up is ${mode} (${by}).` };
}

const ROWS_DEFAULT = 50;
const ROWS_MAX = 100_000;
const AT_ONCE = 500;

/** Newest first. With `--json`, everything that is known of each line, for keeping it elsewhere. */
export const logList: Command<Needs> = {
  usage: 'log list [--account ID] [--rows N] [--json]',
  about: 'Lists the actions of operators and members, newest first.',
  options: ['account', 'rows'],
  does: [actionsContract.list.name, actionsContract.csv.name],
  run: async (options, { stores }) => {
    const rows = Number(optional(options, 'rows') ?? ROWS_DEFAULT);
    if (!Number.isInteger(rows) || rows < 1 || rows > ROWS_MAX) {
      throw new UsageError(`--rows must be a whole number from 1 to ${ROWS_MAX}.`);
    }
    const accountId = optional(options, 'account');
    const actions: LoggedAction[] = [];
    while (actions.length < rows) {
      const last = actions.at(-1);
      const filter = { ...(accountId && { accountId }), ...(last && { beforeSeq: last.seq }) };
      const found = await stores.actionLog.actions({ ...filter, rowsMax: Math.min(AT_ONCE, rows - actions.length) });
      if (found.length === 0) break;
      actions.push(...found);
    }
    return {
      json: { actions: actions.map(({ atMs, ...action }) => ({ at: new Date(atMs).toISOString(), ...action })) },
      text: actions.map(lineOf).join('\n') || 'No operator has done anything yet.',
    };
  },
};

export const logExport: Command<Needs> = forService('log export', actionsContract.jsonLines, {
  about: 'Writes the whole log, or a part of it, into a file of JSON lines, newest first.',
  names: { accountId: 'account', fromMs: 'from', toMs: 'until' },
  run: viaOperatorRoute(actionsContract.jsonLines, (needs) => actionRoutes(needs.platform, commandFiles(needs))),
});

const lineOf = ({ seq, atMs, actor, kind, object, reason }: LoggedAction): string =>
  [`#${seq}`, new Date(atMs).toISOString(), actor, kind, object, reason].join('  ');
