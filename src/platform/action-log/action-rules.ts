/** How each kind of action is done and written down. Its feature declares it. */
import { ServiceError } from '../../core/errors.ts';
import type { Database, Sql, TransactionSql } from '../database/database.ts';
import { lockSettings } from '../database/service-settings.ts';
import { noticeKind, toWrite } from '../notices/notice.ts';
import { insertNotice, insertNotices } from '../notices/outbox-store.ts';
import type { Action, ActionRequest, DoneAction, LoggedAction, State } from './action.ts';
import { readActions, stateToText, writeAction } from './action-log.ts';

export type Acting = Omit<ActionRequest, 'action'>;

export type ActionRule<Action> = {
  /** The object of the action, by its id or name; the account where it is about one. */
  object?(action: Action): string;
  /** The wish as the log has it, where it may not say all: nothing by which a secret could be found. */
  details?(action: Action): object;
  /** Fields of it that are made anew when the same is asked again. */
  readonly anew?: readonly string[];
  /** The state before the action and after it; that of the account where it is about one. */
  state?(sql: Sql, action: Action, atMs: number): Promise<State>;
  /** The state beside that of the account. */
  adds?(sql: Sql, action: Action): Promise<State>;
  /** Comes before the lock of the account, in the order in which others take both. */
  lockFirst?(sql: Sql): Promise<unknown>;
  /** `db` is within the transaction of the action. Without it the action was done elsewhere and is only written down. */
  perform?(db: Database, action: Action, acting: Acting): Promise<unknown>;
};

type Kinded = { readonly kind: string };
type OnAccount = { readonly accountId: string };

export type ActionRules<Change extends Kinded> = {
  readonly [Kind in Change['kind']]: ActionRule<Change & { readonly kind: Kind }>;
};

/** The same of changes that are made to an account. */
export type AccountRules<Change extends Kinded> = ActionRules<Change & OnAccount>;

/** An action that was done elsewhere and is only written down. */
export type WrittenDown<Kind extends string> = {
  readonly kind: Kind;
  readonly object: string;
  readonly result: State;
};
export const DONE_ELSEWHERE = { object: ({ object }: { readonly object: string }) => object };

type AnyRule = ActionRule<Action>;

type Accounts = {
  readonly lockAccount: (sql: Sql, accountId: string) => Promise<unknown>;
  readonly accountState: (sql: Sql, accountId: string, atMs: number) => Promise<State>;
};

const ID_TAKEN = 'This id belongs to another action, on another account or of another amount: choose a new one.';

/** An action and its line in the log are one transaction: both are there, or neither. The rules are by kind. */
export function createActs(
  db: Database,
  rules: Readonly<Record<string, unknown>>,
  { lockAccount, accountState }: Accounts,
) {
  const ruleOf = ({ kind }: Action): AnyRule => rules[kind] as AnyRule;

  async function stateOf(sql: Sql, action: Action, atMs: number): Promise<State> {
    const { state, adds } = ruleOf(action);
    if (state || action.accountId === undefined) return (await state?.(sql, action, atMs)) ?? {};
    return { ...(await accountState(sql, action.accountId, atMs)), ...(await adds?.(sql, action)) };
  }

  async function actIn(sql: TransactionSql, request: ActionRequest): Promise<DoneAction> {
    const { action, id, atMs } = request;
    const rule = ruleOf(action);
    // Who changes the same thing waits here, so that two with one id cannot both find nothing.
    await rule.lockFirst?.(sql);
    await (action.accountId === undefined ? lockSettings(sql) : lockAccount(sql, action.accountId));
    const wanted = wantedBy(action, rule);
    const [earlier] = await readActions(sql, { id });
    if (earlier && isSame(earlier, action, { wanted, anew: rule.anew })) return { ...earlier, isRepeated: true };
    if (earlier) throw new ServiceError('invalid_request', ID_TAKEN, { param: 'id' });
    const before = await stateOf(sql, action, atMs);
    await refusable(() => rule.perform?.(within(db, sql), action, request));
    await insertNotices(sql, request.told);
    const after = action.result !== undefined ? { result: action.result } : await stateOf(sql, action, atMs);
    const object = rule.object?.(action) ?? action.accountId ?? '';
    const line = await writeAction(sql, { ...request, object, wanted, before, after });
    await tellMembers(sql, line);
    return { ...line, isRepeated: false };
  }

  return {
    act: (request: ActionRequest): Promise<DoneAction> => db.transaction((sql) => actIn(sql, request)),

    /** Changes of the service in one transaction. `require` looks at what is there once no other can change it. */
    together: (
      requests: readonly ActionRequest[],
      require: (sql: Sql) => Promise<void>,
    ): Promise<readonly DoneAction[]> =>
      db.transaction(async (sql) => {
        await lockSettings(sql);
        await require(sql);
        const done: DoneAction[] = [];
        for (const request of requests) done.push(await actIn(sql, request));
        return done;
      }),
  };
}

/** A member of the account has changed something, or has signed in. */
const ACTIVITY_LOGGED = noticeKind<{
  readonly accountId: string;
  readonly id: string;
  readonly action: string;
  /** The address of the member, and the management token where a program did it. */
  readonly actor: string;
  readonly memberId: string;
  readonly details: Readonly<Record<string, unknown>>;
}>({ type: 'activity.logged', channels: [] });

/** Webhooks of the account that want to know what members do. */
async function tellMembers(sql: Sql, line: LoggedAction): Promise<void> {
  const { accountId, memberId, id, atMs, kind, actor, wanted } = line;
  if (accountId === null || memberId === null) return;
  const { kind: _, ...details } = wanted;
  const data = { accountId, id, action: kind, actor, memberId, details };
  await insertNotice(sql, toWrite(ACTIVITY_LOGGED, { id: `activity.logged/${id}`, atMs, data }, []));
}

function within(db: Database, sql: TransactionSql): Database {
  const here = { sql, transaction: <T>(work: (sql: TransactionSql) => Promise<T>) => work(sql) };
  return { ...db, ...here, serving: here, snapshot: (work) => work(sql) };
}

/** As it is written down. What a secret could be found by is not written. */
function wantedBy(action: Action, { details }: AnyRule): State {
  const { kind, accountId: _, result: __, ...all } = action;
  return JSON.parse(stateToText({ kind, ...(details?.(action) ?? all) })) as State;
}

type Wanted = { readonly wanted: State; readonly anew: AnyRule['anew'] };

/** True where an action is the one that was done before under its id. */
function isSame(earlier: LoggedAction, action: Action, { wanted, anew }: Wanted): boolean {
  // From when something holds may have been counted from the moment of the asking.
  const isAsked = (field: string) => field !== 'fromMs' && !anew?.includes(field);
  const asked = (state: State) => JSON.stringify(Object.entries(state).filter(([field]) => isAsked(field)));
  return earlier.accountId === (action.accountId ?? null) && asked(earlier.wanted) === asked(wanted);
}

/** A refusal of the ledger is for the person to read. */
async function refusable(work: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ServiceError('invalid_request', thrown.message, { param: 'czk' });
    throw thrown;
  }
}

type Performs<Change extends Kinded> = {
  readonly [Kind in Change['kind']]: (
    sql: Sql,
    change: Change & { readonly kind: Kind },
    at: OnAccount & { readonly atMs: number },
  ) => Promise<unknown>;
};

/** Rules of changes to an account that are all written down in the same way. */
export function accountRules<Change extends Kinded>(
  performs: Performs<Change>,
  {
    requires,
    ...logged
  }: Pick<ActionRule<Change & OnAccount>, 'details' | 'state'> & {
    readonly requires?: (sql: Sql, accountId: string) => Promise<void>;
  },
): AccountRules<Change> {
  const ruleOf = (perform: unknown): ActionRule<Change & OnAccount> => ({
    ...logged,
    perform: async ({ sql }, action, { atMs }) => {
      const { accountId } = action;
      await requires?.(sql, accountId);
      await (perform as Performs<Change>[Change['kind']])(sql, action as never, { accountId, atMs });
    },
  });
  return Object.fromEntries(
    Object.entries(performs).map(([kind, perform]) => [kind, ruleOf(perform)]),
  ) as AccountRules<Change>;
}
