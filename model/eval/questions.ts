/** The questions of the evaluation, one JSON object a line. No training data may hold their wordings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `held-out`: wordings kept out of the training, but its failures guided the data. `blind`: written before the third
 * round of training. `fresh`: written by an author who had not seen the training data. The failures of these two guided
 * the rounds after it. `unseen`: written before the data of the rounds that made the first published file, and answered
 * only at their end; its failures guided what came later. `sealed`: written after that, before any further data, and
 * answered only by finished weights; its failures guided the data of the round after. `sealed2`: written beside that data by
 * another author, and answered only by the weights of then, when they were finished; its failures were read then. `sealed3`:
 * written before a round that was not shipped, from the names of the domains alone, and answered once by both. `sealed4`:
 * the same for the next such round, by an independent author. `sealed5`: by another one, beside the data of the last round,
 * and answered once by the weights of then and by those before. `guide`: by one more author, during the round after, to see
 * what is weak while data was written; its failures guided the round. `sealed6`: by yet another one, before that data, and
 * answered once by the weights of then and by those before. `sealed7`: by one more author, before most of the data of the
 * last round, and answered once by its weights before and after they were averaged, and by those before the round.
 */
export const SETS = [
  ...(['held-out', 'blind', 'fresh', 'unseen'] as const),
  ...(['sealed', 'sealed2', 'sealed3', 'sealed4', 'sealed5'] as const),
  ...(['guide', 'sealed6', 'sealed7'] as const),
] as const;
export type SetName = (typeof SETS)[number];

export type Question = {
  readonly lang: 'en' | 'cs';
  readonly domain: string;
  readonly ask: string;
  /** A pattern that a right answer matches. */
  readonly right?: string;
  /** The model cannot know it, or there is nothing to know: an honest answer is what is wanted. */
  readonly unknown?: true;
};

export function readQuestions(set: SetName): readonly Question[] {
  const text = readFileSync(join(import.meta.dir, 'questions', `${set}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
}
