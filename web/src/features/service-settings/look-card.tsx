/** The look of the pages for visitors: logo, colours, and what they say of the service. */
import { useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import { textOf } from '../../ui/form.ts';
import { BothFields, bothOf, otherLanguageMissing } from './both-languages.tsx';
import { type CardProps, type FieldsProps, SettingForm, type Wanted } from './setting-form.tsx';
import { serviceSettingsTexts } from './texts.ts';

type Picture = NonNullable<Wanted['logo']>;
const TYPES: readonly Picture['type'][] = ['image/svg+xml', 'image/png', 'image/webp'];

const LOGO_BYTES_MAX = 64 * 1024;
const INTRO_ROWS = 4;

const isPicture = (file: FormDataEntryValue | null): boolean =>
  !(file instanceof File) ||
  file.size === 0 ||
  (file.size <= LOGO_BYTES_MAX && TYPES.some((type) => type === file.type));

/** Undefined where no file was chosen: the picture stays. */
async function pictureOf(values: FormData, name: string): Promise<Picture | undefined> {
  const file = values.get(name);
  if (!(file instanceof File) || file.size === 0) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { type: TYPES.find((type) => type === file.type) ?? 'image/png', base64: btoa(text) };
}

async function lookFrom(values: FormData): Promise<Wanted> {
  const logo = await pictureOf(values, 'logo');
  const logoDark = await pictureOf(values, 'logoDark');
  return {
    colours: { light: textOf(values, 'light'), dark: textOf(values, 'dark') },
    ...(logo && { logo }),
    ...(logoDark && { logoDark }),
  };
}

export function LookCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).look;
  const { logo, logoDark, colours } = props.view;
  return (
    <SettingForm
      {...props}
      id="look"
      title={texts.title}
      lead={texts.lead}
      keys={['colours', 'logo', 'logoDark']}
      fields={['logo', 'logoDark', 'light', 'dark']}
      check={(values) => ({
        logo: isPicture(values.get('logo')) ? undefined : texts.wrong.logo,
        logoDark: isPicture(values.get('logoDark')) ? undefined : texts.wrong.logoDark,
      })}
      refused={texts.wrong}
      wanted={lookFrom}
    >
      {(problems) => (
        <>
          <Shown of={logo.value} alt={texts.logoNow} />
          <TextField
            label={texts.logo}
            hint={texts.logoHint}
            type="file"
            accept={TYPES.join(',')}
            name="logo"
            problem={problems.logo}
          />
          <Shown of={logoDark.value} alt={texts.logoDarkNow} />
          <TextField
            label={texts.logoDark}
            type="file"
            accept={TYPES.join(',')}
            name="logoDark"
            problem={problems.logoDark}
          />
          <TextField
            label={texts.light}
            type="color"
            name="light"
            defaultValue={colours.value.light}
            problem={problems.light}
          />
          <TextField
            label={texts.dark}
            type="color"
            name="dark"
            defaultValue={colours.value.dark}
            problem={problems.dark}
          />
        </>
      )}
    </SettingForm>
  );
}

function Shown({ of, alt }: { readonly of: Picture | null; readonly alt: string }) {
  return of && <img src={`data:${of.type};base64,${of.base64}`} alt={alt} height={48} width="auto" />;
}

export function WordsCard(props: CardProps) {
  const texts = useTexts(serviceSettingsTexts).words;
  const { contact } = props.view;
  return (
    <SettingForm
      {...props}
      id="words"
      title={texts.title}
      lead={texts.lead}
      keys={['headline', 'intro', 'contact']}
      fields={['email', 'phone']}
      check={(values) => otherLanguageMissing(values, ['headline', 'intro'], texts.bothLanguages)}
      refused={texts.wrong}
      wanted={(values) => ({
        headline: bothOf(values, 'headline'),
        intro: bothOf(values, 'intro'),
        contact: { email: textOf(values, 'email'), phone: textOf(values, 'phone'), text: contact.value.text },
      })}
    >
      {(problems) => <WordsFields view={props.view} problems={problems} />}
    </SettingForm>
  );
}

function WordsFields({ view: { headline, intro, contact }, problems }: FieldsProps) {
  const texts = useTexts(serviceSettingsTexts).words;
  return (
    <>
      <BothFields
        name="headline"
        labels={{ cs: texts.headlineCs, en: texts.headlineEn }}
        value={headline.value}
        maxLength={120}
        problems={problems}
      />
      <BothFields
        name="intro"
        labels={{ cs: texts.introCs, en: texts.introEn }}
        value={intro.value}
        maxLength={600}
        rows={INTRO_ROWS}
        problems={problems}
      />
      <TextField
        label={texts.email}
        type="email"
        name="email"
        defaultValue={contact.value.email}
        autoComplete="off"
        problem={problems.email}
      />
      <TextField
        label={texts.phone}
        type="tel"
        name="phone"
        defaultValue={contact.value.phone}
        autoComplete="off"
        problem={problems.phone}
      />
    </>
  );
}
