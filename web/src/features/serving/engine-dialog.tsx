/** Adding an engine or changing one, with a try before it is saved. */
import { type MouseEvent, useId, useState } from 'react';
import type { EngineSettingsView, EngineTestView, ServingView } from '../../../../src/features/serving/contract.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { CheckField, Options, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, secretOf, textOf } from '../../ui/form.ts';
import { useSubmit } from '../../ui/submit.ts';
import { countFrom, secondsFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import type { SetEngine } from './engine-card.tsx';
import { TestOutcome } from './engine-test.tsx';
import { operatorEnginesTexts } from './texts.ts';

type EngineDialogProps = {
  readonly view: ServingView;
  /** Missing where one is added. */
  readonly engine: SetEngine | undefined;
  readonly onChanged: (view: ServingView) => void;
  readonly onClose: () => void;
};

const KINDS = ['openai', 'anthropic'] as const;
const DEADLINES = ['connectMs', 'firstByteMs', 'idleMs', 'totalMs'] as const;
const ISOLATIONS = ['none', 'cache_salt', 'user', 'cache_prompt_off'] as const;
/** Parameters that not every engine takes. */
const EXTRAS = [
  'top_k',
  'min_p',
  'repetition_penalty',
  'chat_template_kwargs',
  'verbosity',
  'prompt_cache_key',
  'prediction',
  'cache_control',
] as const;
const FIELDS = [
  'name',
  'kind',
  'baseUrl',
  'model',
  'apiKey',
  'concurrencyMax',
  'maxTokensField',
  'cacheIsolation',
  'fromMs',
  ...DEADLINES,
];

export function EngineDialog({ view, engine, onChanged, onClose }: EngineDialogProps) {
  const texts = useTexts(operatorEnginesTexts);
  const check = useEngineCheck(view, engine);
  const checkTime = useTimeCheck();
  return (
    <OrderDialog
      title={engine ? texts.changeOf(engine.name) : texts.add}
      text={engine ? texts.changeText : texts.addText}
      fields={FIELDS}
      check={(values) => ({ ...check(values), ...checkTime(values) })}
      send={async (order, values) => {
        const body = { ...order, ...wishIn(values, engine), revision: view.revision, fromMs: startIn(values) };
        onChanged(await call('POST /api/operator/serving/engines', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {!engine && (
            <TextField
              label={texts.name}
              hint={texts.nameHint}
              problem={problems.name}
              name="name"
              autoComplete="off"
              maxLength={64}
            />
          )}
          <Connection engine={engine} problems={problems} />
          <Limits settings={engine?.settings ?? undefined} defaults={view.defaults} problems={problems} />
          <Trial engine={engine} check={check} />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

/** The typed settings, as the server takes them. */
function wishIn(values: FormData, engine: SetEngine | undefined) {
  const key = secretOf(values, 'apiKey').trim();
  const isWithout = values.get('noKey') !== null;
  const ms = Object.fromEntries(DEADLINES.map((name) => [name, secondsFrom(textOf(values, name))]));
  const settings = {
    kind: textOf(values, 'kind') as NonNullable<EngineSettingsView['kind']>,
    baseUrl: textOf(values, 'baseUrl'),
    model: textOf(values, 'model'),
    maxTokensField: textOf(values, 'maxTokensField') as EngineSettingsView['maxTokensField'],
    concurrencyMax: countFrom(textOf(values, 'concurrencyMax')) ?? null,
    cacheIsolation: textOf(values, 'cacheIsolation') as NonNullable<EngineSettingsView['cacheIsolation']>,
    supports: EXTRAS.filter((name) => values.getAll('supports').includes(name)),
    ...(ms as Record<(typeof DEADLINES)[number], number>),
  };
  const name = engine?.name ?? textOf(values, 'name');
  return { name, settings, ...(isWithout ? { apiKey: '' } : key !== '' && { apiKey: key }) };
}

function useEngineCheck(view: ServingView, engine: SetEngine | undefined): (values: FormData) => Problems {
  const texts = useTexts(operatorEnginesTexts);
  return (values) => {
    const name = textOf(values, 'name');
    const isTaken = view.engines.some((one) => one.name === name);
    const nameProblem = name === '' ? texts.nameWrong : isTaken ? texts.nameTaken : undefined;
    const address = textOf(values, 'baseUrl');
    const count = textOf(values, 'concurrencyMax');
    const isAddress = ['http:', 'https:'].includes(URL.parse(address)?.protocol ?? '');
    const isTime = (field: string) => secondsFrom(textOf(values, field)) !== undefined;
    return {
      name: engine ? undefined : nameProblem,
      baseUrl: isAddress ? undefined : texts.baseUrlWrong,
      model: textOf(values, 'model') === '' ? texts.modelMissing : undefined,
      concurrencyMax: count === '' || countFrom(count) ? undefined : texts.countWrong,
      ...Object.fromEntries(DEADLINES.map((field) => [field, isTime(field) ? undefined : texts.secondsWrong])),
    };
  };
}

function Connection({ engine, problems }: { readonly engine: SetEngine | undefined; readonly problems: Problems }) {
  const texts = useTexts(operatorEnginesTexts);
  const settings = engine?.settings;
  return (
    <>
      <SelectField label={texts.kind} name="kind" defaultValue={settings?.kind ?? 'openai'}>
        <Options of={KINDS.map((kind) => [kind, texts.kinds[kind]])} />
      </SelectField>
      <TextField
        label={texts.baseUrl}
        hint={texts.baseUrlHint}
        problem={problems.baseUrl}
        name="baseUrl"
        type="url"
        autoComplete="off"
        defaultValue={settings?.baseUrl}
      />
      <TextField
        label={texts.model}
        hint={texts.modelHint}
        problem={problems.model}
        name="model"
        autoComplete="off"
        defaultValue={settings?.model}
      />
      <TextField
        label={texts.apiKey}
        hint={engine?.hasKey ? texts.apiKeyKept : texts.apiKeyHint}
        problem={problems.apiKey}
        name="apiKey"
        type="password"
        autoComplete="new-password"
      />
      {engine?.hasKey && <CheckField label={texts.noKey} name="noKey" />}
    </>
  );
}

type LimitsProps = {
  readonly settings: EngineSettingsView | undefined;
  readonly defaults: ServingView['defaults'];
  readonly problems: Problems;
};

function Limits({ settings, defaults, problems }: LimitsProps) {
  const texts = useTexts(operatorEnginesTexts);
  const { language } = useLanguage();
  const isWrong = [...DEADLINES, 'concurrencyMax'].some((name) => problems[name]);
  const seconds = (name: (typeof DEADLINES)[number]) => {
    const text = String((settings ?? defaults)[name] / 1000);
    return language === 'cs' ? text.replace('.', ',') : text;
  };
  return (
    <details open={isWrong || undefined}>
      <summary>{texts.more}</summary>
      <div className="price-fields">
        {DEADLINES.map((name) => (
          <TextField
            key={name}
            label={texts.deadlines[name]}
            problem={problems[name]}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={seconds(name)}
          />
        ))}
      </div>
      <div className="stack">
        <TextField
          label={texts.concurrencyMax}
          hint={texts.concurrencyHint}
          problem={problems.concurrencyMax}
          name="concurrencyMax"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={settings?.concurrencyMax ?? ''}
        />
        <SelectField
          label={texts.maxTokensField}
          name="maxTokensField"
          defaultValue={settings?.maxTokensField ?? 'max_tokens'}
        >
          <option>max_tokens</option>
          <option>max_completion_tokens</option>
        </SelectField>
        <SelectField
          label={texts.cacheIsolation}
          hint={texts.cacheIsolationHint}
          name="cacheIsolation"
          defaultValue={settings?.cacheIsolation ?? 'none'}
        >
          <Options of={ISOLATIONS.map((way) => [way, texts.cacheIsolations[way]])} />
        </SelectField>
        <Extras supports={settings?.supports ?? []} />
      </div>
    </details>
  );
}

/** Which parameters of clients reach the engine beside those that all engines take. */
function Extras({ supports }: { readonly supports: NonNullable<EngineSettingsView['supports']> }) {
  const texts = useTexts(operatorEnginesTexts);
  const hintId = useId();
  return (
    <fieldset className="field" aria-describedby={hintId}>
      <legend>{texts.supports}</legend>
      {EXTRAS.map((name) => (
        <CheckField
          key={name}
          label={<code>{name}</code>}
          name="supports"
          value={name}
          defaultChecked={supports.includes(name)}
        />
      ))}
      <span className="hint" id={hintId}>
        {texts.supportsHint}
      </span>
    </fieldset>
  );
}

type TrialProps = {
  readonly engine: SetEngine | undefined;
  readonly check: (values: FormData) => Problems;
};

/** Asks by what is typed; nothing is saved. */
function Trial({ engine, check }: TrialProps) {
  const texts = useTexts(operatorEnginesTexts);
  const [result, setResult] = useState<EngineTestView>();
  const [isTooEarly, setIsTooEarly] = useState(false);
  const { isBusy, error, run } = useSubmit(async (values: FormData) => {
    setResult(undefined);
    const wish = wishIn(values, engine);
    const body = { ...wish, name: wish.name || 'new' };
    setResult(await call('POST /api/operator/serving/test', { body }));
  });
  const tryIt = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const values = new FormData(currentTarget.form!);
    const { name: _, ...problems } = check(values);
    const isWrong = Object.values(problems).some(Boolean);
    setIsTooEarly(isWrong);
    if (!isWrong) void run(values);
  };
  return (
    <div className="stack">
      <div>
        <button type="button" className="button" disabled={isBusy} onClick={tryIt}>
          {texts.tryIt}
        </button>
      </div>
      {isTooEarly && <p role="alert">{texts.tryFirst}</p>}
      <TestOutcome isBusy={isBusy} error={error} result={result} />
    </div>
  );
}
