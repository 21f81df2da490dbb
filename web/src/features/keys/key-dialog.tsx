/** Making a key, or changing its rules. */
import { useState } from 'react';
import type { KeyView, NewKeyView } from '../../../../src/features/keys/contract.ts';
import { useIsTeam } from '../../acting.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { type Problems, useForm } from '../../ui/form.ts';
import { useNotice } from '../../ui/notice.tsx';
import { Problem } from '../../ui/problem.tsx';
import { LimitsField } from '../limits/limits-field.tsx';
import { limitTexts } from '../limits/texts.ts';
import { KEY_FIELDS, keyChangesOf, keyProblems, newKeyOf } from './key-body.ts';
import { ExpiryField, ModelsField, RangesField } from './key-fields.tsx';
import { keysTexts } from './texts.ts';

type CreateProps = { readonly onMade: (made: NewKeyView) => void; readonly onClose: () => void };

export function CreateKey({ onMade, onClose }: CreateProps) {
  const texts = useTexts(keysTexts).form;
  const limits = useTexts(limitTexts);
  const { form, problems, error, isBusy } = useForm({
    fields: KEY_FIELDS,
    check: (values) => keyProblems(values, { key: undefined, nowMs: Date.now() }, { ...texts, limits }),
    send: async (values) => {
      const belongsTo = values.get('belongsTo') === 'person' ? ({ belongsTo: 'person' } as const) : {};
      onMade(await call('POST /api/keys', { body: { ...newKeyOf(values, Date.now()), ...belongsTo } }));
    },
  });
  return (
    <Dialog title={texts.createTitle} onClose={onClose}>
      <form {...form} className="stack">
        <NameField problems={problems} name="" />
        <BelongsTo />
        <MoreRules problems={problems} />
        <Problem error={error} />
        <FormActions action={texts.createAction} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Asked where there is a difference: of those who see all keys, in an organisation of several. */
function BelongsTo() {
  const texts = useTexts(keysTexts).form;
  const isTeam = useIsTeam();
  if (!isTeam) return null;
  return (
    <SelectField label={texts.belongsTo} hint={texts.belongsToHint} name="belongsTo" defaultValue="organisation">
      <option value="organisation">{texts.organisation}</option>
      <option value="person">{texts.person}</option>
    </SelectField>
  );
}

type EditProps = { readonly of: KeyView; readonly onSaved: () => void; readonly onClose: () => void };

export function EditKey({ of, onSaved, onClose }: EditProps) {
  const texts = useTexts(keysTexts).form;
  const limits = useTexts(limitTexts);
  const say = useNotice();
  const { form, problems, error, isBusy } = useForm({
    fields: KEY_FIELDS,
    check: (values) => keyProblems(values, { key: of, nowMs: Date.now() }, { ...texts, limits }),
    send: async (values) => {
      const body = keyChangesOf(values, of, Date.now());
      if (Object.keys(body).length > 0) {
        await call('PATCH /api/keys/{id}', { params: { id: of.id }, body });
        say(texts.saved);
      }
      onSaved();
    },
  });
  const isPlayground = of.kind === 'playground';
  return (
    <Dialog title={texts.editTitle(of.name)} onClose={onClose}>
      <form {...form} className="stack">
        {!isPlayground && <NameField problems={problems} name={of.name} />}
        {!isPlayground && <ExpiryField of={of} problems={problems} />}
        <LimitsField of={of.limits} problem={problems.limits} />
        <ModelsField of={of} problems={problems} />
        {!isPlayground && <RangesField of={of} problems={problems} />}
        <Problem error={error} />
        <FormActions action={texts.saveAction} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function NameField({ problems, name }: { readonly problems: Problems; readonly name: string }) {
  const texts = useTexts(keysTexts).form;
  return (
    <TextField
      label={texts.name}
      hint={texts.nameHint}
      problem={problems.name}
      name="name"
      autoComplete="off"
      maxLength={100}
      defaultValue={name}
    />
  );
}

/** Most keys need a name only. The rest opens by itself when something in it is wrong. */
function MoreRules({ problems }: { readonly problems: Problems }) {
  const texts = useTexts(keysTexts).form;
  const [isOpen, setIsOpen] = useState(false);
  const hasProblem = KEY_FIELDS.some((field) => field !== 'name' && problems[field]);
  return (
    <details className="more" open={isOpen || hasProblem} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <strong>{texts.more}</strong> <span className="muted small">{texts.moreHint}</span>
      </summary>
      <div className="stack">
        <ExpiryField of={undefined} problems={problems} />
        <LimitsField of={[]} problem={problems.limits} />
        <ModelsField of={undefined} problems={problems} />
        <RangesField of={undefined} problems={problems} />
      </div>
    </details>
  );
}
