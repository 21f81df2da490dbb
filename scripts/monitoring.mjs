/**
 * `npm run test:monitoring`: the alerts through promtool, a real Prometheus that reads a running server and is asked for
 * every panel of the dashboard, and the dashboard against Grafana's own types. Where the machine has no Prometheus, Debian's
 * is installed. The tests are in test/monitoring.
 */
import { spawnSync } from 'node:child_process';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { findGrafanaTypes } from './provision/grafana-types.mjs';
import { findPrometheus } from './provision/prometheus.mjs';

argumentsOf({});
try {
  installDevPackages();
  const env = { ...bunEnv(), BOREAL_TEST_PROMETHEUS: findPrometheus(), ...grafanaTypes() };
  const words = ['test', '--timeout=120000', './test/monitoring/monitoring.test.ts'];
  const { status } = spawnSync(bunPath(), words, { cwd: ROOT, env, stdio: 'inherit' });
  console.log('LEFT OUT: Grafana draws no panel here; its queries are asked of Prometheus.');
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function grafanaTypes() {
  try {
    return { BOREAL_TEST_GRAFANA_TYPES: findGrafanaTypes() };
  } catch (error) {
    console.log(`LEFT OUT: Grafana's types are not to be had: ${error.message}`);
    return {};
  }
}
