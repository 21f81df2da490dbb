import type { Movement } from '../../src/features/bank/bank.ts';

/** True of a movement that can be kept and matched, whatever the file was that it was read from. */
export const isSoundMovement = ({
  bookedOn,
  amount,
  currency,
  variableSymbol,
  name,
  message,
  counterparty,
}: Movement) =>
  /^\d{4}-\d{2}-\d{2}$/.test(bookedOn) &&
  typeof amount === 'bigint' &&
  amount <= 10n ** 18n &&
  amount >= -(10n ** 18n) &&
  /^[A-Z]{3}$/.test(currency) &&
  /^(?:[1-9]\d{0,9})?$/.test(variableSymbol) &&
  [name, message, counterparty].every((text) => text.length <= 140 && text.isWellFormed() && !text.includes('\0'));
