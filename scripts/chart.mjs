/**
 * `npm run test:chart`: the Helm chart and the Compose file through Helm, kubeconform and Compose, which are built from their
 * Go modules where the machine does not have them. The tests are in test/chart.test.ts.
 */

import { spawnSync } from 'node:child_process';
import { bunEnv, bunPath, ROOT } from '../bin/bun.mjs';
import { argumentsOf } from './arguments.mjs';
import { installDevPackages } from './dev-packages.mjs';
import { goProgram } from './provision/go-programs.mjs';
import { kubernetesSchemas } from './provision/kubernetes-schemas.mjs';

const HELM = { name: 'helm', source: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0' };
const KUBECONFORM = { name: 'kubeconform', source: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0' };
const COMPOSE = { name: 'docker-compose', source: 'github.com/docker/compose/v2/cmd', version: 'v2.40.3' };

argumentsOf({});
try {
  installDevPackages();
  const env = {
    ...bunEnv(),
    BOREAL_TEST_HELM: goProgram(HELM),
    BOREAL_TEST_KUBECONFORM: goProgram(KUBECONFORM),
    BOREAL_TEST_KUBERNETES_SCHEMAS: kubernetesSchemas(),
    BOREAL_TEST_COMPOSE: goProgram(COMPOSE),
  };
  const { status } = spawnSync(bunPath(), ['test', './test/chart.test.ts'], { cwd: ROOT, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
