/** The text in a Czech QR payment code (SPAYD): a bank's app fills its form from it. */
import spayd from 'spayd';
import { NANOS_PER_CZK, type Nanos } from '../../core/money.ts';
import type { BankAccount } from '../../core/offer.ts';

export type Payable = { readonly amount: Nanos; readonly variableSymbol: string };

const MESSAGE_MAX = 60;

export function paymentCode(order: Payable, to: BankAccount & Message): string {
  const hellers = (order.amount * 100n) / NANOS_PER_CZK;
  return spayd({
    acc: to.iban,
    am: `${hellers / 100n}.${String(hellers % 100n).padStart(2, '0')}`,
    cc: 'CZK',
    msg: plain(to.message),
    xvs: order.variableSymbol,
  });
}

type Message = { readonly message: string };

/** Banks print only letters without accents; an asterisk ends a field. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll('*', '')
    .slice(0, MESSAGE_MAX);
