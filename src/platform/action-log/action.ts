/** Actions on behalf of a person, and what is written down of them. Each feature declares its own kinds. */

import type { NoticeToWrite } from '../notices/notice.ts';
import type { ActionKind } from './contract.ts';

/** Beside its kind it has what its feature says. */
export type Action = {
  readonly kind: ActionKind;
  /** Where it is done to an account. */
  readonly accountId?: string;
  readonly [detail: string]: unknown;
};

export type ActionRequest = {
  /** Made by the caller. The same request with the same id, a second time, changes nothing. */
  readonly id: string;
  readonly actor: string;
  readonly reason: string;
  readonly atMs: number;
  readonly action: Action;
  /** The member who acts, or for whom a program does. Without one the line is not in the log that members read. */
  readonly memberId?: string | undefined;
  /** To be written down with it, unless it was done before. */
  readonly told?: readonly NoticeToWrite[];
};

/** One line of the log. */
export type LoggedAction = {
  readonly seq: number;
  readonly id: string;
  readonly atMs: number;
  readonly actor: string;
  /** Null: an operator, or the service by itself. */
  readonly memberId: string | null;
  readonly kind: ActionKind;
  readonly accountId: string | null;
  readonly object: string;
  readonly reason: string;
  /** The wish, and the state before and after. */
  readonly wanted: State;
  readonly before: State;
  readonly after: State;
};

export type DoneAction = LoggedAction & {
  /** It was done before, under the same id, and not again. */
  readonly isRepeated: boolean;
};

/** Anything that JSON can hold. Amounts are decimal texts in CZK. */
export type State = Readonly<Record<string, unknown>>;

export type ActionFilter = {
  readonly accountId?: string;
  readonly kind?: ActionKind;
  /** Any of these. */
  readonly kinds?: readonly ActionKind[];
  /** None of these. */
  readonly except?: readonly ActionKind[];
  /** One member, or all of them. */
  readonly byMember?: string | 'any';
  readonly fromMs?: number;
  readonly toMs?: number;
  /** Newest first: those with a smaller number than this. */
  readonly beforeSeq?: number;
  /** The same by the id of a line. */
  readonly beforeId?: string;
  readonly rowsMax: number;
};

/** The object of a reload that found nothing wrong: all servers do the same then. */
export const TAKEN_CONFIGURATION = 'configuration';

/** Each action and its line in the log are one transaction. */
export interface ActionLog {
  /** Returns the line of the log: of this action, or of the first with its id. */
  act(request: ActionRequest): Promise<DoneAction>;
  actions(filter: ActionFilter | { readonly id: string }): Promise<readonly LoggedAction[]>;
}
