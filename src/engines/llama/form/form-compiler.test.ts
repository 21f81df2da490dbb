import { describe, expect, test } from 'bun:test';
import { ShareUsed } from '../generate/slots.ts';
import { SchemaRefusal, STEPS_MAX } from '../grammar/work-budget.ts';
import { FormCompiler } from './form-compiler.ts';
import { type MadeForm, makeForm, type WantedForm } from './wanted-form.ts';

/** A compiler whose thread answers when the test says so. */
function started(answer: (wanted: WantedForm) => MadeForm = makeForm) {
  const clock = { now: 0 };
  const waiting: { readonly wanted: WantedForm; go(): void }[] = [];
  const made: WantedForm[] = [];
  const forms = new FormCompiler(
    (text) => {
      const wanted = JSON.parse(text) as WantedForm;
      made.push(wanted);
      return new Promise((resolve) => waiting.push({ wanted, go: () => resolve(answer(wanted)) }));
    },
    () => clock.now,
  );
  const ask = (account: string, name: string, signal = new AbortController().signal) =>
    forms.grammarOf({ type: 'json', schema: { const: name } }, { account, signal });
  /** Answers all that is asked, one after the other, until nothing is. */
  const goOn = async () => {
    for (let turn = 0; turn < 200; turn++) {
      waiting.shift()?.go();
      await Promise.resolve();
    }
  };
  const namesMade = () => made.map((wanted) => ('schema' in wanted ? wanted.schema?.const : undefined));
  return { clock, waiting, forms, ask, goOn, namesMade };
}

const costing = (steps: number) => (): MadeForm => ({ grammar: 'root ::= "x"', steps });
const reasonOf = (asked: Promise<unknown>) => asked.then(() => undefined).catch((reason: unknown) => reason);

describe('what an account has asked before', () => {
  test('is not made again, whether it was taken or refused', async () => {
    const { ask, forms, goOn, namesMade } = started();
    const wrong: WantedForm = { type: 'json', schema: { anyOf: [0] } };
    const asking = { account: 'a', signal: new AbortController().signal };
    const first = [ask('a', 'x'), reasonOf(forms.grammarOf(wrong, asking))] as const;
    await goOn();
    const [grammar, refusal] = await Promise.all(first);

    expect(await ask('a', 'x')).toBe(grammar);
    expect(await reasonOf(forms.grammarOf(wrong, asking))).toEqual(refusal as Error);
    expect(refusal).toBeInstanceOf(SchemaRefusal);
    expect(namesMade()).toHaveLength(2);
  });

  test('is made again for another account, which learns nothing by that', async () => {
    const { ask, goOn, namesMade } = started();
    const both = [ask('a', 'x'), ask('b', 'x')];
    await goOn();
    await Promise.all(both);

    expect(namesMade()).toEqual(['x', 'x']);
  });

  test('is made once for all that ask for it at the same time', async () => {
    const { ask, goOn, namesMade } = started();
    const three = [ask('a', 'x'), ask('a', 'x'), ask('a', 'x')];
    await goOn();
    await Promise.all(three);

    expect(namesMade()).toEqual(['x']);
  });
});

describe('turns', () => {
  test('another account waits for one order of an account with many', async () => {
    const { ask, goOn, namesMade } = started();
    const greedy = ['1', '2', '3', '4'].map((name) => ask('a', name));
    const other = ask('b', 'mine');
    await goOn();
    await Promise.all([...greedy, other]);

    expect(namesMade()).toEqual(['1', '2', 'mine', '3', '4']);
  });

  test('who leaves does not wait, and others go on', async () => {
    const { ask, goOn } = started();
    const leaving = new AbortController();
    const first = ask('a', '1', leaving.signal);
    const second = ask('b', '2');

    leaving.abort(new Error('gone'));

    await expect(first).rejects.toThrow('gone');
    await goOn();
    expect(await second).toContain('root');
  });

  test('a queue that one account fills has room for another', async () => {
    const { ask, goOn } = started();
    const greedy = Array.from({ length: 100 }, (_, i) => reasonOf(ask('a', `${i}`)));
    const other = ask('b', 'mine');
    await goOn();

    expect(await other).toContain('root');
    expect((await Promise.all(greedy)).filter((reason) => reason instanceof ShareUsed).length).toBeGreaterThan(30);
  });
});

describe('the allowance of an account', () => {
  test('is used by work, also by refusals, and comes back with time', async () => {
    const { clock, ask, goOn, namesMade } = started(() => ({ refused: 'It is too large.', steps: STEPS_MAX }));
    const asked = Array.from({ length: 12 }, (_, i) => reasonOf(ask('a', `${i}`)));
    await goOn();
    const reasons = await Promise.all(asked);

    expect(reasons.filter((reason) => reason instanceof SchemaRefusal)).toHaveLength(10);
    const [used] = reasons.filter((reason) => reason instanceof ShareUsed);
    expect(used?.waitMs).toBeWithin(1, 2001);

    const other = reasonOf(ask('b', 'mine'));
    clock.now += used!.waitMs;
    const again = reasonOf(ask('a', 'later'));
    await goOn();
    expect(await other).toBeInstanceOf(SchemaRefusal);
    expect(await again).toBeInstanceOf(SchemaRefusal);
    expect(namesMade().slice(-2)).toEqual(['mine', 'later']);
  });

  test('is enough for a hundred ordinary forms a second', async () => {
    const { clock, ask, goOn } = started(costing(100));
    for (let second = 0; second < 5; second++) {
      const asked = Array.from({ length: 50 }, (_, i) => ask('a', `${second} ${i}`));
      await goOn();
      const more = Array.from({ length: 50 }, (_, i) => ask('a', `${second} ${50 + i}`));
      await goOn();
      await Promise.all([...asked, ...more]);
      clock.now += 1000;
    }
  });

  test('is charged in full for what the thread has ended of', async () => {
    const clock = { now: 0 };
    const forms = new FormCompiler(
      () => Promise.reject(new Error('ended')),
      () => clock.now,
    );
    const { signal } = new AbortController();
    const asked = Array.from({ length: 12 }, (_, i) =>
      reasonOf(forms.grammarOf({ type: 'json', schema: { const: i } }, { account: 'a', signal })),
    );

    const reasons = await Promise.all(asked);

    expect(reasons.filter((reason) => reason instanceof ShareUsed)).toHaveLength(2);
  });
});

test('schemas of more than a mebibyte are refused without work', async () => {
  const { ask, namesMade } = started();

  expect(await reasonOf(ask('a', 'x'.repeat(2 ** 20)))).toBeInstanceOf(SchemaRefusal);
  expect(namesMade()).toEqual([]);
});
