/** Asks questions once and judges the answers. One at a time, so that the speed is that of one request. */
import { ABILITIES, type Ability } from './abilities.ts';
import type { Answer, Ask } from './ask.ts';
import { type Judged, judge } from './judge.ts';
import { type Question, readQuestions, type SetName } from './questions.ts';

export type Asked = Judged & { readonly question: Question; readonly answer: Answer };
export type Tried = { readonly kind: string; readonly isRight: boolean; readonly ask: string; readonly answer: Answer };

export type Evaluation = {
  readonly sets: ReadonlyMap<SetName, readonly Asked[]>;
  readonly abilities: readonly Tried[];
  /** Of one request, while it is written. */
  readonly tokensPerSecond: number;
  /** Of one request, from the question to the end of the answer. */
  readonly tokensPerSecondWhole: number;
};

/** Of the questions of a set, and of the abilities, some may be left out. */
export async function evaluate(
  ask: Ask,
  sets: readonly SetName[],
  choose = (questions: readonly Question[], _set: SetName) => questions,
  chooseAbilities = (all: readonly Ability[]) => all,
): Promise<Evaluation> {
  const answers: Answer[] = [];
  const asked = new Map<SetName, readonly Asked[]>();
  for (const set of sets) {
    const judged: Asked[] = [];
    for (const question of choose(readQuestions(set), set)) {
      const answer = await ask({ messages: [{ role: 'user', content: question.ask }] });
      answers.push(answer);
      judged.push({ ...judge(question, answer), question, answer });
    }
    asked.set(set, judged);
  }
  const abilities: Tried[] = [];
  for (const { kind, asked: request, isRight } of chooseAbilities(ABILITIES)) {
    const answer = await ask(request);
    abilities.push({ kind, isRight: isRight(answer), ask: textOf(request.messages), answer });
  }
  return { sets: asked, abilities, ...speedOf(answers) };
}

const textOf = (messages: readonly { readonly content?: unknown }[]): string =>
  messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : [])).join(' / ');

function speedOf(answers: readonly Answer[]) {
  const sum = (pick: (answer: Answer) => number) => answers.reduce((total, answer) => total + pick(answer), 0);
  return {
    // The first token comes with the prompt's reading and is not timed.
    tokensPerSecond: sum(({ outputTokens }) => Math.max(0, outputTokens - 1)) / sum((answer) => answer.writingSeconds),
    tokensPerSecondWhole: sum(({ outputTokens }) => outputTokens) / sum(({ seconds }) => seconds),
  };
}
