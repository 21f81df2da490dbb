import { formatPerMillion, type Price } from '../../core/money.ts';
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
  input: formatPerMillion(input),
  cachedInput: formatPerMillion(cachedInput),
  output: formatPerMillion(output),
  reasoning: formatPerMillion(reasoning),
  ...(cacheWrite5m !== undefined && { cacheWrite5m: formatPerMillion(cacheWrite5m) }),
  ...(cacheWrite1h !== undefined && { cacheWrite1h: formatPerMillion(cacheWrite1h) }),
});
