import { formatCzk, type Nanos, nanos, type Price } from '../../core/money.ts';
import type { ModelView } from './contract.ts';

/** In CZK per million tokens. */
export const priceToView = ({
  input,
  cachedInput,
  output,
  reasoning,
  cacheWrite5m,
  cacheWrite1h,
}: Price): ModelView['price'] => ({
  input: perMillion(input),
  cachedInput: perMillion(cachedInput),
  output: perMillion(output),
  reasoning: perMillion(reasoning),
  ...(cacheWrite5m !== undefined && { cacheWrite5m: perMillion(cacheWrite5m) }),
  ...(cacheWrite1h !== undefined && { cacheWrite1h: perMillion(cacheWrite1h) }),
});

const perMillion = (perToken: Nanos): string => formatCzk(nanos(perToken * 1_000_000n));
