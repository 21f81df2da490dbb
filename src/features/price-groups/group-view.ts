import { formatPerMillion } from '../../core/money.ts';
import { type GroupTerms, percentText } from '../../core/price-groups.ts';
import type { GroupVersionView } from './contract.ts';

/** A group as people write it. */
export const termsToView = ({
  name,
  percent,
  models,
}: GroupTerms): Pick<GroupVersionView, 'name' | 'percent' | 'models'> => ({
  name,
  percent: percentText(percent),
  models: Object.fromEntries(
    Object.entries(models).map(([model, prices]) => [
      model,
      Object.fromEntries(Object.entries(prices).map(([type, perToken]) => [type, formatPerMillion(perToken)])),
    ]),
  ),
});
