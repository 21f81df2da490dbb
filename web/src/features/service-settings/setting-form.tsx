/** One card of the settings: a form of its own, or what the file says. */
import { type ReactNode, useState } from 'react';
import type { ServiceSettingsView } from '../../../../src/features/service-settings/contract.ts';
import { call } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { type Problems, useForm } from '../../ui/form.ts';
import { FromFile, FromFileHint } from '../../ui/from-file.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSubmit } from '../../ui/submit.ts';
import { newOrderId } from '../shop/order-id.ts';
import { serviceSettingsTexts } from './texts.ts';

type SettingKey = Exclude<keyof ServiceSettingsView, 'revision' | 'problems' | 'companies'>;
type SetBody = Parameters<typeof call<'POST /api/operator/settings'>>[1] extends
  | { readonly body: infer Body }
  | undefined
  ? Body
  : never;
export type Wanted = Omit<SetBody, 'id' | 'reason' | 'after'>;

export type CardProps = {
  readonly view: ServiceSettingsView;
  readonly onChanged: (view: ServiceSettingsView) => void;
};

export type FieldsProps = Pick<CardProps, 'view'> & { readonly problems: Problems };

/** The reason in the log of a change that needs none. */
const NO_REASON = 'changed by the operator';

type SettingFormProps = CardProps & {
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  /** The settings of the card; where the file declares one of them, all are shown as they are. */
  readonly keys: readonly SettingKey[];
  readonly fields: readonly string[];
  readonly check?: (values: FormData) => Problems;
  /** What each field must be, for one that the server refuses. */
  readonly refused?: Problems;
  readonly wanted: (values: FormData) => Wanted | Promise<Wanted>;
  readonly children: (problems: Problems, isFixed: boolean) => ReactNode;
  /** What can be done with what was saved. */
  readonly below?: ReactNode;
};

export function SettingForm({ view, onChanged, ...about }: SettingFormProps) {
  const texts = useTexts(serviceSettingsTexts);
  const say = useNotice();
  const { saved } = useTexts(operatorTexts);
  const [id, setId] = useState(newOrderId);
  const isFixed = about.keys.some((key) => view[key].isFromFile);
  const isSet = about.keys.some((key) => view[key].isSet);
  const save = async (wanted: Wanted) => {
    const body = { ...wanted, id, reason: NO_REASON, after: view.revision };
    onChanged(await call('POST /api/operator/settings', { body }));
    setId(newOrderId());
    say(saved);
  };
  const { form, problems, error, isBusy } = useForm({
    fields: about.fields,
    ...(about.check && { check: about.check }),
    ...(about.refused && { refused: about.refused }),
    send: async (values) => save(await about.wanted(values)),
  });
  const back = useSubmit(() => save(Object.fromEntries(about.keys.map((key) => [key, null]))));
  return (
    <Card id={about.id} title={about.title} actions={isFixed ? <FromFile /> : undefined}>
      <p className="muted">{about.lead}</p>
      <form {...form} className="stack settings-form" aria-label={about.title}>
        {/* Drawn anew with what was saved: a password does not stay in its field. */}
        <fieldset key={id} className="stack" disabled={isFixed}>
          <legend className="visually-hidden">{about.title}</legend>
          {about.children(problems, isFixed)}
        </fieldset>
        <Problem error={error ?? back.error} />
        {isFixed ? (
          <FromFileHint />
        ) : (
          <div className="row">
            <button type="submit" className="button primary" disabled={isBusy}>
              {texts.save}
            </button>
            {isSet && (
              <button type="button" className="button" disabled={back.isBusy} onClick={() => void back.run()}>
                {texts.takeBack}
              </button>
            )}
          </div>
        )}
      </form>
      {about.below}
    </Card>
  );
}
