/** The seller: typed, or taken from the register of companies by the IČO. */
import { useRef } from 'react';
import type { CompanyView } from '../../../../src/features/service-settings/contract.ts';
import { ApiError, call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { useSubmit } from '../../ui/submit.ts';
import { type CardProps, type FieldsProps, SettingForm, type Wanted } from './setting-form.tsx';
import { serviceSettingsTexts } from './texts.ts';

const TEXTS = [
  ...(['name', 'street', 'postalCode', 'city', 'vatId', 'register', 'vatRate'] as const),
  ...(['invoicePrefix', 'creditNotePrefix'] as const),
] as const;
const FIELDS = ['companyId', ...TEXTS];
type SellerText = (typeof TEXTS)[number];

const VAT_RATE = 21;
const rateOf = (values: FormData): number => Number(textOf(values, 'vatRate') || VAT_RATE);
const isRate = (rate: number): boolean => Number.isInteger(rate) && rate >= 1 && rate <= 30;

/** Tax documents name them. */
const OF_VAT_PAYER = ['companyId', 'vatId', 'street', 'postalCode', 'city'] as const;

const sellerFrom = (values: FormData): Wanted => ({
  seller: {
    name: textOf(values, 'name'),
    street: textOf(values, 'street'),
    postalCode: textOf(values, 'postalCode'),
    city: textOf(values, 'city'),
    companyId: textOf(values, 'companyId'),
    vatId: textOf(values, 'vatId'),
    register: textOf(values, 'register'),
    vatPayer: values.has('vatPayer'),
    vatRate: rateOf(values),
    vatElsewhere: textOf(values, 'vatElsewhere') === 'oss' ? 'oss' : 'home',
    invoicePrefix: textOf(values, 'invoicePrefix'),
    creditNotePrefix: textOf(values, 'creditNotePrefix'),
  },
});

export function SellerCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).seller;
  const { value } = props.view.seller;
  const fields = useRef<HTMLDivElement>(null);
  const check = (values: FormData): Problems => {
    const needed = values.has('vatPayer') ? OF_VAT_PAYER : [];
    const missing = needed.filter((name) => textOf(values, name) === '');
    return {
      name: textOf(values, 'name') ? undefined : texts.wrong.name,
      vatRate: isRate(rateOf(values)) ? undefined : texts.wrong.vatRate,
      ...Object.fromEntries(missing.map((name) => [name, texts.neededForVat])),
    };
  };
  const found = (company: CompanyView) => {
    for (const [name, text] of Object.entries(company)) {
      const input = fields.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (input) input.value = text;
    }
    const payer = fields.current?.querySelector<HTMLInputElement>('input[name="vatPayer"]');
    if (payer) payer.checked = company.vatId !== '';
  };
  return (
    <SettingForm
      {...props}
      id="seller"
      title={texts.title}
      lead={texts.lead}
      keys={['seller']}
      fields={FIELDS}
      check={check}
      refused={texts.wrong}
      wanted={sellerFrom}
    >
      {(problems, isFixed) => (
        <div ref={fields} className="stack">
          <TextField
            label={texts.companyId}
            name="companyId"
            inputMode="numeric"
            defaultValue={value?.companyId}
            maxLength={20}
            autoComplete="off"
            problem={problems.companyId}
          />
          {props.view.companies && !isFixed && (
            <FromRegister
              companyId={() => fields.current?.querySelector<HTMLInputElement>('input[name="companyId"]')?.value ?? ''}
              onFound={found}
            />
          )}
          <SellerFields view={props.view} problems={problems} />
        </div>
      )}
    </SettingForm>
  );
}

function SellerFields({ view, problems }: FieldsProps) {
  const texts = useTexts(serviceSettingsTexts);
  const { value } = view.seller;
  const field = (name: SellerText, byDefault?: string | number) => (
    <TextField
      label={texts.seller[name]}
      name={name}
      defaultValue={value?.[name] ?? byDefault}
      autoComplete="off"
      problem={problems[name]}
    />
  );
  return (
    <>
      {field('name')}
      {field('street')}
      <div className="price-fields">
        {field('postalCode')}
        {field('city')}
      </div>
      {field('vatId')}
      {field('register')}
      <CheckField label={texts.seller.vatPayer} name="vatPayer" defaultChecked={value?.vatPayer} />
      {field('vatRate', VAT_RATE)}
      <details open={problems.invoicePrefix !== undefined || problems.creditNotePrefix !== undefined || undefined}>
        <summary>{texts.seller.more}</summary>
        <div className="stack">
          <SelectField
            label={texts.seller.vatElsewhere}
            name="vatElsewhere"
            defaultValue={value?.vatElsewhere ?? 'home'}
          >
            <option value="home">{texts.seller.home}</option>
            <option value="oss">{texts.seller.oss}</option>
          </SelectField>
          {field('invoicePrefix')}
          {field('creditNotePrefix', 'D')}
        </div>
      </details>
    </>
  );
}

type FromRegisterProps = { readonly companyId: () => string; readonly onFound: (company: CompanyView) => void };

type SellerTexts = (typeof serviceSettingsTexts)['en']['seller'];

function notFoundBecause(error: unknown, texts: SellerTexts): string {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'invalid_request_error') return texts.wrong.companyId;
  return code === 'not_found' ? texts.notInRegister : texts.noAnswer;
}

function FromRegister({ companyId, onFound }: FromRegisterProps) {
  const texts = useTexts(serviceSettingsTexts).seller;
  const { isBusy, error, run } = useSubmit(async () =>
    onFound(await call('GET /api/operator/settings/company', { query: { companyId: companyId() } })),
  );
  return (
    <>
      <div>
        <button type="button" className="button" disabled={isBusy} onClick={() => void run()}>
          {texts.fromRegister}
        </button>
      </div>
      {error !== undefined && (
        <div className="notice warn" role="alert">
          {notFoundBecause(error, texts)}
        </div>
      )}
    </>
  );
}
