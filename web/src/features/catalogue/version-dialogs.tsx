/** Publishing a new version of a price: what, and from when. */
import type { PricesView } from '../../../../src/features/catalogue/contract.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { priceFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { PRICE_TYPES, PriceFields, typedPrice, wrongPrices } from './price-form.tsx';
import { operatorPricesTexts } from './texts.ts';

type DialogProps = { readonly onPublished: (prices: PricesView) => void; readonly onClose: () => void };

export function PriceVersionDialog({
  model,
  onPublished,
  onClose,
}: DialogProps & { readonly model: PricesView['models'][number] }) {
  const texts = useTexts(operatorPricesTexts);
  const { language } = useLanguage();
  const checkTime = useTimeCheck();
  const current = model.versions.find(({ state }) => state === 'now')?.price;
  const shown = (czk: string | undefined) => (language === 'cs' ? czk?.replace('.', ',') : czk);
  return (
    <OrderDialog
      title={texts.addFor(model.id)}
      text={texts.addText}
      fields={[...PRICE_TYPES, 'fromMs']}
      check={(values) => ({
        ...wrongPrices(values, priceFrom, texts.priceWrong),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const price = typedPrice(values, priceFrom);
        const body = { ...order, model: model.id, price, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/prices', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <PriceFields legend={texts.unit} problems={problems} shown={(type) => shown(current?.[type])} />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}
