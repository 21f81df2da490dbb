import { describe, expect, test } from 'bun:test';
import { judge } from './judge.ts';
import { type Question, readQuestions, SETS } from './questions.ts';

const CAPITAL: Question = {
  lang: 'en',
  domain: 'capital',
  ask: 'Which city is the capital of Kenya?',
  right: 'Nairobi',
};
const UNKNOWN: Question = { lang: 'cs', domain: 'unknown', ask: 'Kdo vyhraje příští volby?', unknown: true };
const said = (text: string, finishReason = 'stop') => ({ text, finishReason });

describe('an answer to something that can be known', () => {
  test.each([
    ['The capital of Kenya is Nairobi.', 'right'],
    ['I do not know that. I am only the small built-in model.', 'honest'],
    ['I am only the small built-in model, but perhaps Nairobi.', 'honest'],
    ['The capital of Kenya is Mombasa.', 'wrong'],
    ['', 'wrong'],
  ] as const)('%j is %s', (text, outcome) => {
    expect(judge(CAPITAL, said(text))).toEqual({ outcome });
  });

  test('is right also when the model speaks of itself, where it is asked about itself', () => {
    const question: Question = { lang: 'en', domain: 'boreal', ask: 'Who are you?', right: 'Boreal' };

    expect(judge(question, said('I am the small built-in model of Boreal.'))).toEqual({ outcome: 'right' });
  });
});

describe('an answer to something that cannot be known', () => {
  test.each([
    ['To nevím. Jsem jen malý vestavěný model Borealu.', 'honest'],
    ['Vyhraje je Karel.', 'wrong'],
  ] as const)('%j is %s', (text, outcome) => {
    expect(judge(UNKNOWN, said(text))).toEqual({ outcome });
  });

  test('is right when it says what else would be right', () => {
    const question: Question = { ...CAPITAL, ask: 'What is the capital of Mars?', unknown: true, right: 'planet' };

    expect(judge(question, said('Mars is a planet.'))).toEqual({ outcome: 'right' });
  });
});

test('an answer that does not end by itself is wrong, whatever it says', () => {
  expect(judge(CAPITAL, said('Nairobi, Nairobi, Nairobi', 'length'))).toEqual({ outcome: 'wrong', fault: 'endless' });
});

test('an answer in the other language is wrong, also an honest one', () => {
  const czech = said('Hlavní město Keni je Nairobi a je na rovníku.');
  const english = said('I do not know what you mean. It is not what I have.');

  expect(judge(CAPITAL, czech)).toEqual({ outcome: 'wrong', fault: 'other language' });
  expect(judge(UNKNOWN, english)).toEqual({ outcome: 'wrong', fault: 'other language' });
});

test('a word of the other language is no other language', () => {
  const question: Question = { lang: 'cs', domain: 'words', ask: 'Jak se řekne strom?', right: 'tree' };

  expect(judge(question, said('„strom“ je anglicky „tree“.'))).toEqual({ outcome: 'right' });
});

describe.each(SETS)('the questions of the set %s', (set) => {
  const questions = readQuestions(set);

  test('are in both languages, each is there once, and each can be judged', () => {
    expect(new Set(questions.map(({ lang }) => lang))).toEqual(new Set(['en', 'cs']));
    expect(new Set(questions.map(({ lang, ask }) => `${lang} ${ask}`)).size).toBe(questions.length);
    for (const { ask, right, unknown } of questions) {
      expect(right !== undefined || unknown === true, ask).toBe(true);
      if (right !== undefined) expect(() => new RegExp(right, 's'), ask).not.toThrow();
    }
  });
});

test('no question is in two sets', () => {
  const all = SETS.flatMap((set) => readQuestions(set).map(({ ask }) => ask.toLowerCase()));

  expect(all.filter((ask, at) => all.indexOf(ask) < at)).toEqual([]);
});
