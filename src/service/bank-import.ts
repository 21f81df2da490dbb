/**
 * Statements of the bank: each movement is recorded once, and one that pays an order confirms it, exactly as an operator
 * would. Recording and confirming are steps of their own, so what one server has left half done the next one finishes.
 */
import {
  type BankMovements,
  contentOf,
  type ImportResult,
  type KeptMovement,
  type Movement,
  problemOf,
  type ReadStatement,
  type Statement,
  type StatementFormat,
} from '../domain/bank.ts';
import { isOurAccount } from '../domain/bank-account.ts';
import { ServiceError, statementInvalid } from '../domain/errors.ts';
import { formatCzk, nanos } from '../domain/money.ts';
import type { BankAccount } from '../domain/offer.ts';
import type { OperatorStore } from '../domain/operator.ts';
import type { Clock, Ids, Log } from '../domain/ports.ts';

export type BankImportParts = {
  readonly bankMovements: BankMovements;
  readonly operatorStore: Pick<OperatorStore, 'act'>;
  /** Where customers pay; null where transfers are off. */
  readonly bank: BankAccount | null;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
};

/** The actor, in the log of operators, of what a statement has confirmed. */
const ACTOR = 'bank';
/** Recorded in one transaction. Those of the same content are never taken apart. */
const BATCH = 200;

export async function importStatement(statement: Statement, parts: BankImportParts): Promise<ImportResult> {
  const { bankMovements, bank, clock, ids } = parts;
  if (!bank) throw statementInvalid('Bank transfers are off: set payments.bank.', { kind: 'transfers-off' });
  if (!isOurAccount(statement.account, bank.iban)) {
    const problem = `The statement is of the account ${statement.account}, and payments.bank is ${bank.iban}.`;
    throw statementInvalid(problem, { kind: 'other-account', ...(statement.account && { text: statement.account }) });
  }
  const added: string[] = [];
  for (const movements of batchesOf(statement.movements, bank.iban)) {
    const about = { account: bank.iban, source: statement.source, atMs: clock.nowMs() };
    added.push(...(await bankMovements.record(movements, { ...about, ids: movements.map(() => ids.next('mov_')) })));
  }
  await matchMovements(parts);
  const { matched, unmatched, 'set-aside': setAside } = await bankMovements.states(added);
  const counts = { movements: statement.movements.length, added: added.length, confirmed: matched };
  return { format: statement.format, ...counts, unmatched, setAside };
}

type StatementFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Found by the content unless it is said. */
  readonly format?: StatementFormat | undefined;
};

/** What an operator imports is in the log, with what it came to. */
export async function importFile(
  { name, bytes, format }: StatementFile,
  by: { readonly id: string; readonly actor: string },
  parts: BankImportParts & { readonly readStatement: ReadStatement },
): Promise<ImportResult> {
  const result = await importStatement(await parts.readStatement(bytes, format), parts);
  const action = { kind: 'bank-import', object: name, result } as const;
  await parts.operatorStore.act({ ...by, reason: `the file ${name}`, atMs: parts.clock.nowMs(), action });
  return result;
}

function batchesOf(movements: readonly Movement[], account: string): readonly (readonly Movement[])[] {
  const batches: Movement[][] = [];
  for (const same of Map.groupBy(movements, (one) => contentOf(account, one)).values()) {
    const last = batches.at(-1);
    if (last && last.length + same.length <= BATCH) last.push(...same);
    else batches.push([...same]);
  }
  return batches;
}

/** Also a step of the sweep, for what a server has recorded and not looked at before it died. Returns how many it matched. */
export async function matchMovements(parts: Omit<BankImportParts, 'bank'>): Promise<number> {
  let done = 0;
  for (let some = await parts.bankMovements.pending(); some.length > 0; some = await parts.bankMovements.pending()) {
    for (const movement of some) await matchOne(movement, parts);
    done += some.length;
  }
  return done;
}

async function matchOne(movement: KeptMovement, parts: Omit<BankImportParts, 'bank'>): Promise<void> {
  const { bankMovements, operatorStore, clock, log } = parts;
  const orderOf = () => bankMovements.payable(movement.variableSymbol);
  const order = await orderOf();
  const problem = problemOf(movement, order);
  if (problem || !order) return bankMovements.leave(movement.id, problem ?? 'unknown-symbol');
  const amount = nanos(movement.amount);
  try {
    await operatorStore.act({
      // The same for every server that looks at this movement: it is done once.
      id: `match-${movement.id}`,
      actor: ACTOR,
      reason: `bank statement of ${movement.bookedOn}: ${formatCzk(amount)} CZK, variable symbol ${movement.variableSymbol}`,
      atMs: clock.nowMs(),
      action: {
        kind: 'confirm-order',
        accountId: order.accountId,
        orderId: order.id,
        amount,
        movementId: movement.id,
      },
    });
    log.info({ movement: movement.id, order: order.id }, 'a bank transfer has paid an order');
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code === 'store_unavailable') throw thrown;
    // Another movement or an operator was faster, or the account cannot take what was bought.
    const now = problemOf(movement, await orderOf()) ?? 'refused';
    log.warn({ movement: movement.id, order: order.id, problem: now }, 'a bank transfer could not pay its order');
    await bankMovements.leave(movement.id, now);
  }
}
