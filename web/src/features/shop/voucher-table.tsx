import type { VoucherView } from '../../../../src/features/shop/operator-contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { usePlanName } from '../../plan-names.ts';
import { useServiceWords } from '../../service-words.ts';
import { operatorTexts } from '../../texts/operator.ts';
import { CardTable, type Column } from '../../ui/card-table.tsx';
import { Badge } from '../../ui/page.tsx';
import { operatorSalesTexts } from './operator-sales-texts.ts';
import { type VoucherState, voucherStateOf } from './voucher-state.ts';

type VoucherTableProps = {
  readonly vouchers: readonly VoucherView[];
  readonly onWithdraw: (voucher: VoucherView) => void;
};

export function VoucherTable({ vouchers, onWithdraw }: VoucherTableProps) {
  return <CardTable columns={useColumns(onWithdraw)} rows={vouchers} keyOf={({ id }) => id} />;
}

const KINDS: Readonly<Record<VoucherState, 'good' | 'plain'>> = {
  usable: 'good',
  used: 'plain',
  expired: 'plain',
  revoked: 'plain',
};

function useColumns(onWithdraw: VoucherTableProps['onWithdraw']): readonly Column<VoucherView>[] {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const { actions } = useTexts(operatorTexts);
  const format = useFormat();
  const giftText = useGiftText();
  const words = useServiceWords();
  return [
    { label: texts.code, cell: ({ hint }) => <code className="one-line">…{hint}</code> },
    { label: texts.gift, cell: ({ gift }) => giftText(gift) },
    { label: texts.state, isOnLine: true, cell: (voucher) => <StateBadge of={voucher} /> },
    {
      label: texts.used,
      kind: 'number',
      cell: ({ uses, usesMax }) => texts.usedOf(format.count(uses), format.count(usesMax)),
    },
    {
      label: texts.until,
      cell: ({ expiresAtMs }) => (expiresAtMs === null ? texts.noEnd : format.dateTime(expiresAtMs)),
    },
    {
      label: texts.note,
      kind: 'name',
      cell: ({ note, createdBy }) => (
        <span className="two-lines">
          {note && <span>{note}</span>}
          <span className="muted small">{texts.by(words.actor(createdBy))}</span>
        </span>
      ),
    },
    {
      label: actions,
      kind: 'buttons',
      cell: (voucher) =>
        voucher.revokedAtMs === null && (
          <button
            type="button"
            className="button compact danger"
            aria-label={`${texts.revoke}: ${voucher.hint}`}
            onClick={() => onWithdraw(voucher)}
          >
            {texts.revoke}
          </button>
        ),
    },
  ];
}

function StateBadge({ of }: { readonly of: VoucherView }) {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const state = voucherStateOf(of, Date.now());
  return <Badge kind={KINDS[state]}>{texts.states[state]}</Badge>;
}

function useGiftText(): (gift: VoucherView['gift']) => string {
  const texts = useTexts(operatorSalesTexts).vouchers;
  const format = useFormat();
  const planName = usePlanName();
  return (gift) => {
    if (gift.kind === 'credit') return format.czk(gift.czk);
    if (gift.kind === 'package') return texts.giftPackage(format.count(gift.tokens), gift.days);
    return texts.giftPlan(planName(gift.plan), gift.months);
  };
}
