import type { BankView, OrderView } from '../../../../src/features/shop/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Card } from '../../ui/page.tsx';
import { QrCode } from '../sign-in/qr-code.tsx';
import { shopTexts } from './texts.ts';

type TransferProps = { readonly order: OrderView; readonly bank: BankView };

/** Everything a bank asks for, to be scanned or copied. */
export function BankTransfer({ order, bank }: TransferProps) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const fields = [
    [texts.amount, format.czk(order.czk), order.czk],
    ...(bank.accountNumber === null ? [] : [[texts.account, bank.accountNumber, bank.accountNumber] as const]),
    [texts.iban, bank.iban.replaceAll(/(.{4})(?=.)/g, '$1 '), bank.iban],
    [texts.symbol, bank.variableSymbol, bank.variableSymbol],
    [texts.message, bank.message, bank.message],
    [texts.name, bank.name, bank.name],
  ] as const;
  return (
    <Card title={texts.transfer}>
      <p className="muted">{texts.transferLead}</p>
      <div className="transfer">
        <QrCode text={bank.code} label={texts.qr} />
        <dl className="transfer-fields">
          {fields.map(([label, shown, copied]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span>{shown}</span>
                <CopyButton text={copied} about={label} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <p>{texts.until(format.date(order.expiresAtMs))}</p>
    </Card>
  );
}
