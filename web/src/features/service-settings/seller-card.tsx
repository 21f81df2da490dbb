/** The seller: typed, or taken from the register of companies by the IČO. */
import { useRef } from 'react';
import type { CompanyView } from '../../../../src/features/service-settings/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { useSubmit } from '../../ui/submit.ts';
import { type CardProps, SettingForm, type Wanted } from './setting-form.tsx';
import { serviceSettingsTexts } from './texts.ts';

const LINES = ['name', 'street', 'postalCode', 'city', 'vatId', 'register'] as const;
const FIELDS = [...LINES, 'companyId', 'vatRate', 'invoicePrefix', 'creditNotePrefix'];

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
    vatRate: Number(textOf(values, 'vatRate')) || 21,
    vatElsewhere: textOf(values, 'vatElsewhere') === 'oss' ? 'oss' : 'home',
    invoicePrefix: textOf(values, 'invoicePrefix'),
    creditNotePrefix: textOf(values, 'creditNotePrefix'),
  },
});

export function SellerCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).seller;
  const { value } = props.view.seller;
  const fields = useRef<HTMLDivElement>(null);
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

type SellerFieldsProps = Pick<CardProps, 'view'> & { readonly problems: Problems };

function SellerFields({ view, problems }: SellerFieldsProps) {
  const texts = useTexts(serviceSettingsTexts).seller;
  const { value } = view.seller;
  return (
    <>
      {LINES.map((name) => (
        <TextField
          key={name}
          label={texts[name]}
          name={name}
          defaultValue={value?.[name]}
          autoComplete="off"
          problem={problems[name]}
        />
      ))}
      <CheckField label={texts.vatPayer} name="vatPayer" defaultChecked={value?.vatPayer} />
      <TextField
        label={texts.vatRate}
        name="vatRate"
        inputMode="numeric"
        defaultValue={value?.vatRate ?? 21}
        autoComplete="off"
        problem={problems.vatRate}
      />
      <SelectField label={texts.vatElsewhere} name="vatElsewhere" defaultValue={value?.vatElsewhere ?? 'home'}>
        <option value="home">{texts.home}</option>
        <option value="oss">{texts.oss}</option>
      </SelectField>
      <TextField
        label={texts.invoicePrefix}
        name="invoicePrefix"
        defaultValue={value?.invoicePrefix}
        autoComplete="off"
        problem={problems.invoicePrefix}
      />
      <TextField
        label={texts.creditNotePrefix}
        name="creditNotePrefix"
        defaultValue={value?.creditNotePrefix ?? 'D'}
        autoComplete="off"
        problem={problems.creditNotePrefix}
      />
    </>
  );
}

type FromRegisterProps = { readonly companyId: () => string; readonly onFound: (company: CompanyView) => void };

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
          {texts.notFound}
        </div>
      )}
    </>
  );
}
