/** The operator's plans, to choose one of them. */
import { useApi } from '../../api.ts';
import { useLanguage } from '../../language.tsx';
import { Options } from '../../ui/field.tsx';

type PlanChoice = { readonly id: string; readonly name: string };

/** In the order of the plans; none until they are loaded. */
export function usePlanChoices(): readonly PlanChoice[] {
  const { language } = useLanguage();
  const { data } = useApi('GET /api/operator/prices');
  return (data?.plans ?? []).map(({ id, name }) => ({ id, name: name[language] }));
}

export function PlanOptions() {
  return <Options of={usePlanChoices().map(({ id, name }) => [id, name])} />;
}
