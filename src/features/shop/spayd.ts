/** The text in a Czech QR payment code (SPAYD): a bank's app fills its form from it. */
import { NANOS_PER_CZK, type Nanos } from '../../core/money.ts';
import type { BankAccount } from '../../core/offer.ts';

export type Payable = { readonly amount: Nanos; readonly variableSymbol: string };

const MESSAGE_MAX = 60;

export function paymentCode(order: Payable, to: BankAccount & Message): string {
  const hellers = (order.amount * 100n) / NANOS_PER_CZK;
  const message = plain(to.message);
  const fields = [
    `ACC:${to.iban}`,
    `AM:${hellers / 100n}.${String(hellers % 100n).padStart(2, '0')}`,
    'CC:CZK',
    // A field without a value is not allowed.
    ...(message === '' ? [] : [`MSG:${message}`]),
    `X-VS:${order.variableSymbol}`,
  ];
  return ['SPD*1.0', ...fields].join('*').toUpperCase();
}

type Message = { readonly message: string };

/** Banks print only letters without accents; an asterisk ends a field. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll('*', '')
    .slice(0, MESSAGE_MAX);
