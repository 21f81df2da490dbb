/** What lists and receipts say about one request. */
import type { RequestOutcome, RequestRow, Tokens } from '../../../../src/wire/settings-api.ts';
import { isZeroCzk } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { usageTexts } from '../../texts/usage.ts';
import { Badge } from '../../ui/page.tsx';

const KINDS = { finished: 'good', 'client-left': 'warn', free: 'plain', running: 'plain' } as const;

export function Outcome({ outcome }: { readonly outcome: RequestOutcome }) {
  const texts = useTexts(usageTexts);
  return <Badge kind={KINDS[outcome]}>{texts.outcomes[outcome]}</Badge>;
}

export function TokenCounts({ tokens }: { readonly tokens: Tokens }) {
  const texts = useTexts(usageTexts);
  const format = useFormat();
  const parts = [
    tokens.cachedInputTokens > 0 && texts.cached(format.count(tokens.cachedInputTokens)),
    tokens.reasoningTokens > 0 && texts.reasoning(format.count(tokens.reasoningTokens)),
  ].filter((part) => part !== false);
  return (
    <span className="two-lines">
      <span>{texts.inOut(format.count(tokens.inputTokens), format.count(tokens.outputTokens))}</span>
      {parts.length > 0 && <span className="muted small">{parts.join(' · ')}</span>}
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
