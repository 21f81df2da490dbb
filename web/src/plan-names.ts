/** Names of plans, as people read them. */
import { useApi } from './api.ts';
import { useLanguage } from './language.tsx';

/** The names of the presets: the same in every language. */
const PRESETS: Readonly<Record<string, string>> = { pro: 'Pro', ultra: 'Ultra' };

/** The name that a plan has without a word of the operator. */
export const presetName = (id: string): string => PRESETS[id] ?? id;

/** The names that plans have now; until they are known, those of the presets. */
export function usePlanName(): (id: string) => string {
  const { language } = useLanguage();
  const { data } = useApi('GET /api/plans');
  return (id) => data?.plans.find((plan) => plan.id === id)?.name[language] ?? presetName(id);
}
