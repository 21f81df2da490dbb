import { formatCzk, type Nanos, nanos, type Price } from '../../core/money.ts';
import type { ModelView } from './contract.ts';

/** In CZK per million tokens. */
export const priceToView = ({ input, cachedInput, output, reasoning }: Price): ModelView['price'] => ({
  input: perMillion(input),
  cachedInput: perMillion(cachedInput),
  output: perMillion(output),
  reasoning: perMillion(reasoning),
});

const perMillion = (perToken: Nanos): string => formatCzk(nanos(perToken * 1_000_000n));
