/**
 * The Helm chart, rendered by Helm in the ways that it is used, and compared with the product and with the schemas of Kubernetes. `npm run
 * test:chart` brings the programs; where they are not on the machine, `npm test` says that they were left out.
 */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { testConfig } from './support/test-config.ts';

const ROOT = resolve(import.meta.dir, '..');
const CHART = join(ROOT, 'deploy/helm/boreal');
const HELM = process.env.BOREAL_TEST_HELM ?? Bun.which('helm') ?? undefined;
const KUBECONFORM = process.env.BOREAL_TEST_KUBECONFORM ?? Bun.which('kubeconform') ?? undefined;
const SCHEMAS = process.env.BOREAL_TEST_KUBERNETES_SCHEMAS;
const COMPOSE = process.env.BOREAL_TEST_COMPOSE;
if (!HELM) console.log('LEFT OUT: Helm is not installed; `npm run test:chart` builds it.');

/** What a Helm that was built from its module does not know. */
const KUBERNETES = ['--kube-version', '1.36.0'];
const SECRET = '0123456789abcdef'.repeat(4);
const DATABASE_URL = 'postgres://boreal:password@postgres.example.com:5432/boreal?sslmode=verify-full';
const WAYS = {
  SQLite: [],
  PostgreSQL: ['database.kind=postgres', `database.url=${DATABASE_URL}`, `secret.value=${SECRET}`],
  everything: [
    'database.kind=postgres',
    `database.url=${DATABASE_URL}`,
    'redis.url=rediss://:password@valkey.example.com:6379',
    `secret.value=${SECRET}`,
    `secret.metricsToken=${SECRET}`,
    'config.engines.main.kind=openai',
    'config.engines.main.baseUrl=http://models.models.svc:8000/v1',
    'config.engines.main.model=my-model',
    'env.BOREAL_LOG_LEVEL=warn',
    'autoscaling.enabled=true',
    'ingress.enabled=true',
    'ingress.className=nginx',
    'serviceMonitor.enabled=true',
  ],
  'a Secret of the operator': ['database.kind=postgres', 'secret.existing=mine'],
} as const;

type Way = keyof typeof WAYS;
type Named = { readonly name: string; readonly value: string };
// biome-ignore lint/suspicious/noExplicitAny: what Kubernetes reads has no types here.
type Resource = any;

describe.if(HELM !== undefined)('the Helm chart', () => {
  test('has nothing that Helm complains of', () => {
    expect(helm('lint', '--strict', CHART)).toMatchObject({ code: 0 });
  });

  test.if(KUBECONFORM !== undefined && SCHEMAS !== undefined).each(Object.keys(WAYS) as Way[])(
    'is what Kubernetes takes, with %s',
    (way) => {
      const locations = ['-schema-location', `${SCHEMAS}/{{.ResourceKind}}{{.KindSuffix}}.json`];
      const { code, said } = run([KUBECONFORM!, '-strict', '-summary', '-skip', 'ServiceMonitor', ...locations, '-'], {
        input: rendered(way),
      });

      expect([code, said]).toEqual([0, expect.stringContaining('Invalid: 0, Errors: 0')]);
    },
  );

  test.each(Object.keys(WAYS) as Way[])('gives running answers more time than preStop and drain, with %s', (way) => {
    const pod = podOf(way);
    const preStopSeconds = Number(pod.containers[0].lifecycle.preStop.exec.command[1]);

    expect(preStopSeconds).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      preStopSeconds * 1000 + Number(envOf(pod.containers[0]).BOREAL_LIMITS_DRAIN_MS) + 10_000,
    );
  });

  test('asks real routes: whether to restart by the process, whether to send traffic by the whole', () => {
    const [container] = podOf('SQLite').containers;

    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.startupProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  });

  test.each(Object.keys(WAYS) as Way[])(
    'runs as the user of the image, on a root that cannot be written, with %s',
    (way) => {
      const user = Number(/^USER (\d+):/m.exec(readFileSync(join(ROOT, 'deploy/container/Dockerfile'), 'utf8'))?.[1]);
      const pod = podOf(way);

      expect(pod.enableServiceLinks).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user, fsGroup: user });
      for (const container of [...pod.initContainers, ...pod.containers]) {
        expect(container.securityContext).toEqual({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
      }
    },
  );

  test('makes the schema before servers start, with their settings', () => {
    const { initContainers, containers } = podOf('everything');

    expect(initContainers[0].args).toEqual(['migrate']);
    expect(initContainers[0]).toMatchObject({ env: containers[0].env, envFrom: containers[0].envFrom });
  });

  test('has good settings, in variables, in the file and in the Secret', () => {
    const resources = resourcesOf('everything');
    const secret = kind(resources, 'Secret').stringData as Record<string, string>;
    const { BOREAL_CONFIG: _, ...env } = envOf(podOf('everything').containers[0]);
    const { engines } = JSON.parse(kind(resources, 'ConfigMap').data['boreal.config.json']);

    const config = testConfig({ ...secret, ...env, BOREAL_ENGINES: JSON.stringify(engines) });

    expect(config.warnings).toEqual([]);
    expect(config.databaseUrl).toBe(DATABASE_URL);
    expect(config.engines.main?.baseUrl).toBe('http://models.models.svc:8000/v1');
  });

  test('keeps the volume of SQLite for one pod at a time, also when the release goes', () => {
    const resources = resourcesOf('SQLite');
    const { spec } = kind(resources, 'Deployment');

    expect([spec.replicas, spec.strategy.type]).toEqual([1, 'Recreate']);
    expect(kind(resources, 'PersistentVolumeClaim').metadata.annotations).toEqual({
      'helm.sh/resource-policy': 'keep',
    });
    expect(resources.some((one) => one.kind === 'Secret')).toBe(false);
  });

  test('replaces servers of PostgreSQL one by one, and leaves their number to the autoscaler', () => {
    expect(kind(resourcesOf('PostgreSQL'), 'Deployment').spec).toMatchObject({
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    });
    expect(kind(resourcesOf('everything'), 'Deployment').spec.replicas).toBeUndefined();
  });

  test('chooses the same pods everywhere', () => {
    const resources = resourcesOf('everything');
    const { labels } = kind(resources, 'Deployment').spec.template.metadata;
    const selectors = [
      kind(resources, 'Deployment').spec.selector.matchLabels,
      kind(resources, 'Service').spec.selector,
      kind(resources, 'PodDisruptionBudget').spec.selector.matchLabels,
      kind(resources, 'NetworkPolicy').spec.podSelector.matchLabels,
      kind(resources, 'ServiceMonitor').spec.selector.matchLabels,
    ];

    for (const selector of selectors) expect(selector).toEqual(selectors[0]);
    expect(labels).toMatchObject(selectors[0]);
  });

  test.each([
    [['database.kind=postgres'], 'set database.url'],
    [['database.kind=postgres', 'database.url=postgres://x'], 'set secret.value'],
    [['autoscaling.enabled=true'], 'SQLite has one pod'],
    [['secret.existing=mine', `secret.value=${SECRET}`], 'into that Secret'],
    [['serviceMonitor.enabled=true'], 'secret.metricsToken'],
    [['database.kind=oracle'], 'database'],
    [['secret.value=short'], 'secret'],
    [['replica=3'], 'replica'],
  ])('refuses %p in one sentence', (values, sentence) => {
    const { code, said } = helm('template', 'boreal', CHART, ...KUBERNETES, ...values.flatMap((one) => ['--set', one]));

    expect([code, said]).toEqual([1, expect.stringContaining(sentence)]);
  });
});

test.if(COMPOSE !== undefined)('the Compose file is what Compose takes, once the secrets are given', () => {
  const file = join(ROOT, 'deploy/compose/compose.yaml');
  const names = [...readFileSync(file, 'utf8').matchAll(/(?<!\$)\$\{(\w+):\?/g)].map(([, name]) => name!);
  const config = [COMPOSE!, '--env-file', '/dev/null', '--file', file, 'config', '--quiet'];

  expect(run(config, { env: Object.fromEntries(names.map((name) => [name, SECRET])) })).toEqual({ code: 0, said: '' });
  expect(run(config, { env: {} })).toMatchObject({ said: expect.stringContaining('set it in .env') });
});

function rendered(way: Way): string {
  const { code, said } = helm(
    'template',
    'boreal',
    CHART,
    ...KUBERNETES,
    ...WAYS[way].flatMap((one) => ['--set', one]),
  );
  if (code !== 0) throw new Error(said);
  return said;
}

function resourcesOf(way: Way): readonly Resource[] {
  return (Bun.YAML.parse(rendered(way)) as readonly Resource[]).filter((one) => one !== null);
}

function kind(resources: readonly Resource[], name: string): Resource {
  const found = resources.filter((one) => one.kind === name);
  expect(found).toHaveLength(1);
  return found[0];
}

const podOf = (way: Way): Resource => kind(resourcesOf(way), 'Deployment').spec.template.spec;

const envOf = (container: Resource): Record<string, string> =>
  Object.fromEntries((container.env as readonly Named[]).map(({ name, value }) => [name, value]));

const helm = (...args: readonly string[]) => run([HELM!, ...args]);

function run(command: readonly string[], options: { input?: string; env?: Record<string, string | undefined> } = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    stdin: Buffer.from(options.input ?? ''),
    env: options.env ?? process.env,
  });
  return { code: exitCode, said: exitCode === 0 ? `${stdout}` : `${stdout}${stderr}` };
}
