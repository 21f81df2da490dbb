import { expect, test } from 'bun:test';
import { combine, createRegistry, type Registry, textOf } from './prometheus.ts';

test('a counter adds up by its labels', async () => {
  const registry = createRegistry();
  const requests = registry.counter('requests_total', 'Requests.');

  requests.add({ status: '200' });
  requests.add({ status: '200' }, 2);
  requests.add({ status: '402' });

  expect(await registry.text()).toBe(
    [
      '# HELP requests_total Requests.',
      '# TYPE requests_total counter',
      'requests_total{status="200"} 3',
      'requests_total{status="402"} 1',
      '',
    ].join('\n'),
  );
});

test('a series of a counter is shown before anything was counted, and adds up with the same labels', async () => {
  const registry = createRegistry();
  const tokens = registry.counter('tokens_total', 'Tokens.');

  const input = tokens.series({ type: 'input' });
  tokens.series({ type: 'output' });
  input.add(3);
  tokens.add({ type: 'input' }, 4);

  expect((await registry.text()).split('\n').slice(2, 4)).toEqual([
    'tokens_total{type="input"} 7',
    'tokens_total{type="output"} 0',
  ]);
});

test('a bucket of a histogram counts what is below it, and its own edge', async () => {
  const registry = createRegistry();
  const seconds = registry.histogram('seconds', 'Time.', [0.1, 1]);

  for (const value of [0.05, 0.1, 0.5, 7]) seconds.observe({ model: 'm' }, value);

  expect((await registry.text()).split('\n').slice(2)).toEqual([
    'seconds_bucket{model="m",le="0.1"} 2',
    'seconds_bucket{model="m",le="1"} 3',
    'seconds_bucket{model="m",le="+Inf"} 4',
    'seconds_sum{model="m"} 7.65',
    'seconds_count{model="m"} 4',
    '',
  ]);
});

test('a gauge that cannot be read is left out and hides nothing else', async () => {
  const registry = createRegistry();
  registry.gauge('broken', 'Broken.', () => Promise.reject(new Error('no')));
  registry.gauge('fine', 'Fine.', () => [[{}, 1]]);

  expect(await registry.text()).toBe('# HELP fine Fine.\n# TYPE fine gauge\nfine 1\n');
});

test('quotes, backslashes and new lines in a label cannot break out of it', async () => {
  const registry = createRegistry();
  registry.counter('odd', 'Odd.').add({ name: 'a"b\\c\nd' });

  expect(await registry.text()).toContain('odd{name="a\\"b\\\\c\\nd"} 1');
});

test('what several processes counted is added up, and what they share is not', async () => {
  const one = registryOf({ asked: 3, held: 7, up: 1 });
  const other = registryOf({ asked: 4, held: 7, up: 0 });
  other.counter('only_here_total', 'Only here.').add({ a: 'b' });

  const lines = textOf(combine([await one.families(), await other.families()])).split('\n');

  expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
    'asked_total{status="200"} 7',
    'seconds_bucket{le="1"} 2',
    'seconds_bucket{le="+Inf"} 2',
    'seconds_sum 1',
    'seconds_count 2',
    'held 7',
    'up 0',
    'only_here_total{a="b"} 1',
    '',
  ]);
  expect(lines.filter((line) => line === '# TYPE asked_total counter').length).toBe(1);
});

function registryOf(values: { readonly asked: number; readonly held: number; readonly up: number }): Registry {
  const registry = createRegistry();
  registry.counter('asked_total', 'Asked.').add({ status: '200' }, values.asked);
  registry.histogram('seconds', 'Time.', [1]).observe({}, 0.5);
  registry.gauge('held', 'Held.', { together: 'largest', read: () => [[{}, values.held]] });
  registry.gauge('up', 'Up.', { together: 'smallest', read: () => [[{}, values.up]] });
  return registry;
}
