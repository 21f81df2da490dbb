/** Adding a model, or changing one: what it is, who answers for it, and what it costs. */
import { useRef, useState } from 'react';
import type { ModelsView, OperatedModelView } from '../../../../src/features/catalogue/contract.ts';
import { call } from '../../api.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { roleIn } from '../../model-role.ts';
import { changedFields } from '../../ui/changed-fields.ts';
import { CheckField, Options, SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, textOf } from '../../ui/form.ts';
import { tokensFrom } from '../../ui/typed.ts';
import { OrderDialog } from '../shop/order-dialog.tsx';
import {
  ATTACHED,
  describedIn,
  isPercentRight,
  isPriceRight,
  priceOf,
  priceTypesOf,
  SEVERAL,
  TIERS,
  tierField,
} from './model-body.ts';
import { operatorModelsTexts } from './model-texts.ts';
import { PRICE_TYPES } from './price-form.tsx';
import { operatorPricesTexts } from './texts.ts';

type ModelDialogProps = {
  readonly view: ModelsView;
  /** Undefined: one is added. */
  readonly model: OperatedModelView | undefined;
  readonly onChanged: (view: ModelsView) => void;
  readonly onClose: () => void;
};

type Kind = OperatedModelView['kind'];

const FIELDS = [
  'model',
  'roleEn',
  'roleCs',
  'maxOutputTokens',
  'contextTokens',
  'engine',
  'aliases',
  'hidden',
  'modalities',
  'imageTokens',
  'fileTokens',
  'tiers',
  ...TIERS.map(tierField),
];

export function ModelDialog({ view, model, onChanged, onClose }: ModelDialogProps) {
  const texts = useTexts(operatorModelsTexts);
  const [kind, setKind] = useState<Kind>(model?.kind ?? 'chat');
  const check = useModelCheck(model, kind);
  // The form as it was opened: only what differs from it is sent.
  const opened = useRef<FormData>(undefined);
  const priceNames = PRICE_TYPES.map((type) => `price-${type}`);
  return (
    <OrderDialog
      title={model ? texts.changeOf(model.id) : texts.add}
      text={model ? texts.changeText : texts.addText}
      fields={[...FIELDS, ...priceNames, 'isDefault']}
      check={check}
      send={async (order, values) => {
        const about = { ...order, revision: view.revision };
        const isDefault = values.get('isDefault') !== null && ({ isDefault: true } as const);
        const described = describedIn(values, kind);
        const price = priceOf(values);
        if (!model) {
          const body = { ...about, model: textOf(values, 'model'), kind, ...described, price, ...isDefault };
          onChanged(await call('POST /api/operator/models', { body }));
          return;
        }
        const before = opened.current!;
        const isRepriced = !model.isPriceFromFile && JSON.stringify(priceOf(before)) !== JSON.stringify(price);
        const changed = changedFields(describedIn(before, kind), described);
        const body = { ...about, model: model.id, ...changed, ...(isRepriced && { price }), ...isDefault };
        onChanged(await call('POST /api/operator/models/change', { body }));
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
          {!model && <Names kind={kind} setKind={setKind} problems={problems} />}
          <Description model={model} kind={kind} problems={problems} />
          <EngineFields view={view} model={model} problems={problems} />
          <Prices model={model} kind={kind} problems={problems} />
          <Tiers model={model} kind={kind} problems={problems} />
          <Abilities view={view} model={model} kind={kind} problems={problems} />
        </div>
      )}
    </OrderDialog>
  );
}

/** The problems that the page finds by itself. */
function useModelCheck(model: OperatedModelView | undefined, kind: Kind): (values: FormData) => Problems {
  const texts = useTexts(operatorModelsTexts);
  const { priceWrong } = useTexts(operatorPricesTexts);
  const isWords = (text: string) => text !== '' && text.length <= 300;
  const priced = model?.isPriceFromFile ? [] : priceTypesOf(kind);
  return (values) => {
    const wrongTokens = (name: string) => {
      const typed = textOf(values, name);
      return typed === '' || tokensFrom(typed) ? undefined : texts.tokensWrong;
    };
    return {
      model: model || /^[\w.:/-]{1,128}$/.test(textOf(values, 'model')) ? undefined : texts.idWrong,
      roleEn: isWords(textOf(values, 'roleEn')) ? undefined : texts.roleWrong,
      roleCs: isWords(textOf(values, 'roleCs')) ? undefined : texts.roleWrong,
      maxOutputTokens:
        kind === 'embedding' || tokensFrom(textOf(values, 'maxOutputTokens')) ? undefined : texts.tokensWrong,
      contextTokens: wrongTokens('contextTokens'),
      imageTokens: wrongTokens('imageTokens'),
      fileTokens: wrongTokens('fileTokens'),
      ...Object.fromEntries(
        TIERS.map((tier) => [tierField(tier), isPercentRight(values, tier) ? undefined : texts.percentWrong]),
      ),
      ...Object.fromEntries(
        priced.map((type) => [`price-${type}`, isPriceRight(values, type) ? undefined : priceWrong]),
      ),
    };
  };
}

type PartProps = {
  readonly model: OperatedModelView | undefined;
  readonly kind: Kind;
  readonly problems: Problems;
};

type NamesProps = Omit<PartProps, 'model'> & { readonly setKind: (kind: Kind) => void };

function Names({ kind, setKind, problems }: NamesProps) {
  const texts = useTexts(operatorModelsTexts);
  return (
    <>
      <TextField label={texts.id} hint={texts.idHint} problem={problems.model} name="model" autoComplete="off" />
      <SelectField label={texts.kind} value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
        <Options of={(['chat', 'embedding'] as const).map((one) => [one, texts.kinds[one]])} />
      </SelectField>
    </>
  );
}

function Description({ model, kind, problems }: PartProps) {
  const texts = useTexts(operatorModelsTexts);
  const czech = model && (model.role.cs ?? roleIn('cs', model.role.en));
  return (
    <>
      <TextField
        label={texts.roleEn}
        problem={problems.roleEn}
        name="roleEn"
        autoComplete="off"
        defaultValue={model?.role.en}
      />
      <TextField label={texts.roleCs} problem={problems.roleCs} name="roleCs" autoComplete="off" defaultValue={czech} />
      <div className="price-fields">
        {kind === 'chat' && (
          <TextField
            label={texts.maxOutputTokens}
            problem={problems.maxOutputTokens}
            name="maxOutputTokens"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={model?.maxOutputTokens}
          />
        )}
        <TextField
          label={texts.contextTokens}
          hint={texts.contextHint}
          problem={problems.contextTokens}
          name="contextTokens"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={model?.contextTokens ?? ''}
        />
      </div>
      <TextField
        label={texts.aliases}
        hint={texts.aliasesHint}
        problem={problems.aliases}
        name="aliases"
        autoComplete="off"
        defaultValue={model?.aliases.join(', ')}
      />
    </>
  );
}

type EngineFieldsProps = Omit<PartProps, 'kind'> & { readonly view: ModelsView };

function EngineFields({ view, model, problems }: EngineFieldsProps) {
  const texts = useTexts(operatorModelsTexts);
  const [share, ...others] = model?.isRouted ? model.engines : [];
  const chosen = others.length > 0 ? SEVERAL : (share?.engine ?? '');
  // One that is missing by now is still what is set.
  const names = new Set([...(share && others.length === 0 ? [share.engine] : []), ...view.choices]);
  return (
    <div className="price-fields">
      <SelectField label={texts.engine} problem={problems.engine} name="engine" defaultValue={chosen}>
        <option value="">{texts.engineDefault}</option>
        {others.length > 0 && <option value={SEVERAL}>{texts.engineSeveral}</option>}
        <Options of={[...names]} />
      </SelectField>
      <TextField
        label={texts.there}
        hint={texts.thereHint}
        name="there"
        maxLength={200}
        autoComplete="off"
        defaultValue={others.length === 0 ? (share?.model ?? '') : ''}
      />
    </div>
  );
}

function Prices({ model, kind, problems }: PartProps) {
  const texts = useTexts(operatorModelsTexts);
  const prices = useTexts(operatorPricesTexts);
  const { language } = useLanguage();
  if (model?.isPriceFromFile) return <p className="muted">{texts.priceFromFile}</p>;
  const shown = (czk: string | undefined) => (language === 'cs' ? czk?.replace('.', ',') : czk);
  return (
    <fieldset className="field">
      <legend>{prices.unit}</legend>
      <div className="price-fields">
        {priceTypesOf(kind).map((type) => (
          <TextField
            key={type}
            label={prices.types[type]}
            problem={problems[`price-${type}`]}
            name={`price-${type}`}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={shown(model?.price?.[type])}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Vectors are not asked for at a tier, and are made for batches. */
function Tiers({ model, kind, problems }: PartProps) {
  const texts = useTexts(operatorModelsTexts);
  return (
    <fieldset className="field">
      <legend>{texts.tiers}</legend>
      <div className="price-fields">
        {TIERS.filter((tier) => kind === 'chat' || tier === 'batch').map((tier) => (
          <TextField
            key={tier}
            label={texts.tier[tier]}
            problem={problems[tierField(tier)]}
            name={tierField(tier)}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={model?.tiers[tier] ?? ''}
          />
        ))}
      </div>
      <p className="muted small">{texts.tiersHint}</p>
    </fieldset>
  );
}

/** What a request may hold, and how large that can become. */
function Modalities({ model, problems }: Omit<PartProps, 'kind'>) {
  const texts = useTexts(operatorModelsTexts);
  const [taken, setTaken] = useState(model?.modalities ?? ['text']);
  const isAttached = taken.includes('image') || taken.includes('file');
  return (
    <fieldset className="field">
      <legend>{texts.modalities}</legend>
      <CheckField label={texts.modality.text} checked disabled readOnly />
      {ATTACHED.map((one) => (
        <CheckField
          key={one}
          label={texts.modality[one]}
          problem={one === 'image' ? problems.modalities : undefined}
          name={one}
          checked={taken.includes(one)}
          onChange={(event) =>
            setTaken(event.currentTarget.checked ? [...taken, one] : taken.filter((other) => other !== one))
          }
        />
      ))}
      {isAttached && <CheckField label={texts.urls} name="urls" defaultChecked={model?.urls ?? false} />}
      {isAttached && (
        <div className="price-fields">
          {ATTACHED.filter((one) => taken.includes(one)).map((one) => (
            <TextField
              key={one}
              label={texts.mostTokens[one]}
              hint={texts.mostTokensHint[one]}
              problem={problems[`${one}Tokens`]}
              name={`${one}Tokens`}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={model?.[`${one}Tokens`] ?? ''}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

function Abilities({ view, model, kind, problems }: PartProps & { readonly view: ModelsView }) {
  const texts = useTexts(operatorModelsTexts);
  return (
    <>
      {kind === 'chat' && <Modalities model={model} problems={problems} />}
      <fieldset className="field">
        <legend>{texts.abilities}</legend>
        {kind === 'chat' && (
          <>
            <CheckField label={texts.tools} name="tools" defaultChecked={model?.tools ?? false} />
            <CheckField label={texts.reasoning} name="reasoning" defaultChecked={model?.reasoning ?? false} />
          </>
        )}
        <CheckField
          label={texts.hidden}
          problem={problems.hidden}
          name="hidden"
          defaultChecked={model?.hidden ?? false}
        />
        {kind === 'chat' && !model?.isDefault && !view.isDefaultFromFile && (
          <CheckField label={texts.makeDefault} problem={problems.isDefault} name="isDefault" />
        )}
      </fieldset>
    </>
  );
}
