import { type Language, useLanguage } from './language.tsx';
import { modelRoles } from './texts/model-roles.ts';

/** The purpose of a model and who answers, in the person's language where the text is ours. */
export function useModelRole(): (role: string, roleCs?: string | null) => string {
  const { language } = useLanguage();
  return (role, roleCs = null) => (language === 'cs' ? roleCs : null) ?? roleIn(language, role);
}

/** Found by the text and not by the model: an operator may say something else about a published model. */
export function roleIn(language: Language, role: string): string {
  const known = Object.entries(modelRoles.en).find(([, text]) => text === role)?.[0];
  return known === undefined ? role : modelRoles[language][known as keyof typeof modelRoles.cs];
}
