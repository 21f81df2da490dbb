/** Adding a plan, or changing one: its names, what it gives and for which models, and what it costs. */
import { useRef, useState } from 'react';
import type { PricesView } from '../../../../src/features/catalogue/contract.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { changedFields } from '../../ui/changed-fields.ts';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { amountFrom, soldFor, tokensFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { operatorOffersTexts } from '../shop/operator-offer-texts.ts';
import { OrderDialog } from '../shop/order-dialog.tsx';
import {
  chosenModels,
  orderFrom,
  type Plan,
  planIn,
  planWeightFrom,
  priceIn,
  WINDOWS,
  weightField,
  windowField,
} from './plan-body.ts';
import { operatorPlansTexts } from './plan-texts.ts';
import { PRICE_TYPES } from './price-form.tsx';
import { operatorPricesTexts } from './texts.ts';

type PlanDialogProps = {
  readonly view: PricesView;
  /** Undefined: one is added. */
  readonly plan: Plan | undefined;
  readonly onChanged: (view: PricesView) => void;
  readonly onClose: () => void;
};

const FIELDS = ['plan', 'nameEn', 'nameCs', 'textEn', 'textCs', 'order', 'tokens', 'credit', 'models', 'czk', 'fromMs'];

export function PlanDialog({ view, plan, onChanged, onClose }: PlanDialogProps) {
  const texts = useTexts(operatorPlansTexts);
  const { language } = useLanguage();
  // One that is not served any more is still what is set.
  const models = [...new Set([...view.models.map(({ id }) => id), ...(plan?.models ?? []), ...weighed(plan)])];
  const check = usePlanCheck({ view, plan, models });
  // The form as it was opened: only what differs from it is sent.
  const opened = useRef<FormData>(undefined);
  const said = (values: FormData) => ({
    ...(!plan?.isFromFile && planIn(values, models)),
    ...(!plan?.isPriceFromFile && priceIn(values)),
  });
  return (
    <OrderDialog
      title={plan ? texts.changeOf(plan.name[language]) : texts.add}
      text={plan ? texts.changeText : texts.addText}
      fields={FIELDS}
      check={check}
      send={async (order, values) => {
        const changed = plan ? changedFields(said(opened.current!), said(values)) : said(values);
        const id = plan?.id ?? textOf(values, 'plan');
        const body = { ...order, plan: id, ...changed, after: plan?.version ?? 0, fromMs: startIn(values) };
        onChanged(await call('POST /api/operator/plans', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <div
          className="stack"
          ref={(element) => {
            const form = element?.closest('form');
            if (form && !opened.current) opened.current = new FormData(form);
          }}
        >
          {!plan && (
            <TextField
              label={texts.id}
              hint={texts.idHint}
              problem={problems.plan}
              name="plan"
              maxLength={40}
              autoComplete="off"
            />
          )}
          {!plan?.isFromFile && <Names plan={plan} problems={problems} />}
          {!plan?.isFromFile && <Allowance plan={plan} problems={problems} />}
          {!plan?.isFromFile && (
            <SelectField label={texts.every} name="every" defaultValue={plan?.every ?? 'month'}>
              <option value="month">{texts.payments.month}</option>
              <option value="year">{texts.payments.year}</option>
            </SelectField>
          )}
          <PriceFields plan={plan} problems={problems} />
          {!plan?.isFromFile && <Models plan={plan} models={models} problems={problems} />}
          {!plan?.isFromFile && <Weights plan={plan} models={models} problems={problems} />}
          <WhenField problems={problems} />
        </div>
      )}
    </OrderDialog>
  );
}

const weighed = (plan: Plan | undefined): readonly string[] => Object.keys(plan?.weights ?? {});

type Checked = Pick<PlanDialogProps, 'view' | 'plan'> & { readonly models: readonly string[] };

/** The problems that the page finds by itself. */
function usePlanCheck({ view, plan, models }: Checked): (values: FormData) => Problems {
  const texts = useTexts(operatorPlansTexts);
  const { priceWrong } = useTexts(operatorOffersTexts);
  const { tokensWrong, amountWrong } = useTexts(operatorTexts);
  const checkTime = useTimeCheck();
  const idProblem = (id: string) => {
    if (!/^[a-z0-9-]{1,40}$/.test(id)) return texts.idWrong;
    return view.plans.some((one) => one.id === id) ? texts.idTaken : undefined;
  };
  const termsProblems = (values: FormData): Problems => {
    const isName = (name: string) => textOf(values, name) !== '';
    const isTokens = (name: string) => tokensFrom(textOf(values, name)) !== undefined;
    const isWeight = (name: string) => planWeightFrom(textOf(values, name)) !== undefined;
    const filled = (name: string) => textOf(values, name) !== '';
    const weights = models.flatMap((model) => PRICE_TYPES.map((type) => weightField(model, type)));
    const hasModels = values.get('allModels') !== null || chosenModels(values).length > 0;
    return {
      nameEn: isName('nameEn') ? undefined : texts.nameWrong,
      nameCs: isName('nameCs') ? undefined : texts.nameWrong,
      order: orderFrom(textOf(values, 'order')) === undefined ? texts.orderWrong : undefined,
      ...(textOf(values, 'unit') === 'CZK'
        ? { credit: amountFrom(textOf(values, 'credit'), 'positive') ? undefined : amountWrong }
        : { tokens: isTokens('tokens') ? undefined : tokensWrong }),
      models: hasModels ? undefined : texts.modelsWrong,
      ...wrongOnes(WINDOWS.map(windowField).filter(filled), isTokens, tokensWrong),
      ...wrongOnes(weights.filter(filled), isWeight, texts.weightWrong),
    };
  };
  return (values) => ({
    ...(!plan && { plan: idProblem(textOf(values, 'plan')) }),
    ...(!plan?.isFromFile && termsProblems(values)),
    ...(!plan?.isPriceFromFile && {
      czk: values.get('isOff') !== null || soldFor(textOf(values, 'czk')) ? undefined : priceWrong,
    }),
    ...checkTime(values),
  });
}

const wrongOnes = (names: readonly string[], isRight: (name: string) => boolean, problem: string): Problems =>
  Object.fromEntries(names.filter((name) => !isRight(name)).map((name) => [name, problem]));

type PartProps = { readonly plan: Plan | undefined; readonly problems: Problems };

function Names({ plan, problems }: PartProps) {
  const texts = useTexts(operatorPlansTexts);
  const both = [
    ['En', 'en'],
    ['Cs', 'cs'],
  ] as const;
  return (
    <>
      <div className="price-fields">
        {both.map(([suffix, language]) => (
          <TextField
            key={language}
            label={texts.name[language]}
            problem={problems[`name${suffix}`]}
            name={`name${suffix}`}
            maxLength={60}
            autoComplete="off"
            defaultValue={plan?.name[language]}
          />
        ))}
      </div>
      {both.map(([suffix, language]) => (
        <AreaField
          key={language}
          label={texts.text[language]}
          problem={problems[`text${suffix}`]}
          name={`text${suffix}`}
          rows={2}
          maxLength={500}
          autoComplete="off"
          defaultValue={plan?.text[language]}
        />
      ))}
      <TextField
        label={texts.order}
        hint={texts.orderHint}
        problem={problems.order}
        name="order"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={plan?.order}
      />
    </>
  );
}

function Allowance({ plan, problems }: PartProps) {
  const texts = useTexts(operatorPlansTexts);
  const { language } = useLanguage();
  const [unit, setUnit] = useState(plan?.credit ? 'CZK' : 'tokens');
  const credit = plan?.credit ?? '';
  return (
    <>
      <SelectField label={texts.unit} name="unit" value={unit} onChange={(event) => setUnit(event.currentTarget.value)}>
        <option value="tokens">{texts.units.tokens}</option>
        <option value="CZK">{texts.units.czk}</option>
      </SelectField>
      {unit === 'CZK' ? (
        <TextField
          label={texts.credit}
          hint={texts.creditHint}
          problem={problems.credit}
          name="credit"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={language === 'cs' ? credit.replace('.', ',') : credit}
        />
      ) : (
        <TextField
          label={texts.tokens}
          problem={problems.tokens}
          name="tokens"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={plan?.tokens ?? ''}
        />
      )}
      <fieldset className="field">
        <legend>{texts.windows}</legend>
        <p className="hint">{texts.windowsHint}</p>
        <div className="price-fields">
          {WINDOWS.map((per) => (
            <TextField
              key={per}
              label={(unit === 'CZK' ? texts.windowCzk : texts.window)[per]}
              problem={problems[windowField(per)]}
              name={windowField(per)}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={plan?.windows[per] ?? ''}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

function PriceFields({ plan, problems }: PartProps) {
  const texts = useTexts(operatorPlansTexts);
  const offers = useTexts(operatorOffersTexts);
  const { language } = useLanguage();
  const [isOff, setIsOff] = useState(plan !== undefined && plan.czk === null);
  if (plan?.isPriceFromFile) return <p className="muted">{texts.priceFromFile}</p>;
  const last = plan?.czk ?? plan?.versions.find(({ changes }) => changes.czk !== undefined)?.changes.czk;
  return (
    <>
      <CheckField
        label={offers.off}
        name="isOff"
        checked={isOff}
        onChange={(event) => setIsOff(event.target.checked)}
      />
      {!isOff && (
        <TextField
          label={offers.price}
          problem={problems.czk}
          name="czk"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={language === 'cs' ? last?.replace('.', ',') : last}
        />
      )}
    </>
  );
}

type ModelsProps = PartProps & { readonly models: readonly string[] };

function Models({ plan, models, problems }: ModelsProps) {
  const texts = useTexts(operatorPlansTexts);
  const [isAll, setIsAll] = useState(!plan?.models);
  return (
    <fieldset className="field">
      <legend>{texts.models}</legend>
      <CheckField
        label={texts.allModels}
        name="allModels"
        checked={isAll}
        problem={problems.models}
        onChange={(event) => setIsAll(event.target.checked)}
      />
      {!isAll &&
        models.map((model) => (
          <CheckField
            key={model}
            label={model}
            name="models"
            value={model}
            defaultChecked={plan?.models?.includes(model) ?? false}
          />
        ))}
    </fieldset>
  );
}

function Weights({ plan, models, problems }: ModelsProps) {
  const texts = useTexts(operatorPlansTexts);
  const { types } = useTexts(operatorPricesTexts);
  const { language } = useLanguage();
  const shown = (weight: number | undefined) =>
    language === 'cs' ? weight?.toString().replace('.', ',') : weight?.toString();
  const hasProblem = Object.keys(problems).some((name) => name.startsWith('weight-'));
  return (
    <details open={hasProblem || weighed(plan).length > 0}>
      <summary>{texts.weights}</summary>
      <p className="hint">{texts.weightsHint}</p>
      {models.map((model) => (
        <fieldset className="field" key={model}>
          <legend>{model}</legend>
          <div className="price-fields">
            {PRICE_TYPES.map((type) => (
              <TextField
                key={type}
                label={types[type]}
                problem={problems[weightField(model, type)]}
                name={weightField(model, type)}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={shown(plan?.weights[model]?.[type])}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </details>
  );
}
