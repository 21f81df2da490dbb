/** Alerts and dashboard, tried against a real Prometheus that reads a running server. */
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import dashboard from '../../deploy/monitoring/grafana-dashboard.json';
import { ask, FORMS } from '../support/asking.ts';
import { isChat, NAMES, startPool } from '../support/pool-service.ts';
import { answerText, jsonError } from '../support/scripted-upstream.ts';
import { until } from '../support/service.ts';
import { startTraceReceiver } from '../support/trace-receiver.ts';
import { complaintsOf } from './dashboard-types.ts';

const ROOT = resolve(import.meta.dir, '../..');
const ALERTS = join(ROOT, 'deploy/monitoring/alerts.yaml');
const FOLDER = process.env.BOREAL_TEST_PROMETHEUS;
if (!FOLDER) console.log('LEFT OUT: no Prometheus is at hand; `npm run test:monitoring` brings it.');

/** Panels that have nothing to show of this traffic, and what they would need. */
const EMPTY: Readonly<Record<string, string>> = {
  'max by (status) (boreal_batches_open)': 'a batch that has not ended',
  'max by (status) (boreal_batch_lines_open)': 'a batch that has not ended',
  'sum by (result) (rate(boreal_structured_outputs_total[1m]))': 'an answer that is held to a schema',
};

const TYPES = process.env.BOREAL_TEST_GRAFANA_TYPES;
if (FOLDER && !TYPES) console.log("LEFT OUT: Grafana's types are not to be had.");

describe.if(TYPES !== undefined)('the dashboard', () => {
  test('is what Grafana takes, by the types that it publishes', () => {
    expect(complaintsOf(TYPES!, dashboard)).toBe('');
  });

  test('would be found out with a field that Grafana does not know, or a value of a wrong type', () => {
    const [panel, ...others] = dashboard.panels;
    const wrong = { ...dashboard, editable: 'yes', panels: [{ ...panel!, legend: true }, ...others] };

    const said = complaintsOf(TYPES!, wrong as unknown as typeof dashboard);

    expect(said).toContain(`'"legend"' does not exist in type 'Panel'`);
    expect(said).toContain("Type 'string' is not assignable to type 'boolean");
  });
});

describe.if(FOLDER !== undefined)('monitoring', () => {
  test('promtool takes the alerts', () => {
    expect(promtool('check', 'rules', ALERTS)).toEqual({ code: 0, said: expect.stringContaining('12 rules found') });
  });

  test('each alert fires when it should, and none while all is well', () => {
    const { code, said } = promtool('test', 'rules', join(import.meta.dir, 'alerts.yaml'));

    expect(code, said).toBe(0);
  });

  test('every panel has data of a running server, and every alert can be evaluated', async () => {
    await using receiver = startTraceReceiver();
    await using pool = await startPool({ env: receiver.settings() });
    await makeTraffic(pool);
    await until('spans arrive', async () => (await pool.metric(ARRIVED)) !== undefined);
    receiver.answer(503);
    await ask(pool.service, 'json');
    await until('spans are lost', async () => (await pool.metric(LOST)) !== undefined);
    await using prometheus = await startPrometheus(new URL(pool.service.url).host);
    await until('it was read three times', async () => (await prometheus.count('sum(count_over_time(up[1m]))')) >= 3);

    const queries = [...new Set(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => queryOf(expr))))];
    expect(queries.length).toBeGreaterThan(25);
    const counts = await Promise.all(queries.map(async (query) => [query, await prometheus.found(query)] as const));

    expect(counts.filter(([, found]) => found === 0).map(([query]) => query)).toEqual(Object.keys(EMPTY));
    const rules = await prometheus.rules();
    expect(rules.length).toBe(12);
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
  });
});

const ARRIVED = 'boreal_trace_spans_exported_total';
const LOST = 'boreal_trace_spans_dropped_total{reason="failed"}';

/** A panel's query as Grafana sends it, for every job. */
const queryOf = (expr: string): string =>
  expr.replaceAll('{job=~"$job"}', '').replaceAll('job=~"$job",', '').replaceAll('$__rate_interval', '1m');

/** Answers in both forms, one that a second engine had to give, and one that none gave. */
async function makeTraffic({ service, upstreams }: Awaited<ReturnType<typeof startPool>>): Promise<void> {
  for (const form of FORMS) await ask(service, form);
  const fail = (names: readonly (typeof NAMES)[number][]) => {
    for (const name of names)
      upstreams[name].play((request) => (isChat(request) ? jsonError(500, {}) : answerText('pong')));
  };
  fail(NAMES);
  await ask(service, 'json');
  for (const name of NAMES) upstreams[name].play(answerText(name));
  await ask(service, 'json');
}

function promtool(...words: readonly string[]): { readonly code: number; readonly said: string } {
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(FOLDER!, 'promtool'), ...words]);
  return { code: exitCode, said: `${stdout}${stderr}` };
}

type Rule = { readonly name: string; readonly health: string };
type Answer = {
  readonly status: string;
  readonly data: { readonly result: readonly { readonly value: [number, string] }[] };
};

async function startPrometheus(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-prometheus-'));
  const port = await freePort();
  const job = `{ job_name: boreal, scrape_interval: 1s, static_configs: [{ targets: ['${target}'] }] }`;
  const config = `global: { evaluation_interval: 1s }\nrule_files: ['${ALERTS}']\nscrape_configs: [${job}]\n`;
  writeFileSync(join(folder, 'prometheus.yml'), config);
  const words = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const child = Bun.spawn([join(FOLDER!, 'prometheus'), ...words, `--web.listen-address=127.0.0.1:${port}`], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  const query = async (text: string): Promise<Answer['data']['result']> => {
    const { status, data } = (await get(`/api/v1/query?query=${encodeURIComponent(text)}`)) as Answer;
    if (status !== 'success') throw new Error(`Prometheus does not take ${text}`);
    return data.result;
  };
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('Prometheus is ready', isReady);
  return {
    found: async (text: string) => (await query(text)).length,
    count: async (text: string) => Number((await query(text))[0]?.value[1] ?? 0),
    rules: async (): Promise<readonly Rule[]> => {
      const { data } = (await get('/api/v1/rules')) as { data: { groups: { rules: Rule[] }[] } };
      return data.groups.flatMap(({ rules }) => rules);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
