import type { VoucherView } from '../../../../src/wire/operator-api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { operatorSalesTexts } from '../../texts/operator-sales.ts';
import { Badge } from '../../ui/page.tsx';
import { PLAN_NAMES } from './plan-names.ts';
import { type VoucherState, voucherStateOf } from './voucher-state.ts';

type VoucherTableProps = {
  readonly vouchers: readonly VoucherView[];
  readonly onWithdraw: (voucher: VoucherView) => void;
};

export function VoucherTable({ vouchers, onWithdraw }: VoucherTableProps) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const { actions } = useTexts(operatorTexts);
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{texts.code}</th>
          <th scope="col">{texts.gift}</th>
          <th scope="col">{texts.state}</th>
          <th scope="col" className="number">
            {texts.used}
          </th>
          <th scope="col">{texts.until}</th>
          <th scope="col">{texts.note}</th>
          <th scope="col">
            <span className="visually-hidden">{actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {vouchers.map((voucher) => (
          <Row key={voucher.id} voucher={voucher} onWithdraw={() => onWithdraw(voucher)} />
        ))}
      </tbody>
    </table>
  );
}

const KINDS: Readonly<Record<VoucherState, 'good' | 'plain'>> = {
  usable: 'good',
  used: 'plain',
  expired: 'plain',
  revoked: 'plain',
};

function Row({ voucher, onWithdraw }: { readonly voucher: VoucherView; readonly onWithdraw: () => void }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const format = useFormat();
  const giftText = useGiftText();
  const state = voucherStateOf(voucher, Date.now());
  return (
    <tr>
      <td className="lead-cell">
        <code className="one-line">…{voucher.hint}</code>
      </td>
      <td data-label={texts.gift}>{giftText(voucher.gift)}</td>
      <td data-label={texts.state}>
        <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>
      </td>
      <td data-label={texts.used} className="number">
        {texts.usedOf(format.count(voucher.uses), format.count(voucher.usesMax))}
      </td>
      <td data-label={texts.until}>
        {voucher.expiresAtMs === null ? texts.noEnd : format.dateTime(voucher.expiresAtMs)}
      </td>
      <td data-label={texts.note} className="name-cell">
        <span className="two-lines">
          {voucher.note && <span>{voucher.note}</span>}
          <span className="muted small">{texts.by(voucher.createdBy)}</span>
        </span>
      </td>
      <td className="number">
        {voucher.revokedAtMs === null && (
          <button
            type="button"
            className="button compact danger"
            aria-label={`${texts.revoke}: ${voucher.hint}`}
            onClick={onWithdraw}
          >
            {texts.revoke}
          </button>
        )}
      </td>
    </tr>
  );
}

function useGiftText(): (gift: VoucherView['gift']) => string {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const format = useFormat();
  return (gift) => {
    if (gift.kind === 'credit') return format.czk(gift.czk);
    if (gift.kind === 'package') return texts.giftPackage(format.count(gift.tokens), gift.days);
    return texts.giftPlan(PLAN_NAMES[gift.plan], gift.months);
  };
}
