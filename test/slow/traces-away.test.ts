/** A receiver of traces that is away costs spans and nothing else. */
import { expect, test } from 'bun:test';
import { ask } from '../support/asking.ts';
import { startService, until } from '../support/service.ts';
import { startTraceReceiver, treesOf } from '../support/trace-receiver.ts';

const SPANS = 6;

test('requests are answered, lost spans are counted, it is logged once, and the next ones arrive', async () => {
  await using receiver = startTraceReceiver();
  await using service = await startService({ env: receiver.settings() });
  const metric = async (series: string) => {
    const text = await (await fetch(new URL('/metrics', service.url))).text();
    const line = text.split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  };
  const dropped = () => metric('boreal_trace_spans_dropped_total{reason="failed"}');
  const told = (message: string) => service.log.filter((line) => line.message.startsWith(message)).length;
  receiver.answer(503);

  expect((await ask(service, 'json')).status).toBe(200);
  await until('spans are lost', async () => (await dropped()) === SPANS);
  expect((await ask(service, 'stream')).isDone).toBe(true);
  await until('more are lost', async () => (await dropped()) === 2 * SPANS);
  expect(told('traces cannot be exported')).toBe(1);

  receiver.answer(200);
  await ask(service, 'json');
  await until('spans arrive', async () => (await metric('boreal_trace_spans_exported_total')) === SPANS);
  expect(told('traces are exported again')).toBe(1);
  expect(treesOf(receiver.spans).length).toBe(1);
});

test('a closed port where traces and metrics go holds nothing up, and a stop does not wait for it', async () => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_METRIC_EXPORT_INTERVAL: '10' };
  await using service = await startService({ env });
  const told = (message: string) => service.log.filter((line) => line.message.startsWith(message)).length;

  expect((await ask(service, 'json')).status).toBe(200);
  await until('the metrics have nowhere to go', () => told('metrics cannot be exported') > 0);
  await service.stop();

  expect([told('traces cannot be exported'), told('metrics cannot be exported')]).toEqual([1, 1]);
  expect(service.log.filter((line) => line.level === 'error')).toEqual([]);
});
