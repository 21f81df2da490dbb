/** The steps that a service needs before customers can pay it: shown until the last one is done. */
import { Link } from 'wouter';
import type { SetUpView } from '../../../../src/features/service-settings/contract.ts';
import { useApi } from '../../api.ts';
import { useTexts } from '../../language.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { serviceSettingsTexts } from './texts.ts';

type Step = SetUpView['steps'][number]['step'];

/** The form of each step. */
const FORMS: Readonly<Record<Step, string>> = {
  name: '/operator/settings#name',
  address: '/operator/settings#address',
  'second-factor': '/account#two-factor',
  mail: '/operator/settings/mail',
  seller: '/operator/settings/sales#seller',
  payment: '/operator/settings/sales#bank',
  terms: '/operator/settings/terms',
  models: '/operator/models',
  prices: '/operator/prices',
  'first-order': '/billing/buy',
};

/** Undefined until they are known, and when none is left to do. */
function useSteps() {
  const texts = useTexts(serviceSettingsTexts).setUp;
  const steps = useApi('GET /api/operator/set-up').data?.steps ?? [];
  const open = steps.filter(({ isDone }) => !isDone);
  if (!open[0]) return undefined;
  return { steps, next: open[0].step, doneText: texts.done(steps.length - open.length, steps.length) };
}

/** On the forms of steps, so that the way to the next one does not lead through the overview. */
export function NextStep() {
  const texts = useTexts(serviceSettingsTexts).setUp;
  const setUp = useSteps();
  if (!setUp) return null;
  return (
    <p className="row">
      <Badge>{setUp.doneText}</Badge>
      <Link href={FORMS[setUp.next]}>{texts.next(texts.steps[setUp.next])}</Link>
    </p>
  );
}

export function SetUp() {
  const texts = useTexts(serviceSettingsTexts).setUp;
  const setUp = useSteps();
  if (!setUp) return null;
  return (
    <Card id="set-up" title={texts.title} actions={<Badge>{setUp.doneText}</Badge>}>
      <p className="muted">{texts.lead}</p>
      <ol className="steps">
        {setUp.steps.map(({ step, isDone }) => (
          <li key={step} className={isDone ? 'step done' : 'step'}>
            {isDone ? (
              <span>
                {texts.steps[step]} <span className="visually-hidden">({texts.isDone})</span>
              </span>
            ) : (
              <>
                <Link href={FORMS[step]}>{texts.steps[step]}</Link>
                <span className="muted small">{texts.hints[step]}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
