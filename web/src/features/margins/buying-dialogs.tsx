/** Setting what an engine costs, and what a currency costs in CZK: what, and from when. */
import { useState } from 'react';
import type { BuyingView } from '../../../../src/features/margins/contract.ts';
import { call } from '../../api.ts';
import { czkFromTyped, isZeroCzk } from '../../czk.ts';
import { useTexts } from '../../language.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { PRICE_TYPES, PriceFields, typedPrice, wrongPrices } from '../catalogue/price-form.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { marginTexts } from './texts.ts';

type DialogProps = { readonly onPublished: (buying: BuyingView) => void; readonly onClose: () => void };

const currencyIn = (values: FormData): string => textOf(values, 'currency').toUpperCase();
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

export function BuyingDialog({ of: { engines }, onPublished, onClose }: DialogProps & { readonly of: BuyingView }) {
  const texts = useTexts(marginTexts);
  const checkTime = useTimeCheck();
  const [engine, setEngine] = useState(engines[0]?.engine ?? '');
  return (
    <OrderDialog
      title={texts.addBuying}
      text={texts.buyingText}
      fields={['engine', 'model', 'currency', ...PRICE_TYPES, 'fromMs']}
      check={(values) => ({
        currency: isCurrency(currencyIn(values)) ? undefined : texts.currencyWrong,
        ...wrongPrices(values, czkFromTyped, texts.priceWrong),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const price = typedPrice(values, czkFromTyped);
        const about = { engine, model: textOf(values, 'model'), currency: currencyIn(values) };
        const body = { ...order, ...about, price, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/buying-prices', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <SourceFields engines={engines} engine={engine} setEngine={setEngine} problems={problems} />
          <CurrencyField problems={problems} />
          <PriceFields legend={texts.unit} problems={problems} />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

type SourceFieldsProps = Pick<BuyingView, 'engines'> & {
  readonly engine: string;
  readonly setEngine: (engine: string) => void;
  readonly problems: Problems;
};

function SourceFields({ engines, engine, setEngine, problems }: SourceFieldsProps) {
  const texts = useTexts(marginTexts);
  const models = engines.find((one) => one.engine === engine)?.models ?? [];
  return (
    <>
      <SelectField
        label={texts.engine}
        name="engine"
        problem={problems.engine}
        value={engine}
        onChange={({ target }) => setEngine(target.value)}
      >
        <Options of={engines.map((one) => one.engine)} />
      </SelectField>
      <SelectField label={texts.engineModel} name="model" problem={problems.model}>
        <option value="">{texts.anyModel}</option>
        <Options of={models} />
      </SelectField>
    </>
  );
}

function CurrencyField({ problems }: { readonly problems: Problems }) {
  const texts = useTexts(marginTexts);
  return (
    <TextField
      label={texts.currency}
      hint={texts.currencyHint}
      problem={problems.currency}
      name="currency"
      maxLength={3}
      autoComplete="off"
      defaultValue="CZK"
    />
  );
}

export function RateDialog({ onPublished, onClose }: DialogProps) {
  const texts = useTexts(marginTexts);
  const checkTime = useTimeCheck();
  const rateIn = (values: FormData) => {
    const amount = czkFromTyped(textOf(values, 'czk'));
    return amount === undefined || isZeroCzk(amount) ? undefined : amount;
  };
  return (
    <OrderDialog
      title={texts.addRate}
      text={texts.rateText}
      fields={['currency', 'czk', 'fromMs']}
      check={(values) => ({
        currency: isCurrency(currencyIn(values)) ? undefined : texts.currencyWrong,
        czk: rateIn(values) === undefined ? texts.rateWrong : undefined,
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const body = { ...order, currency: currencyIn(values), czk: rateIn(values)!, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/currency-rates', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <TextField
            label={texts.currency}
            problem={problems.currency}
            name="currency"
            maxLength={3}
            autoComplete="off"
            defaultValue="EUR"
          />
          <TextField label={texts.rate} problem={problems.czk} name="czk" inputMode="decimal" autoComplete="off" />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}
