/** `bank import | list | assign | set-aside`. */

import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { formatCzk, nanos } from '../../core/money.ts';
import type { BankAccount } from '../../core/offer.ts';
import { type ActNeeds, act } from '../../platform/commands/action.ts';
import { ACTOR } from '../../platform/commands/amounts.ts';
import {
  type Command,
  type Options,
  oneOf,
  required,
  tellRefusal,
  UsageError,
} from '../../platform/commands/command.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { type OrderNeeds, orderOf } from '../shop/index.ts';
import {
  BANK_FILE_BYTES_MAX,
  BANK_FILE_FORMATS,
  type BankMovements,
  type ListedMovement,
  MOVEMENT_STATES,
  type ReadBankFile,
} from './bank.ts';
import { importFile } from './bank-import.ts';
import { bank } from './contract.ts';

type Needs = ActNeeds &
  OrderNeeds & {
    readonly stores: { readonly bankMovements: BankMovements };
    readonly config: { readonly shop: { readonly bank: BankAccount | null } };
    readonly readBankFile: ReadBankFile;
  };

const LIST_MAX = 1000;
/** The report says what has happened. */
const SILENT: Log = { info() {}, warn() {}, error() {} };

export const bankImport: Command<Needs> = {
  usage: 'bank import --file FILE [--format FORMAT] [--json]',
  about: 'Imports a bank statement: confirms the orders that it pays.',
  options: ['file', 'format'],
  does: [bank.importFile.name],
  run: async (options, { platform, stores, config, readBankFile }) => {
    const path = required(options, 'file');
    const book = { bankMovements: stores.bankMovements, bank: () => config.shop.bank, readBankFile };
    const done = await importFile({ ...platform, log: SILENT }, book, {
      name: basename(path),
      bytes: bytesOf(path),
      format: oneOf(options, 'format', BANK_FILE_FORMATS),
      by: { id: platform.ids.next('act_'), actor: ACTOR },
    }).catch(tellRefusal);
    const { format, movements, added, confirmed, unmatched } = done;
    const text = `${movements} movements (${format}), ${added} of them new: ${confirmed} confirmed an order, ${unmatched} did not match.`;
    return { json: done, text };
  },
};

export const bankList: Command<Needs> = {
  usage: 'bank list [--state STATE] [--json]',
  about: 'Lists movements of bank statements.',
  options: ['state'],
  does: [bank.movements.name, bank.movementsCsv.name],
  run: async (options, { stores }) => {
    const state = oneOf(options, 'state', MOVEMENT_STATES);
    const movements = await stores.bankMovements.list({ ...(state && { state }), rowsMax: LIST_MAX });
    return {
      json: { movements: movements.map(jsonOf) },
      text: movements.map(lineOf).join('\n') || 'There are no movements.',
    };
  },
};

export const bankAssign: Command<Needs> = {
  usage: 'bank assign --movement ID --order ID|VARIABLE-SYMBOL --reason TEXT [--json]',
  about: 'Confirms an order with a movement that did not match.',
  options: ['movement', 'order', 'reason'],
  does: [bank.assign.name],
  run: async (options, storage) => {
    const { id: movementId, amount } = await movementOf(options, storage);
    const { id: orderId, accountId } = await orderOf(options, storage);
    const action = { kind: 'confirm-order', accountId, orderId, amount: nanos(amount), movementId } as const;
    await act(storage, action, { reason: required(options, 'reason') });
    const movement = (await storage.stores.bankMovements.find(movementId))!;
    return { json: jsonOf(movement), text: `Movement ${movementId} has paid the order ${orderId}.` };
  },
};

export const bankSetAside: Command<Needs> = {
  usage: 'bank set-aside --movement ID --reason TEXT [--json]',
  about: 'Records that a movement pays no order.',
  options: ['movement', 'reason'],
  does: [bank.setAside.name],
  run: async (options, storage) => {
    const { id: movementId } = await movementOf(options, storage);
    await act(storage, { kind: 'set-aside', movementId }, { reason: required(options, 'reason') });
    const movement = (await storage.stores.bankMovements.find(movementId))!;
    return { json: jsonOf(movement), text: `Movement ${movementId} is set aside.` };
  },
};

function bytesOf(path: string): Uint8Array {
  try {
    // A file that is too large is not read.
    if (statSync(path).size <= BANK_FILE_BYTES_MAX) return readFileSync(path);
  } catch (cause) {
    throw new UsageError(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  throw new UsageError(`${path} is larger than ${BANK_FILE_BYTES_MAX / 1024 / 1024} MiB: export fewer days at once.`);
}

async function movementOf(options: Options, { stores }: Needs): Promise<ListedMovement> {
  const id = required(options, 'movement');
  const movement = await stores.bankMovements.find(id);
  if (!movement) throw new UsageError(`There is no movement ${id}.`);
  return movement;
}

const jsonOf = ({ amount, createdAtMs, ...movement }: ListedMovement) => ({
  ...movement,
  amount: formatCzk(nanos(amount)),
  createdAt: new Date(createdAtMs).toISOString(),
});

const lineOf = (movement: ListedMovement): string =>
  [
    movement.id,
    movement.bookedOn,
    `${formatCzk(nanos(movement.amount))} ${movement.currency}`,
    movement.variableSymbol || '-',
    movement.state,
    movement.problem ?? movement.orderId ?? '',
    movement.name,
  ].join('  ');
