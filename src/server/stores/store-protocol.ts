/** The messages between the serving thread and the store's thread. Several calls travel in one message. */

import { type ErrorCode, type ErrorDetails, ServiceError } from '../../core/errors.ts';
import type { Seller } from '../../core/offer.ts';
import type { PlanOffers } from '../../core/plan.ts';
import { isTextual, journalFromText, journalToText } from '../../ledger/journal-text.ts';
import type { JournalBatch } from '../../ledger/lease-ports.ts';
import type { LogWish } from '../../platform/database/log-restart.ts';
import type { PortNames } from './stores.ts';

export type StoreSettings = {
  readonly path: string;
  readonly offers: PlanOffers;
  readonly seller?: Seller | null | undefined;
  readonly ledgerKey?: string | undefined;
  /** Its log is read for backups, and begins anew only when it was. */
  readonly shipsLog?: boolean | undefined;
};

/** The start of the store's thread: also whether an earlier one has failed on the same files. */
export type WorkerSettings = StoreSettings & { readonly start: 'fresh' | 'after-failure' };

export type Call = {
  readonly id: number;
  readonly port: string;
  readonly method: string;
  readonly values: readonly unknown[];
};

/** A batch of the journal alone: most of what is sent, and cheap to copy in this form. */
type JournalMessage = { readonly id: number; readonly journal: string };

/** Reads the log for a backup; no call, because it is no part of a transaction. */
export type LogMessage = { readonly id: number; readonly readLog: LogWish };

export type ToWorker = readonly Call[] | JournalMessage | LogMessage | 'close';

/** Calls of one turn stay together, because they are one transaction. */
export function toMessage(calls: readonly Call[]): ToWorker {
  const [only, ...others] = calls;
  if (!only || others.length > 0 || only.port !== 'leases' || only.method !== 'write') return calls;
  const batch = only.values[0] as JournalBatch;
  return isTextual(batch) ? { id: only.id, journal: journalToText(batch) } : calls;
}

export const callsIn = (message: readonly Call[] | JournalMessage): readonly Call[] =>
  'journal' in message
    ? [{ id: message.id, port: 'leases', method: 'write', values: [journalFromText(message.journal)] }]
    : message;

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: SentError };

/** The messages of the store's thread: first what it can be asked, and at last that it is closed. */
export type FromWorker = readonly Reply[] | { readonly ready: PortNames } | 'closed';

/** An error that has to cross threads: a refusal keeps its code, anything else only its text. */
export type SentError =
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly message: string; readonly details: ErrorDetails }
  | { readonly kind: 'failure'; readonly message: string; readonly isPassing: boolean };

/** A failure in the store's thread, or of it. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  /** The same call may go well a little later: the lock, the disk or the thread was at fault, and not the call. */
  readonly isPassing: boolean;

  constructor(message: string, { isPassing = false, cause = undefined as unknown } = {}) {
    super(message, { cause });
    this.isPassing = isPassing;
  }
}

export function toSentError(thrown: unknown): SentError {
  if (thrown instanceof ServiceError) {
    const { cause: _, ...details } = thrown.details;
    return { kind: 'refusal', code: thrown.code, message: thrown.message, details };
  }
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return { kind: 'failure', message, isPassing: isPassing(thrown) };
}

export function fromSentError(error: SentError): ServiceError | StoreFailure {
  if (error.kind === 'refusal') return new ServiceError(error.code, error.message, error.details);
  return new StoreFailure(error.message, error);
}

/** A lock that another process keeps, a full or read-only disk, a failed flush. */
const PASSING =
  /^(?:SQLITE_(?:BUSY|LOCKED|PROTOCOL|FULL|IOERR|CANTOPEN|READONLY|NOMEM)|E(?:IO|NOSPC|DQUOT|FBIG|ROFS|MFILE|NFILE)$)/;

/** Another process has the write lock. */
export const isLocked = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY');

const isPassing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && PASSING.test(String(thrown.code));
