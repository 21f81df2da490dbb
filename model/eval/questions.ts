/** The questions of the evaluation, one JSON object a line. No training data may hold their wordings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** By two independent authors who had not seen the training data; the finished model was asked them once. */
export const SETS = ['sealed6', 'sealed7'] as const;
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
