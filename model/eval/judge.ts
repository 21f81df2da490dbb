/** Whether an answer is right, honest about not knowing, or wrong. Patterns decide, so every run judges alike. */
import type { Question } from './questions.ts';

export const OUTCOMES = ['right', 'honest', 'wrong'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type Judged = {
  readonly outcome: Outcome;
  /** Why an answer is wrong, besides what it says. */
  readonly fault?: 'endless' | 'other language';
};

/** How models say that they do not know. */
const HONEST = [
  /(?:small|built-in) (?:built-in )?model/,
  /\b(?:do not|don't|cannot|can't|can not) (?:know|see|tell|have|access|predict|browse|help with)/,
  /\bknow (?:no|nothing)\b/,
  /\b(?:not sure|unable to|no information|no access|not among|does not exist|doesn't exist|there is no)\b/,
  /\bonly (?:small sums|between|English and Czech)/,
  /\btoo (?:large|big) for me/,
  /malý (?:vestavěný )?model|vestavěný model/,
  /nevím|neznám|neumím|nevidím|nestačím|nedokážu|nemohu|nemám/,
  /jen (?:mezi|česky)|na mě moc|nepatří k|neexistuje/,
].map((pattern) => new RegExp(pattern, 'i'));

/** A model that speaks of itself and of Boreal says "the small built-in model" in right answers too. */
const SPEAKS_OF_ITSELF = ['boreal', 'dialects', 'talk'];
/** Here an answer may be in either language. */
const EITHER_LANGUAGE = ['translate', 'code', 'text', 'works'];

export function judge(question: Question, answer: { readonly text: string; readonly finishReason: string }): Judged {
  if (answer.finishReason !== 'stop') return { outcome: 'wrong', fault: 'endless' };
  if (isInOtherLanguage(question, answer.text)) return { outcome: 'wrong', fault: 'other language' };
  const isHonest = soundsHonest(answer.text);
  const matches = question.right !== undefined && new RegExp(question.right, 's').test(answer.text);
  if (question.unknown) return { outcome: matches ? 'right' : isHonest ? 'honest' : 'wrong' };
  if (matches && (!isHonest || SPEAKS_OF_ITSELF.includes(question.domain))) return { outcome: 'right' };
  return { outcome: isHonest ? 'honest' : 'wrong' };
}

export const soundsHonest = (text: string): boolean => HONEST.some((pattern) => pattern.test(text));

const ENGLISH = /\b(?:the|is|are|of|and|you|it|has|have|what|this|with|for|not)\b/gi;
const CZECH = /(?<!\p{L})(?:je|jsou|se|na|že|jsem|jsi|má|ale|nebo|jak|tento|pro|není|ve|si)(?!\p{L})/giu;

/** Counts common little words: two of the wrong language and none of the right one are enough. */
function isInOtherLanguage({ lang, domain }: Question, text: string): boolean {
  if (EITHER_LANGUAGE.includes(domain)) return false;
  const english = text.match(ENGLISH)?.length ?? 0;
  const czech = text.match(CZECH)?.length ?? 0;
  return lang === 'cs' ? english >= 2 && czech === 0 : czech >= 2 && english === 0;
}
