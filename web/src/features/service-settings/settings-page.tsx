/** The settings of the service, each with its form. What the configuration file declares is shown as it is. */
import type { FunctionComponent } from 'react';
import type { ServiceSettingsView } from '../../../../src/features/service-settings/contract.ts';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { NotFound } from '../../not-found.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.ts';
import { useScrollToHash } from '../../ui/hash.ts';
import { Card, Page, PageParts, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { BothFields, bothOf, otherLanguageMissing } from './both-languages.tsx';
import { LookCard, WordsCard } from './look-card.tsx';
import { MailCard } from './mail-card.tsx';
import { SellerCard } from './seller-card.tsx';
import { NextStep } from './set-up.tsx';
import { type CardProps, type FieldsProps, SettingForm } from './setting-form.tsx';
import { SignUpCard } from './sign-up-card.tsx';
import { serviceSettingsTexts } from './texts.ts';

const PARTS = {
  general: { name: NameCard, address: AddressCard, signUp: SignUpCard, trial: TrialCard },
  sales: { seller: SellerCard, bank: BankCard },
  mail: { mail: MailCard },
  terms: { terms: TermsCard },
  look: { look: LookCard, words: WordsCard },
} as const;
type PartName = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as readonly PartName[];

const addressOf = (part: PartName) => (part === 'general' ? '/operator/settings' : `/operator/settings/${part}`);

export default function SettingsPage({ part = 'general' }: { readonly part: string | undefined }) {
  const name = NAMES.find((one) => one === part);
  return name ? <Part name={name} /> : <NotFound />;
}

function Part({ name }: { readonly name: PartName }) {
  const texts = useTexts(serviceSettingsTexts);
  const { data, error, mutate } = useApi('GET /api/operator/settings', undefined, { revalidateOnFocus: false });
  // The frame around the page has the name of the service, too.
  const { mutate: readService } = useApi('GET /api/service');
  const { mutate: readSteps } = useApi('GET /api/operator/set-up');
  // Where a link of the set-up leads to.
  useScrollToHash(data !== undefined);
  const changed = (view: ServiceSettingsView) => {
    void mutate(view, false);
    void readService();
    void readSteps();
  };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <PageParts label={texts.title} links={NAMES.map((one) => [addressOf(one), texts.parts[one]])} />
      <NextStep />
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
      {data && <Wrong of={data} />}
      {data &&
        Object.entries<FunctionComponent<CardProps>>(PARTS[name]).map(([id, SettingCard]) => (
          <SettingCard key={id} view={data} onChanged={changed} />
        ))}
    </Page>
  );
}

function Wrong({ of: { problems } }: { readonly of: ServiceSettingsView }) {
  const texts = useTexts(serviceSettingsTexts);
  if (problems.length === 0) return null;
  return (
    <div className="notice bad">
      <strong>{texts.wrong}</strong>
      {problems.map((problem) => (
        <span key={problem}>{problem}</span>
      ))}
    </div>
  );
}

function NameCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).name;
  return (
    <SettingForm
      {...props}
      id="name"
      title={texts.title}
      lead={texts.lead}
      keys={['serviceName']}
      fields={['serviceName']}
      refused={{ serviceName: texts.wrong }}
      wanted={(values) => ({ serviceName: textOf(values, 'serviceName') })}
    >
      {(problems) => (
        <TextField
          label={texts.label}
          name="serviceName"
          defaultValue={props.view.serviceName.value}
          maxLength={60}
          autoComplete="off"
          problem={problems.serviceName}
        />
      )}
    </SettingForm>
  );
}

function AddressCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).address;
  return (
    <SettingForm
      {...props}
      id="address"
      title={texts.title}
      lead={texts.lead}
      keys={['publicUrl']}
      fields={['publicUrl']}
      refused={{ publicUrl: texts.wrong }}
      wanted={(values) => ({ publicUrl: textOf(values, 'publicUrl') })}
    >
      {(problems) => (
        <TextField
          label={texts.label}
          hint={texts.hint}
          type="url"
          name="publicUrl"
          defaultValue={props.view.publicUrl.value || location.origin}
          autoComplete="off"
          problem={problems.publicUrl}
        />
      )}
    </SettingForm>
  );
}

function BankCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).bank;
  const { value } = props.view.bank;
  return (
    <SettingForm
      {...props}
      id="bank"
      title={texts.title}
      lead={texts.lead}
      keys={['bank']}
      fields={['iban', 'name']}
      refused={texts.wrong}
      wanted={(values) => ({ bank: { iban: textOf(values, 'iban'), name: textOf(values, 'name') } })}
    >
      {(problems) => (
        <>
          <TextField
            label={texts.iban}
            name="iban"
            defaultValue={value?.iban}
            autoComplete="off"
            problem={problems.iban}
          />
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            name="name"
            defaultValue={value?.name ?? props.view.seller.value?.name}
            maxLength={60}
            autoComplete="off"
            problem={problems.name}
          />
        </>
      )}
    </SettingForm>
  );
}

function TermsCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).terms;
  const version = (values: FormData) => {
    const written = textOf(values, 'version');
    return written === '' ? null : { version: written };
  };
  return (
    <SettingForm
      {...props}
      id="terms"
      title={texts.title}
      lead={texts.lead}
      keys={['terms', 'privacy', 'legal']}
      fields={['version', 'legal']}
      check={(values) => otherLanguageMissing(values, ['terms', 'privacy'], texts.bothLanguages)}
      refused={{ version: texts.wrong, legal: texts.textsMissing }}
      wanted={(values) => ({
        terms: bothOf(values, 'terms'),
        privacy: bothOf(values, 'privacy'),
        legal: version(values),
      })}
    >
      {(problems) => <TermsFields view={props.view} problems={problems} />}
    </SettingForm>
  );
}

function TermsFields({ view: { terms, privacy, legal }, problems }: FieldsProps) {
  const texts = useTexts(serviceSettingsTexts).terms;
  return (
    <>
      <BothFields
        name="terms"
        labels={{ cs: texts.termsCs, en: texts.termsEn }}
        value={terms.value}
        rows={6}
        problems={problems}
      />
      <BothFields
        name="privacy"
        labels={{ cs: texts.privacyCs, en: texts.privacyEn }}
        value={privacy.value}
        rows={6}
        problems={problems}
      />
      <TextField
        label={texts.version}
        hint={texts.versionHint}
        name="version"
        defaultValue={legal.value?.version ?? new Date().toISOString().slice(0, 10)}
        maxLength={40}
        autoComplete="off"
        problem={problems.version ?? problems.legal}
      />
    </>
  );
}

function TrialCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).trial;
  return (
    <SettingForm
      {...props}
      id="trial"
      title={texts.title}
      lead={texts.lead}
      keys={['trial']}
      fields={['czk']}
      refused={{ czk: texts.wrong }}
      wanted={(values) => {
        const czk = textOf(values, 'czk').replace(',', '.');
        return { trial: czk === '' ? null : { czk } };
      }}
    >
      {(problems) => (
        <TextField
          label={texts.label}
          hint={texts.hint}
          name="czk"
          inputMode="decimal"
          defaultValue={props.view.trial.value?.czk}
          autoComplete="off"
          problem={problems.czk}
        />
      )}
    </SettingForm>
  );
}
