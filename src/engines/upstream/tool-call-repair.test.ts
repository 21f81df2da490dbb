import { describe, expect, test } from 'bun:test';
import { cutAtRandom, randomText, seeded } from '../../../test/support/random.ts';
import type { EngineEvent } from '../../core/chat.ts';
import { type RawToolCallDelta, ToolCallRepair } from './tool-call-repair.ts';

type Call = { readonly id: string; readonly name: string; readonly arguments: string };

function repair(deltas: readonly RawToolCallDelta[]): EngineEvent[] {
  let ids = 0;
  const calls = new ToolCallRepair(() => `made-${++ids}`);
  return [...deltas.flatMap((delta) => calls.push(delta)), ...calls.end()];
}

/** Collects as strict clients do: fails where a client would fail or lose something. */
function collect(events: readonly EngineEvent[]): readonly Call[] {
  const calls: { id: string; name: string; arguments: string }[] = [];
  for (const event of events) {
    if (event.type === 'tool-call-start') {
      expect(event.index).toBe(calls.length);
      calls.push({ id: event.id, name: event.name, arguments: '' });
    } else if (event.type === 'tool-call-arguments') {
      expect(event.index).toBe(calls.length - 1);
      calls[event.index]!.arguments += event.text;
    }
  }
  return calls;
}

const A = { id: 'call_a', name: 'weather', arguments: '{"city":"Brno"}' };
const B = { id: 'call_b', name: 'time', arguments: '{"zone":"CET"}' };

describe('deltas as the interface wants them', () => {
  test('come out as they are', () => {
    const events = repair([
      { index: 0, id: 'call_a', name: 'weather', arguments: '' },
      { index: 0, arguments: '{"city":' },
      { index: 0, arguments: '"Brno"}' },
    ]);

    expect(events).toEqual([
      { type: 'tool-call-start', index: 0, id: 'call_a', name: 'weather' },
      { type: 'tool-call-arguments', index: 0, text: '{"city":' },
      { type: 'tool-call-arguments', index: 0, text: '"Brno"}' },
    ]);
  });

  test('of two calls come one call after the other', () => {
    const events = repair([
      { index: 0, id: 'call_a', name: 'weather' },
      { index: 0, arguments: A.arguments },
      { index: 1, id: 'call_b', name: 'time' },
      { index: 1, arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([A, B]);
  });

  test('are streamed: nothing of the call in progress is kept back', () => {
    const calls = new ToolCallRepair(() => 'made');

    const shown = [
      { index: 0, id: 'a', name: 'f' },
      { index: 0, arguments: '{' },
      { index: 0, arguments: '}' },
    ].map((delta) => calls.push(delta).length);

    expect(shown).toEqual([1, 1, 1]);
    expect(calls.end()).toEqual([]);
  });

  test('without any call give no events', () => {
    expect(repair([])).toEqual([]);
  });
});

describe('what engines do to the index', () => {
  test('they leave it out: a delta belongs to the last call', () => {
    const events = repair([
      { id: 'call_a', name: 'weather' },
      { arguments: '{"city":' },
      { arguments: '"Brno"}' },
      { id: 'call_b', name: 'time' },
      { arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([A, B]);
  });

  test('they leave out index and id: another name behind whole arguments is another call', () => {
    const events = repair([
      { name: 'weather', arguments: A.arguments },
      { name: 'time', arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([
      { ...A, id: 'made-1' },
      { ...B, id: 'made-2' },
    ]);
  });

  test('they leave out index and id: the same function called twice is two calls', () => {
    const events = repair([
      { name: 'weather', arguments: '{"city":"Brno"}' },
      { name: 'weather', arguments: '{"city":"Praha"}' },
    ]);

    expect(collect(events).map((call) => call.arguments)).toEqual(['{"city":"Brno"}', '{"city":"Praha"}']);
  });

  test('they leave out index, id and arguments: another name is another call', () => {
    expect(collect(repair([{ name: 'now' }, { name: 'today' }]))).toEqual([
      { id: 'made-1', name: 'now', arguments: '{}' },
      { id: 'made-2', name: 'today', arguments: '{}' },
    ]);
  });

  test('they repeat it for another call with an id of its own', () => {
    const events = repair([
      { index: 0, id: 'call_a', name: 'weather', arguments: A.arguments },
      { index: 0, id: 'call_b', name: 'time', arguments: '' },
      { index: 0, arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([A, B]);
  });

  test('they repeat it for another call and leave the id out', () => {
    const events = repair([
      { index: 0, name: 'weather', arguments: A.arguments },
      { index: 0, name: 'weather', arguments: '{"city":"Praha"}' },
      { index: 0, name: 'time', arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([
      { ...A, id: 'made-1' },
      { ...A, id: 'made-2', arguments: '{"city":"Praha"}' },
      { ...B, id: 'made-3' },
    ]);
  });

  test.each([1, 3, -1])('they count from %p: the calls come out counted from 0', (first) => {
    const events = repair([
      { index: first, id: 'call_a', name: 'weather', arguments: A.arguments },
      { index: first + 1, id: 'call_b', name: 'time', arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([A, B]);
  });

  test('they leave it out of the later deltas', () => {
    const events = repair([
      { index: 0, id: 'call_a', name: 'weather' },
      { arguments: '{"city":' },
      { index: 0, arguments: '"Brno"}' },
    ]);

    expect(collect(events)).toEqual([A]);
  });
});

describe('what engines do to ids and names', () => {
  test('they repeat both in every delta: both come once', () => {
    const events = repair(
      ['{"city"', ':"Brno"', '}', ''].map((text) => ({ index: 0, id: 'call_a', name: 'weather', arguments: text })),
    );

    expect(collect(events)).toEqual([A]);
    expect(events.filter((event) => event.type === 'tool-call-start')).toHaveLength(1);
  });

  test('they repeat the name alone in every delta', () => {
    const events = repair(
      ['{"city"', ':"Brno"', '}', ''].map((text) => ({ index: 0, name: 'weather', arguments: text })),
    );

    expect(collect(events)).toEqual([{ ...A, id: 'made-1' }]);
  });

  test('they leave the id out: the call gets one', () => {
    const events = repair([
      { index: 0, name: 'weather', arguments: A.arguments },
      { index: 1, name: 'time', arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([
      { ...A, id: 'made-1' },
      { ...B, id: 'made-2' },
    ]);
  });

  test('they send the id before the name: the call starts when its name is known', () => {
    const calls = new ToolCallRepair(() => 'made');

    const early = [...calls.push({ index: 0, id: 'call_a' }), ...calls.push({ index: 0, arguments: '{"city":' })];
    const late = [...calls.push({ index: 0, name: 'weather' }), ...calls.push({ index: 0, arguments: '"Brno"}' })];

    expect(early).toEqual([]);
    expect(collect([...late, ...calls.end()])).toEqual([A]);
  });

  test('they never send a name: the call comes out at the end, for the client to refuse', () => {
    expect(collect(repair([{ index: 0, id: 'call_a', arguments: '{}' }]))).toEqual([
      { id: 'call_a', name: '', arguments: '{}' },
    ]);
  });
});

describe('what engines do to arguments', () => {
  test('they send none: the call has an empty object', () => {
    expect(collect(repair([{ index: 0, id: 'call_a', name: 'now' }]))).toEqual([
      { id: 'call_a', name: 'now', arguments: '{}' },
    ]);
  });

  test('they break them off: what came is passed on as it is', () => {
    expect(collect(repair([{ index: 0, id: 'call_a', name: 'weather', arguments: '{"city":"Br' }]))).toEqual([
      { id: 'call_a', name: 'weather', arguments: '{"city":"Br' },
    ]);
  });

  test('they mix the pieces of two calls: the second waits until the first is whole', () => {
    const events = repair([
      { index: 0, id: 'call_a', name: 'weather', arguments: '{"city":' },
      { index: 1, id: 'call_b', name: 'time', arguments: '{"zone"' },
      { index: 0, arguments: '"Brno"}' },
      { index: 1, arguments: ':"CET"}' },
    ]);

    expect(collect(events)).toEqual([A, B]);
  });

  test('they leave the first call without arguments: the second is not lost', () => {
    const events = repair([
      { index: 0, id: 'call_a', name: 'now' },
      { index: 1, id: 'call_b', name: 'time', arguments: B.arguments },
    ]);

    expect(collect(events)).toEqual([{ id: 'call_a', name: 'now', arguments: '{}' }, B]);
  });
});

test('the count is that of the calls, not of the deltas', () => {
  const calls = new ToolCallRepair(() => 'made');
  expect(calls.count).toBe(0);

  calls.push({ index: 0, id: 'a', name: 'f', arguments: '{' });
  calls.push({ index: 0, arguments: '}' });
  calls.push({ index: 1, id: 'b', name: 'g' });

  expect(calls.count).toBe(2);
});

test('the calls do not depend on how their arguments are cut or mixed', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    const wanted = Array.from({ length: random.integer(1, 4) }, (_, i) => ({
      id: `call_${i}`,
      name: random.pick(['f', 'g']),
      arguments: JSON.stringify({ [randomText(random)]: randomText(random), n: random.integer(-9, 99) }),
    }));
    const hasIndex = random.fraction() < 0.7;
    const first = random.integer(0, 1);
    const queues = wanted.map((call, i): RawToolCallDelta[] => {
      const index = hasIndex ? { index: first + i } : {};
      const pieces = cutAtRandom(call.arguments, random, 20);
      return [
        { ...index, id: call.id, name: call.name },
        ...pieces.map((text) => ({ ...index, ...(!hasIndex && { id: call.id }), arguments: text })),
      ];
    });

    // The calls begin in their order; their pieces may be mixed.
    const deltas = queues.map((queue) => queue.shift()!);
    const isMixed = random.fraction() < 0.5;
    while (queues.some((queue) => queue.length > 0)) {
      const left = queues.filter((queue) => queue.length > 0);
      deltas.push((isMixed ? random.pick(left) : left[0]!).shift()!);
    }

    expect(collect(repair(deltas)), `seed ${seed}`).toEqual(wanted);
  }
});
