/** The parts of one request in lists and receipts. */
import type { RequestOutcome, RequestRow } from '../../../../src/features/usage/contract.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Badge } from '../../ui/page.tsx';
import { usageTexts } from './texts.ts';

const KINDS = { finished: 'good', 'client-left': 'warn', free: 'plain' } as const;

export function Outcome({ outcome }: { readonly outcome: RequestOutcome }) {
  const texts = useTexts(usageTexts);
  return <Badge kind={KINDS[outcome]}>{texts.outcomes[outcome]}</Badge>;
}

type TokenCountProps = {
  readonly count: number;
  /** The part of the count that has a price of its own. */
  readonly part: number;
  readonly partText: (count: string) => string;
};

export function TokenCount({ count, part, partText }: TokenCountProps) {
  const format = useFormat();
  return (
    <span className="two-lines">
      <span>{format.count(count)}</span>
      {part > 0 && <span className="muted small">{partText(format.count(part))}</span>}
    </span>
  );
}

/** Which pots paid; how much each did is on the receipt. */
export function PaidFrom({ row }: { readonly row: RequestRow }) {
  const { pots } = useTexts(usageTexts);
  const names = [
    row.planTokens > 0 && pots.plan,
    row.packageTokens > 0 && pots.package,
    !isZeroCzk(row.czk) && pots.credit,
  ].filter((name) => name !== false);
  return names.length > 0 ? names.join(' + ') : '–';
}
