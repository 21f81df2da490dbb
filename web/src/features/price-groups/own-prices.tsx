/** The prices of a customer who is in a price group, beside those of the list. */
import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import { useApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { CardTable, type Column, TwoLines } from '../../ui/card-table.tsx';
import { Card } from '../../ui/page.tsx';
import { priceGroupTexts } from './texts.ts';

const TYPES = ['input', 'cachedInput', 'output', 'reasoning'] as const;

export function OwnPrices() {
  const texts = useTexts(priceGroupTexts);
  const format = useFormat();
  const { data } = useApi('GET /api/models');
  if (!data?.priceGroup) return null;
  const columns: readonly Column<ModelView>[] = [
    { label: texts.model, cell: ({ id }) => id },
    ...TYPES.map(
      (type): Column<ModelView> => ({
        label: texts.types[type],
        kind: 'number',
        cell: ({ price, listPrice }) => (
          <TwoLines second={listPrice && texts.ofList(format.exactCzk(listPrice[type]))}>
            {format.exactCzk(price[type])}
          </TwoLines>
        ),
      }),
    ),
  ];
  return (
    <Card title={texts.yourPrices(data.priceGroup)}>
      <p className="muted small">{texts.yourPricesText}</p>
      <CardTable columns={columns} rows={data.models} keyOf={({ id }) => id} />
    </Card>
  );
}
