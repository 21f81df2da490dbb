/** A receipt that adds up: what was processed, at which price, less what tokens paid, is what the credit paid. */
import type { ReceiptView } from '../../../../src/features/usage/contract.ts';
import { czkOf, nanosOf, priceOf } from '../../czk.ts';

type LineKind = 'input' | 'cachedInput' | 'cacheWrite5m' | 'cacheWrite1h' | 'reasoning' | 'output';

export type Line = {
  readonly kind: LineKind;
  readonly tokens: number;
  readonly czkPerMillion: string;
  readonly czk: string;
};

type Sums = {
  /** In the order of processing; only what there was. */
  readonly lines: readonly Line[];
  readonly tokens: number;
  readonly fullCzk: string;
  /** The part that plan and package tokens covered, in crowns. Zero where there were none. */
  readonly coveredCzk: string;
  readonly coveredTokens: number;
  /** The part that was waived: the request was free although something had been done. */
  readonly waivedCzk: string;
  readonly chargedCzk: string;
};

export function sumsOf(receipt: ReceiptView): Sums {
  const lines = linesOf(receipt);
  const tokens = lines.reduce((sum, line) => sum + line.tokens, 0);
  const coveredTokens = receipt.paidBy.reduce((sum, part) => sum + paidTokensOf(part), 0);
  const full = lines.reduce((sum, line) => sum + nanosOf(line.czk), 0n);
  const charged = nanosOf(receipt.czk);
  const covered = coveredTokens > 0 ? full - charged : 0n;
  return {
    lines,
    tokens,
    fullCzk: czkOf(full),
    coveredCzk: czkOf(covered),
    coveredTokens,
    waivedCzk: czkOf(full - covered - charged),
    chargedCzk: czkOf(charged),
  };
}

/** The processed tokens that a pot paid for. */
function paidTokensOf(part: ReceiptView['paidBy'][number]): number {
  if (part.pot === 'credit') return 0;
  return part.processedTokens ?? ('tokens' in part ? part.tokens : 0);
}

function linesOf({ price, ...tokens }: ReceiptView): readonly Line[] {
  // A write into a cache without a price of its own costs as input.
  const line = (kind: LineKind, count: number): Line => {
    const czkPerMillion = price[kind] ?? price.input;
    return { kind, tokens: count, czkPerMillion, czk: czkOf(priceOf(count, czkPerMillion)) };
  };
  const { cacheWrite5mTokens = 0, cacheWrite1hTokens = 0 } = tokens;
  return [
    line('input', tokens.inputTokens - tokens.cachedInputTokens - cacheWrite5mTokens - cacheWrite1hTokens),
    line('cachedInput', tokens.cachedInputTokens),
    line('cacheWrite5m', cacheWrite5mTokens),
    line('cacheWrite1h', cacheWrite1hTokens),
    line('reasoning', tokens.reasoningTokens),
    line('output', tokens.outputTokens - tokens.reasoningTokens),
  ].filter(({ tokens: count }) => count > 0);
}
