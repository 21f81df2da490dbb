/** Saying what members of a group pay, and from when; and which group a customer is in. */
import { useState } from 'react';
import type {
  CustomerGroupView,
  GroupVersionView,
  PriceGroupsView,
  PriceGroupView,
} from '../../../../src/features/price-groups/contract.ts';
import { call } from '../../api.ts';
import { czkFromTyped } from '../../czk.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { priceFrom } from '../../ui/typed.ts';
import { startIn, useTimeCheck, WhenField } from '../../ui/when-field.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { priceGroupTexts } from './texts.ts';

const TYPES = ['input', 'cachedInput', 'output', 'reasoning', 'cacheWrite5m', 'cacheWrite1h'] as const;
const nameOf = (model: string, type: (typeof TYPES)[number]): string => `own ${model} ${type}`;

type Terms = Pick<GroupVersionView, 'name' | 'percent' | 'models'>;

/** A percentage as the server takes it. */
function percentIn(values: FormData): string | undefined {
  const typed = czkFromTyped(textOf(values, 'percent'));
  return typed !== undefined && /^\d{1,4}(\.\d{1,2})?$/.test(typed) && Number(typed) <= 1000 ? typed : undefined;
}

function termsIn(values: FormData, models: readonly string[]): Terms {
  const pricesOf = (model: string) =>
    Object.fromEntries(
      TYPES.map((type) => [type, priceFrom(textOf(values, nameOf(model, type)))] as const).filter(
        ([, czk]) => czk !== undefined,
      ),
    );
  return {
    name: textOf(values, 'name'),
    percent: percentIn(values)!,
    models: Object.fromEntries(models.map((model) => [model, pricesOf(model)])),
  };
}

/** The problems of what a form says of a group. */
function useTermsCheck(models: readonly string[]): (values: FormData) => Problems {
  const texts = useTexts(priceGroupTexts);
  return (values) => ({
    name: textOf(values, 'name') === '' ? texts.nameWrong : undefined,
    percent: percentIn(values) === undefined ? texts.percentWrong : undefined,
    ...Object.fromEntries(
      models.flatMap((model) =>
        TYPES.map((type) => {
          const typed = textOf(values, nameOf(model, type));
          return [nameOf(model, type), typed !== '' && priceFrom(typed) === undefined ? texts.priceWrong : undefined];
        }),
      ),
    ),
  });
}

const isId = (text: string): boolean => /^[a-z0-9-]{1,40}$/.test(text);

type GroupDialogProps = {
  readonly of: PriceGroupsView;
  /** Undefined: a new one. */
  readonly group?: PriceGroupView | undefined;
  readonly onPublished: (groups: PriceGroupsView) => void;
  readonly onClose: () => void;
};

export function GroupDialog({ of, group, onPublished, onClose }: GroupDialogProps) {
  const texts = useTexts(priceGroupTexts);
  const checkTime = useTimeCheck();
  const held = group?.versions.find(({ state }) => state === 'now') ?? group?.versions[0];
  const [models, setModels] = useState(Object.keys(held?.models ?? {}));
  const checkTerms = useTermsCheck(models);
  return (
    <OrderDialog
      title={group ? texts.changeFor(group.name) : texts.add}
      text={group ? texts.changeText : texts.addText}
      fields={['group', 'name', 'percent', 'fromMs']}
      check={(values) => ({
        group: group || isId(textOf(values, 'group')) ? undefined : texts.idWrong,
        ...checkTerms(values),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const about = { group: group?.id ?? textOf(values, 'group'), after: group?.version ?? 0 };
        const body = { ...order, ...about, ...termsIn(values, models), fromMs: startIn(values) };
        onPublished(await call('POST /api/operator/price-groups', { body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {!group && <IdField problems={problems} />}
          <TermsFields of={of} terms={held} models={models} setModels={setModels} problems={problems} />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

function IdField({ problems, value = '' }: { readonly problems: Problems; readonly value?: string }) {
  const texts = useTexts(priceGroupTexts);
  return (
    <TextField
      label={texts.id}
      hint={texts.idHint}
      problem={problems.group}
      name="group"
      maxLength={40}
      autoComplete="off"
      defaultValue={value}
    />
  );
}

type TermsFieldsProps = {
  readonly of: PriceGroupsView;
  readonly terms: Terms | undefined;
  readonly models: readonly string[];
  readonly setModels: (models: string[]) => void;
  readonly problems: Problems;
};

function TermsFields({ of, terms, models, setModels, problems }: TermsFieldsProps) {
  const texts = useTexts(priceGroupTexts);
  const { language } = useLanguage();
  const shown = (typed: string | undefined) => (language === 'cs' ? typed?.replace('.', ',') : typed);
  const others = of.models.filter(({ id }) => !models.includes(id));
  return (
    <>
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        problem={problems.name}
        name="name"
        maxLength={60}
        autoComplete="off"
        defaultValue={terms?.name}
      />
      <TextField
        label={texts.percent}
        hint={texts.percentHint}
        problem={problems.percent}
        name="percent"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={shown(terms?.percent ?? '100')}
      />
      <p className="muted small">{texts.ownHint}</p>
      {models.map((model) => (
        <fieldset key={model} className="field">
          <legend>{model}</legend>
          <div className="price-fields">
            {TYPES.map((type) => (
              <TextField
                key={type}
                label={texts.types[type]}
                problem={problems[nameOf(model, type)]}
                name={nameOf(model, type)}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={shown(terms?.models[model]?.[type])}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {others.length > 0 && (
        <SelectField
          label={texts.ownModel}
          value=""
          onChange={({ target }) => target.value !== '' && setModels([...models, target.value])}
        >
          <option value="">{texts.ownChoose}</option>
          <Options of={others.map(({ id }) => id)} />
        </SelectField>
      )}
    </>
  );
}

type CustomerDialogProps = {
  readonly accountId: string;
  readonly of: PriceGroupsView;
  readonly onChanged: (changes: CustomerGroupView) => void;
  readonly onClose: () => void;
};

export function JoinDialog({
  accountId,
  of,
  current,
  onChanged,
  onClose,
}: CustomerDialogProps & { readonly current: string }) {
  const texts = useTexts(priceGroupTexts);
  const checkTime = useTimeCheck();
  return (
    <OrderDialog
      title={texts.join}
      text={texts.joinText}
      fields={['group', 'fromMs']}
      check={checkTime}
      send={async (order, values) => {
        const body = { ...order, group: textOf(values, 'group') || null, fromMs: startIn(values) };
        onChanged(await call('POST /api/operator/customers/{id}/price-group', { params: { id: accountId }, body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <SelectField label={texts.group} name="group" problem={problems.group} defaultValue={current}>
            <option value="">{texts.list}</option>
            <Options of={of.groups.map(({ id, name }) => [id, name])} />
          </SelectField>
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

/** A group with one member, made with its prices. */
export function OwnPricesDialog({
  accountId,
  email,
  of,
  onChanged,
  onClose,
}: CustomerDialogProps & { readonly email: string }) {
  const texts = useTexts(priceGroupTexts);
  const checkTime = useTimeCheck();
  const [models, setModels] = useState<string[]>([]);
  const checkTerms = useTermsCheck(models);
  return (
    <OrderDialog
      title={texts.ownPrices}
      text={texts.ownPricesText}
      fields={['group', 'name', 'percent', 'fromMs']}
      check={(values) => ({
        group: isId(textOf(values, 'group')) ? undefined : texts.idWrong,
        ...checkTerms(values),
        ...checkTime(values),
      })}
      send={async (order, values) => {
        const about = { group: textOf(values, 'group'), prices: termsIn(values, models) };
        const body = { ...order, ...about, fromMs: startIn(values) };
        onChanged(await call('POST /api/operator/customers/{id}/price-group', { params: { id: accountId }, body }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <IdField problems={problems} value={idFrom(email)} />
          <TermsFields of={of} terms={undefined} models={models} setModels={setModels} problems={problems} />
          <WhenField problems={problems} />
        </>
      )}
    </OrderDialog>
  );
}

/** An address as an id: `own-anna-example-com`. */
const idFrom = (email: string): string => `own-${email.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')}`.slice(0, 40);
