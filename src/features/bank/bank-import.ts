/**
 * Imports of bank files: each movement is recorded once, and one that pays an order confirms it, exactly as an operator
 * would. Recording and confirming are steps of their own, so what one server has left half done the next one finishes.
 */

import { bankFileInvalid, ServiceError } from '../../core/errors.ts';
import { formatCzk, nanos } from '../../core/money.ts';
import type { BankAccount } from '../../core/offer.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type BankFile,
  type BankFileFormat,
  type BankMovements,
  contentOf,
  type KeptMovement,
  type LeftMovement,
  type Movement,
  type PayableOrder,
  problemOf,
  type ReadBankFile,
} from './bank.ts';
import { isOurAccount } from './bank-account.ts';
import type { ImportView } from './contract.ts';

type Importing = Pick<Platform, 'clock' | 'ids' | 'log' | 'actionLog'>;

export type BankBook = {
  readonly bankMovements: BankMovements;
  /** The account on which customers pay; null where transfers are off. */
  readonly bank: () => BankAccount | null;
};

/** The actor, in the action log, of what a bank file has confirmed. */
const ACTOR = 'bank';
/** Recorded in one transaction, so that others wait for some milliseconds. Those of the same content are never taken apart. */
const BATCH = 200;
/** Looked at in one turn of the loop. */
const TURN = 1000;

export async function importMovements(
  platform: Importing,
  { bankMovements, bank: ours }: BankBook,
  file: BankFile,
): Promise<ImportView> {
  const { clock, ids } = platform;
  const bank = ours();
  if (!bank) throw bankFileInvalid('Bank transfers are off: set payments.bank.', { kind: 'transfers-off' });
  if (!isOurAccount(file.account, bank.iban)) {
    const problem = `The statement is of the account ${file.account}, and payments.bank is ${bank.iban}.`;
    throw bankFileInvalid(problem, { kind: 'other-account', ...(file.account && { text: file.account }) });
  }
  const added: string[] = [];
  for (const movements of await batchesOf(file.movements, bank.iban)) {
    const about = { account: bank.iban, source: file.source, atMs: clock.nowMs() };
    added.push(...(await bankMovements.record(movements, { ...about, ids: movements.map(() => ids.next('mov_')) })));
  }
  await matchMovements(platform, bankMovements);
  const counts = { movements: file.movements.length, added: added.length };
  return { format: file.format, ...counts, ...(await outcomeOf(added, bankMovements)) };
}

async function outcomeOf(ids: readonly string[], bankMovements: Pick<BankMovements, 'states'>) {
  const sum = { confirmed: 0, unmatched: 0, setAside: 0 };
  for (let at = 0; at < ids.length; at += BATCH) {
    const states = await bankMovements.states(ids.slice(at, at + BATCH));
    sum.confirmed += states.matched;
    sum.unmatched += states.unmatched;
    sum.setAside += states['set-aside'];
  }
  return sum;
}

type ImportedFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Found by the content unless it is said. */
  readonly format?: BankFileFormat | undefined;
  readonly by: { readonly id: string; readonly actor: string };
};

/** An import by an operator is in the log, with what it came to. */
export async function importFile(
  platform: Importing,
  { readBankFile, ...book }: BankBook & { readonly readBankFile: ReadBankFile },
  { name: fileName, bytes, format, by }: ImportedFile,
): Promise<ImportView> {
  const result = await importMovements(platform, book, await readBankFile(bytes, format));
  const action = { kind: 'bank-import', object: fileName, result } as const;
  const atMs = platform.clock.nowMs();
  await platform.actionLog.act({ ...by, reason: `the file ${fileName}`, atMs, action });
  return result;
}

/** In turns of the loop, because the largest file has tens of thousands. */
async function batchesOf(movements: readonly Movement[], account: string): Promise<readonly (readonly Movement[])[]> {
  const byContent = new Map<string, Movement[]>();
  for (const [at, one] of movements.entries()) {
    const content = contentOf(account, one);
    const same = byContent.get(content);
    if (same) same.push(one);
    else byContent.set(content, [one]);
    if (at % TURN === TURN - 1) await nextTurn();
  }
  const batches: Movement[][] = [];
  for (const same of byContent.values()) {
    const last = batches.at(-1);
    if (last && last.length + same.length <= BATCH) last.push(...same);
    else batches.push([...same]);
  }
  return batches;
}

/** Also a step of the sweep, for what a server has recorded and not looked at before it died. Returns how many it matched. */
export async function matchMovements(platform: Importing, bankMovements: BankMovements): Promise<number> {
  let done = 0;
  for (let some = await bankMovements.pending(); some.length > 0; some = await bankMovements.pending()) {
    await matchSome(platform, bankMovements, some);
    done += some.length;
  }
  return done;
}

/** Movements that pay an order are confirmed one by one; all others, mostly nearly all, are left in one step. */
async function matchSome(
  platform: Importing,
  bankMovements: BankMovements,
  movements: readonly KeptMovement[],
): Promise<void> {
  const symbols = new Set(movements.map(({ variableSymbol }) => variableSymbol).filter(Boolean));
  const orders = new Map<string, PayableOrder>();
  const look = async (some: readonly string[]) => {
    for (const order of await bankMovements.payable(some)) orders.set(order.variableSymbol, order);
  };
  await look([...symbols]);
  const left: LeftMovement[] = [];
  for (const movement of movements) {
    const order = orders.get(movement.variableSymbol);
    const problem = problemOf(movement, order);
    if (problem || !order) left.push({ id: movement.id, problem: problem ?? 'unknown-symbol' });
    else {
      const isPaid = await confirm(platform, movement, order);
      // Another movement of these may have the same symbol.
      await look([order.variableSymbol]);
      if (!isPaid)
        left.push({ id: movement.id, problem: problemOf(movement, orders.get(order.variableSymbol)) ?? 'refused' });
    }
  }
  await bankMovements.leave(left);
}

/** False where the order is not paid by it: another or an operator was faster, or the account cannot take what was bought. */
async function confirm(
  { actionLog, clock, log }: Importing,
  movement: KeptMovement,
  order: PayableOrder,
): Promise<boolean> {
  const amount = nanos(movement.amount);
  const reason = `bank statement of ${movement.bookedOn}: ${formatCzk(amount)} CZK, variable symbol ${movement.variableSymbol}`;
  const { id: orderId, accountId } = order;
  const action = { kind: 'confirm-order', accountId, orderId, amount, movementId: movement.id } as const;
  const about = { movement: movement.id, order: orderId };
  try {
    // The id is the same for every server that looks at this movement: it is done once.
    await actionLog.act({ id: `match-${movement.id}`, actor: ACTOR, reason, atMs: clock.nowMs(), action });
    log.info(about, 'a bank transfer has paid an order');
    return true;
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code === 'store_unavailable') throw thrown;
    log.warn({ ...about, problem: thrown.code }, 'a bank transfer could not pay its order');
    return false;
  }
}
