/** How an order is paid by bank transfer: what a person types into the form of a bank, and the same for its app. */
import type { BankAccount } from '../../core/offer.ts';
import type { BankView } from './contract.ts';
import { type Payable, paymentCode } from './spayd.ts';

type TransferTo = { readonly bank: BankAccount; readonly serviceName: string };

export function transferFor(order: Payable, { bank, serviceName }: TransferTo): BankView {
  const message = `${serviceName} ${order.variableSymbol}`;
  return {
    iban: bank.iban,
    accountNumber: czechNumberOf(bank.iban),
    name: bank.name,
    variableSymbol: order.variableSymbol,
    message,
    code: paymentCode(order, { ...bank, message }),
  };
}

/** As Czech banks write it: prefix, number, bank. An IBAN holds the bank, then six and ten digits with leading zeros. */
function czechNumberOf(iban: string): string | null {
  const match = /^CZ\d{2}(\d{4})(\d{6})(\d{10})$/.exec(iban);
  if (!match) return null;
  const bank = match[1]!;
  const prefix = match[2]!.replace(/^0+/, '');
  const number = match[3]!.replace(/^0+/, '');
  return `${prefix && `${prefix}-`}${number}/${bank}`;
}
