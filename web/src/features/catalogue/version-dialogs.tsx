/** Publishing a new version of a price: what, and from when. */
import type { PricesView } from '../../../../src/features/catalogue/contract.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.ts';
import { priceFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { operatorPricesTexts } from './texts.ts';

type DialogProps = { readonly onPublished: (prices: PricesView) => void; readonly onClose: () => void };

const TYPES = ['input', 'cachedInput', 'output', 'reasoning'] as const;
/** They cost as input where they are left empty. */
const WRITES = ['cacheWrite5m', 'cacheWrite1h'] as const;
const ALL = [...TYPES, ...WRITES];

export function PriceVersionDialog({
  model,
  onPublished,
  onClose,
}: DialogProps & { readonly model: PricesView['models'][number] }) {
  const texts = useTexts(operatorPricesTexts);
  const { reasonPlain } = useTexts(operatorTexts);
  const { language } = useLanguage();
  const checkTime = useTimeCheck();
  const current = model.versions.find(({ state }) => state === 'now')?.price;
  const shown = (czk: string | undefined) => (language === 'cs' ? czk?.replace('.', ',') : czk);
  const priceIn = (values: FormData, type: (typeof ALL)[number]) => priceFrom(textOf(values, type));
  const isWrong = (values: FormData, type: (typeof ALL)[number]) =>
    priceIn(values, type) === undefined && (textOf(values, type) !== '' || !WRITES.some((write) => write === type));
  return (
    <OrderDialog
      title={texts.addFor(model.id)}
      text={texts.addText}
      reasonHint={reasonPlain}
      fields={[...ALL, 'fromMs']}
      check={(values) => ({
        ...Object.fromEntries(ALL.map((type) => [type, isWrong(values, type) ? texts.priceWrong : undefined])),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const [input, cachedInput, output, reasoning] = TYPES.map((type) => priceIn(values, type)!);
        const writes = Object.fromEntries(
          WRITES.flatMap((type) => (textOf(values, type) === '' ? [] : [[type, priceIn(values, type)!]])),
        );
        const price = { input: input!, cachedInput: cachedInput!, output: output!, reasoning: reasoning!, ...writes };
        const body = { ...order, model: model.id, price, fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/prices', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <fieldset className="field">
            <legend>{texts.unit}</legend>
            <div className="price-fields">
              {ALL.map((type) => (
                <TextField
                  key={type}
                  label={texts.types[type]}
                  hint={WRITES.some((write) => write === type) ? texts.asInput : undefined}
                  problem={problems[type]}
                  name={type}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={shown(current?.[type])}
                />
              ))}
            </div>
          </fieldset>
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}
