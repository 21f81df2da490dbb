/** A new secret for the same rules. */
import type { KeyView, NewKeyView } from '../../../../src/features/keys/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Dialog, FormActions } from '../../ui/dialog.tsx';
import { textOf, useForm } from '../../ui/form.ts';
import { Problem } from '../../ui/problem.tsx';
import type { Replaced } from './secret-dialog.tsx';
import { keysTexts } from './texts.ts';

type RotateProps = {
  readonly of: KeyView;
  readonly onMade: (made: NewKeyView, replaced: Replaced) => void;
  readonly onClose: () => void;
};

const HOUR_MS = 3_600_000;

export function RotateKey({ of, onMade, onClose }: RotateProps) {
  const texts = useTexts(keysTexts).rotation;
  const { form, error, isBusy } = useForm({
    fields: ['overlapHours'],
    send: async (values) => {
      const overlapHours = Number(textOf(values, 'overlapHours'));
      const made = await call('POST /api/keys/{id}/rotate', { params: { id: of.id }, body: { overlapHours } });
      onMade(made, { key: of, untilMs: endOf(of, overlapHours) });
    },
  });
  const overlaps = [
    ['0', texts.none],
    ['1', texts.hour],
    ['24', texts.day],
    ['168', texts.week],
  ] as const;
  return (
    <Dialog title={texts.title(of.name)} onClose={onClose}>
      <form {...form} className="stack">
        <p>{texts.text}</p>
        <fieldset className="field">
          <legend>{texts.overlap}</legend>
          {overlaps.map(([hours, label]) => (
            <label key={hours} className="choice">
              <input type="radio" name="overlapHours" value={hours} defaultChecked={hours === '24'} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <Problem error={error} />
        <FormActions action={texts.action} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** A key that ends sooner by its own rules does not live longer for being replaced. */
function endOf(key: KeyView, overlapHours: number): number | null {
  if (overlapHours === 0) return null;
  return Math.min(key.expiresAtMs ?? Number.POSITIVE_INFINITY, Date.now() + overlapHours * HOUR_MS);
}
