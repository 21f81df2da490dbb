/** Who may sign up. */
import { useState } from 'react';
import type { SignUpView } from '../../../../src/features/sign-in/contract.ts';
import { call, useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { textOf } from '../../ui/form.ts';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { Card, Skeleton } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { OrderDialog } from '../shop/order-dialog.tsx';
import { serviceSettingsTexts } from './texts.ts';

const MODES = ['open', 'invitation', 'closed'] as const;

export function SignUpCard() {
  const texts = useTexts(serviceSettingsTexts).signUp;
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, mutate } = useApi('GET /api/operator/sign-up');
  return (
    <Card title={texts.title}>
      <Problem error={error} retry={() => void mutate()} />
      {!data && !error && <Skeleton lines={3} />}
      {data && (
        <>
          <p>
            <strong>{texts.now(texts.modes[data.mode])}.</strong> {texts.modeHint[data.mode]}
          </p>
          {data.isFromFile ? (
            <>
              <p>
                <FromFile />
              </p>
              <FromFileHint />
            </>
          ) : (
            <>
              <p className="muted">{data.isSet ? texts.setHere : texts.byDefault}</p>
              <div>
                <button type="button" className="button" onClick={() => setIsOpen(true)}>
                  {texts.change}
                </button>
              </div>
            </>
          )}
        </>
      )}
      {data && isOpen && (
        <SignUpDialog of={data} onChanged={(changed) => void mutate(changed, false)} onClose={() => setIsOpen(false)} />
      )}
    </Card>
  );
}

type SignUpDialogProps = {
  readonly of: SignUpView;
  readonly onChanged: (changed: SignUpView) => void;
  readonly onClose: () => void;
};

function SignUpDialog({ of, onChanged, onClose }: SignUpDialogProps) {
  const texts = useTexts(serviceSettingsTexts).signUp;
  const options = [
    ...MODES.map((mode) => [mode, texts.modes[mode]] as const),
    ['default', texts.theDefault(texts.modes[of.configured])] as const,
  ];
  return (
    <OrderDialog
      title={texts.change}
      text={texts.changeText}
      fields={['mode']}
      send={async (order, values) => {
        const mode = MODES.find((one) => one === textOf(values, 'mode')) ?? null;
        onChanged(await call('POST /api/operator/sign-up', { body: { ...order, mode } }));
      }}
      onDone={() => {}}
      onClose={onClose}
    >
      {() => (
        <fieldset className="field">
          <legend>{texts.title}</legend>
          {options.map(([value, text]) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name="mode"
                value={value}
                defaultChecked={value === (of.isSet ? of.mode : 'default')}
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
      )}
    </OrderDialog>
  );
}
