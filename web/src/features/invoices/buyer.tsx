/** The buyer, as printed on documents. */

import type { BuyerReply } from '../../../../src/features/invoices/contract.ts';
import { useMay } from '../../acting.ts';
import { call, useApi, useRefresh } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { useScrollToHash } from '../../ui/hash.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { buyerTexts } from './buyer-texts.ts';

export function Buyer() {
  const texts = useTexts(buyerTexts);
  const { data, error, mutate } = useApi('GET /api/buyer', undefined, { revalidateOnFocus: false });
  // The cards above have their heights only now.
  useScrollToHash(data !== undefined);
  return (
    <Card title={texts.title} id="buyer">
      <p className="muted">{texts.lead}</p>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={8} />}
      {data && <BuyerForm kept={data} />}
    </Card>
  );
}

const NEEDED = ['name', 'street', 'city', 'postalCode'] as const;
const FIELDS = [...NEEDED, 'country', 'companyId', 'vatId'] as const;
type FieldName = (typeof FIELDS)[number];
const LENGTHS = { name: 100, street: 100, city: 60, postalCode: 12, companyId: 40, vatId: 40 } as const;

function BuyerForm({ kept: { buyer, countries, vatCheck } }: { readonly kept: BuyerReply }) {
  const texts = useTexts(buyerTexts);
  const say = useNotice();
  const may = useMay();
  const refresh = useRefresh('GET /api/buyer');
  const { form, problems, error, isBusy } = useForm({
    fields: FIELDS,
    check: (values) => {
      const isEmpty = FIELDS.every((field) => field === 'country' || textOf(values, field) === '');
      const missing = isEmpty ? [] : NEEDED.filter((field) => textOf(values, field) === '');
      return Object.fromEntries(missing.map((field) => [field, texts.missing]));
    },
    send: async (values) => {
      const body = Object.fromEntries(FIELDS.map((field) => [field, textOf(values, field)])) as Record<
        FieldName,
        string
      >;
      const reply = await call('PATCH /api/buyer', { body });
      await refresh(reply);
      say(reply.buyer ? texts.saved : texts.forgotten);
    },
  });
  const field = (name: Exclude<FieldName, 'country'>, autoComplete = 'off') => {
    const kept = buyer?.[name] ?? '';
    return { name, autoComplete, maxLength: LENGTHS[name], defaultValue: kept, problem: problems[name] };
  };
  return (
    <form {...form} className="stack">
      <TextField {...field('name', 'organization')} label={texts.name} />
      <TextField {...field('street', 'address-line1')} label={texts.street} />
      <div className="pair">
        <TextField {...field('city', 'address-level2')} label={texts.city} />
        <TextField {...field('postalCode', 'postal-code')} label={texts.postalCode} />
      </div>
      <Countries countries={countries} chosen={buyer?.country ?? 'CZ'} problem={problems.country} />
      <div className="pair">
        <TextField
          {...field('companyId')}
          label={texts.companyId}
          hint={texts.companyIdHint}
          problem={problems.companyId && texts.companyIdWrong}
        />
        <TextField
          {...field('vatId')}
          label={texts.vatId}
          hint={texts.vatIdHint}
          problem={problems.vatId && texts.vatIdWrong}
        />
      </div>
      {vatCheck && (
        <p className={`notice ${vatCheck.state === 'valid' ? 'good' : 'warn'}`} role="status">
          {texts.vies[vatCheck.state]}
        </p>
      )}
      <Problem error={error} />
      {may('buy') && (
        <div>
          <button type="submit" className="button" disabled={isBusy}>
            {texts.save}
          </button>
        </div>
      )}
    </form>
  );
}

type CountriesProps = {
  readonly countries: readonly string[];
  readonly chosen: string;
  readonly problem: string | undefined;
};

/** Sorted by their names in the person's language. */
function Countries({ countries, chosen, problem }: CountriesProps) {
  const texts = useTexts(buyerTexts);
  const { language } = useLanguage();
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const named = countries.map((code) => [code, names.of(code) ?? code] as const);
  const sorted = named.toSorted(([, a], [, b]) => a.localeCompare(b, language));
  return (
    <SelectField label={texts.country} problem={problem} name="country" autoComplete="country" defaultValue={chosen}>
      <Options of={sorted} />
    </SelectField>
  );
}
