/** The files under deploy/ say what the product really is: its settings, routes, metrics, times and user. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONFIG_VARIABLES } from '../src/server/configuration/config.ts';
import { SET_BY_LAUNCHER } from './support/service-process.ts';
import { testConfig } from './support/test-config.ts';

const ROOT = resolve(import.meta.dir, '..');
const FILES = readdirSync(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '.env')
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
const METRICS = [...read('docs/reference/metrics.md').matchAll(/^\| `(boreal_\w+)` \| (\w+)/gm)];
const SETTINGS = new Set([...CONFIG_VARIABLES.map(({ env }) => env), 'BOREAL_CONFIG']);
const PROBES = ['/healthz', '/readyz'];
const DRAIN_MS = testConfig({ BOREAL_EMBEDDED: '{"enabled":false}' }).limits.drainMs;

type Yaml = string | number | boolean | null | readonly Yaml[] | { readonly [key: string]: Yaml };
type Rule = { readonly alert: string; readonly expr: string; readonly annotations: { readonly summary: string } };
type Panel = { readonly id: number; readonly title: string; readonly targets: readonly { readonly expr: string }[] };

describe('every file', () => {
  test.each(FILES.filter((file) => /\.(?:yaml|json)$/.test(file) && !file.includes('/templates/')))(
    '%s can be parsed',
    (file) => {
      expect(parsed(file)).toBeObject();
    },
  );

  test.each(FILES)('%s names only settings that there are', (file) => {
    const names = read(file).match(/\bBOREAL_[A-Z_]*[A-Z]\b(?!=tcp)/g) ?? [];
    expect(names.filter((name) => !SETTINGS.has(name))).toEqual([]);
  });

  test.each(FILES)('%s names only metrics that there are', (file) => {
    const names = read(file).match(/\bboreal_[a-z_]+\b/g) ?? [];
    expect(names.filter((name) => !isMetric(name))).toEqual([]);
  });

  test.each(FILES)('%s holds no secret', (file) => {
    const given = [...read(file).matchAll(/^(?:export )?\w*(?:PASSWORD|SECRET|TOKEN)=(.+)$/gm)].map(
      ([, value]) => value,
    );
    expect(given).toEqual([]);
  });
});

describe('the container file', () => {
  const dockerfile = read('deploy/container/Dockerfile');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

  test('installs by the settings of npm with which the lock was made', () => {
    const kept = read('deploy/container/Dockerfile.dockerignore').split('\n');
    expect(dockerfile).toMatch(/^COPY \.npmrc package\.json package-lock\.json \.\/\n(?:#.*\n)*RUN npm ci/m);
    expect(kept).toContain('!.npmrc');
  });

  test('runs as a user who is not root, with the server as process 1', () => {
    expect(
      /^USER (\d+):(\d+)$/m
        .exec(lastStage)
        ?.slice(1)
        .map(Number)
        .every((id) => id > 0),
    ).toBe(true);
    expect(lastStage).toContain('ENTRYPOINT ["/usr/local/bin/boreal"]');
    expect(read('deploy/container/boreal.sh')).toMatch(
      /^exec \/app\/bun --no-install \/app\/src\/server\/commands\/main\.ts "\$@"$/m,
    );
  });

  test('copies what exists, all that the sources read, and nothing that is ignored', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?:--chmod=\d+ )?(?!--from)(.+) \S+$/gm)].flatMap(([, from]) =>
      from!.split(' '),
    );
    const kept = [...read('deploy/container/Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!);

    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(copied).toContainValues([
      'package.json',
      'package-lock.json',
      'migrations',
      'model/boreal-mini.gguf',
      'src',
      'web',
    ]);
    expect(copied.filter((path) => !kept.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
  });

  test('installs exactly what the lock says, without what is for tests, and runs no script of a package', () => {
    expect(dockerfile).toContain('RUN npm ci --omit=dev --ignore-scripts');
  });

  test('sets what the launcher outside of containers sets, and so do tests that start the program without it', () => {
    const launcher = /return \{ (BUN_\w+): '(\d+)'.*(DO_NOT_TRACK): '1'/.exec(read('bin/bun.mjs'))!;
    const script = read('deploy/container/boreal.sh');
    expect(script).toContain(`${launcher[1]}:-${launcher[2]}`);
    expect(script).toContain(`${launcher[3]}=1`);
    expect<Record<string, string>>(SET_BY_LAUNCHER).toEqual({ [launcher[1]!]: launcher[2]!, [launcher[3]!]: '1' });
  });

  test('asks a real route for its health', () => {
    expect(PROBES.some((path) => lastStage.includes(`127.0.0.1:8787${path}'`))).toBe(true);
  });
});

describe('the Compose file', () => {
  const compose = at(parsed('deploy/compose/compose.yaml'), 'services');
  const servers = ['boreal-1', 'boreal-2'].map((name) => at(compose, name));

  test('gives running answers more time than the drain limit', () => {
    for (const server of servers)
      expect(seconds(at(server, 'stop_grace_period')) * 1000).toBeGreaterThan(DRAIN_MS + 10_000);
    expect(seconds(at(compose, 'nginx', 'stop_grace_period')) * 1000).toBeGreaterThan(DRAIN_MS + 10_000);
  });

  test('has two servers on the same database with the same secret, and roots that cannot be written', () => {
    expect(at(servers[0], 'environment')).toEqual(at(servers[1], 'environment'));
    for (const server of servers) {
      expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], environment: { BOREAL_TRUST_PROXY: 'true' } });
    }
  });

  test.each(Object.keys(compose as object))('gives %s no rights, a root that cannot be written, and limits', (name) => {
    const service = at(compose, name);

    expect([at(service, 'read_only'), at(service, 'cap_drop')]).toEqual([true, ['ALL']]);
    expect(at(service, 'security_opt')).toEqual(['no-new-privileges:true']);
    expect(at(service, 'pids_limit')).toBeNumber();
    expect(String(at(service, 'mem_limit'))).toMatch(/^\d+[mg]$/);
    expect(at(service, 'healthcheck', 'test')).toBeArray();
    expect(String(at(service, 'user'))).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(Object.keys(service as object)).not.toContainAnyValues([
      'privileged',
      'cap_add',
      'network_mode',
      'pid',
      'ipc',
    ]);
    // Docker's own socket would be the whole machine.
    expect(JSON.stringify(service)).not.toContain('docker.sock');
    for (const memory of at(service, 'tmpfs') as readonly string[]) expect(memory).toContain('size=');
  });

  test('runs the servers as the user of the image', () => {
    const user = /^USER (\S+)$/m.exec(read('deploy/container/Dockerfile'))![1];
    expect(servers.map((server) => at(server, 'user'))).toEqual([user!, user!]);
  });

  test('has no password of its own, and databases that only the servers reach', () => {
    const written = read('deploy/compose/compose.yaml');
    for (const name of ['POSTGRES_PASSWORD', 'VALKEY_PASSWORD', 'BOREAL_SECRET', 'BOREAL_METRICS_TOKEN']) {
      expect(written.match(new RegExp(`\\$\\{${name}[^}]*\\}`, 'g'))!.every((use) => use.includes(':?'))).toBe(true);
    }
    for (const name of ['postgres', 'valkey']) expect(at(compose, name, 'networks')).toEqual({ back: {} });
    expect(at(parsed('deploy/compose/compose.yaml'), 'networks', 'back', 'internal')).toBe(true);
  });

  test('lets PostgreSQL wait for the disk', () => {
    expect(at(compose, 'postgres', 'command')).toContainValues(['fsync=on', 'synchronous_commit=on']);
  });

  test('puts nginx in front of exactly the addresses that the servers have', () => {
    const addresses = servers.map((server) => `${at(server, 'networks', 'front', 'ipv4_address')}:8787`);
    const asked = [...read('deploy/compose/nginx.conf').matchAll(/^\s+server ([\d.:]+) /gm)].map(
      ([, address]) => address!,
    );
    expect(asked).toEqual(addresses);
  });

  test('publishes nothing but nginx', () => {
    const published = Object.entries(compose as object).filter(([, service]) => 'ports' in service);
    expect(published.map(([name]) => name)).toEqual(['nginx']);
  });

  test('needs no variable that the example does not name', () => {
    const used = [...read('deploy/compose/compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name!);
    const named = [...read('deploy/compose/.env.example').matchAll(/^(?:# )?(\w+)=/gm)].map(([, name]) => name!);
    expect(used.filter((name) => !named.includes(name))).toEqual([]);
  });

  test.each(['as it comes', 'with all that is commented out'])('is good settings with the example %s', (which) => {
    const line = which === 'as it comes' ? /^(\w+)='?(.+?)'?$/gm : /^(?:# )?(\w+)='?(.+?)'?$/gm;
    const example = Object.fromEntries(
      [...read('deploy/compose/.env.example').matchAll(line)].map((match) => match.slice(1)),
    );
    const filled = (text: string) =>
      text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, sign: string, rest: string) => {
        return example[name] ?? (sign === '-' ? rest : '0123456789abcdef'.repeat(4));
      });
    const settings = Object.entries(at(servers[0], 'environment') as Record<string, string | null>);
    /** Compose hands a variable without a value on, where it is set. */
    const givenTo = (name: string, written: string | null) => (written === null ? example[name] : filled(written));
    const known = settings.flatMap(([name, written]) => {
      const value = givenTo(name, written);
      return value === undefined ? [] : [[name, value]];
    });

    const config = testConfig(Object.fromEntries(known));

    expect(config.warnings).toEqual([]);
    expect(config.engines.main).toBeObject();
    expect(config.redisUrl).toEndWith('@valkey:6379');
    expect(config.smtp === null).toBe(which === 'as it comes');
    expect(config.metricsExport === null).toBe(which === 'as it comes');
  });
});

describe('the systemd unit', () => {
  const file = 'deploy/systemd/boreal.service';
  const settings = [...read(file).matchAll(/^([A-Z]\w+)=(.*)$/gm)].map((match) => match.slice(1) as [string, string]);
  const valuesOf = (name: string) => settings.flatMap(([one, value]) => (one === name ? [value] : []));

  test.each([
    ['NoNewPrivileges', 'true'],
    ['CapabilityBoundingSet', ''],
    ['AmbientCapabilities', ''],
    ['ProtectSystem', 'strict'],
    ['ProtectHome', 'true'],
    ['PrivateTmp', 'true'],
    ['PrivateDevices', 'true'],
    ['PrivateUsers', 'true'],
    ['ProtectProc', 'invisible'],
    ['ProtectKernelTunables', 'true'],
    ['ProtectKernelModules', 'true'],
    ['ProtectKernelLogs', 'true'],
    ['ProtectControlGroups', 'true'],
    ['ProtectClock', 'true'],
    ['ProtectHostname', 'true'],
    ['RestrictAddressFamilies', 'AF_INET AF_INET6 AF_UNIX AF_NETLINK'],
    ['RestrictNamespaces', 'true'],
    ['RestrictRealtime', 'true'],
    ['RestrictSUIDSGID', 'true'],
    ['LockPersonality', 'true'],
    ['SystemCallArchitectures', 'native'],
    ['UMask', '0077'],
    ['StateDirectoryMode', '0700'],
    // The runtime compiles while it runs.
    ['MemoryDenyWriteExecute', 'false'],
  ])('says %s=%s', (name, value) => {
    expect(valuesOf(name)).toEqual([value]);
  });

  test('lets only the data folder be written, calls only what services call, and is not root', () => {
    expect(valuesOf('ReadWritePaths')).toEqual(['/var/lib/boreal']);
    expect(valuesOf('Environment')).toEqual(['BOREAL_DATA_DIR=/var/lib/boreal']);
    expect(valuesOf('SystemCallFilter')).toEqual(['@system-service', '~@privileged']);
    expect(valuesOf('User')).toEqual(['boreal']);
  });

  test('stops after running answers, and starts what there is', () => {
    expect(Number(valuesOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(DRAIN_MS + 10_000);
    expect(existsSync(join(ROOT, /\S+\.mjs/.exec(valuesOf('ExecStart')[0]!)![0]))).toBe(true);
  });

  test.if(Bun.which('systemd-analyze') !== null)('is little exposed, in the words of systemd', async () => {
    const process = Bun.spawn(
      ['systemd-analyze', 'security', '--offline=true', '--threshold=20', '--no-pager', join(ROOT, file)],
      { stdout: 'pipe', stderr: 'pipe' },
    );
    const [code, said] = [await process.exited, await process.stdout.text()];

    expect([code, /exposure level for boreal.service: (\S+)/.exec(said)?.[1]]).toEqual([0, expect.any(String)]);
  });
});

describe('nginx', () => {
  const settings = read('deploy/compose/nginx.conf').replaceAll(/#.*$/gm, '');

  test('passes every event on at once, and asks no chat twice', () => {
    expect(settings).toMatch(/proxy_buffering off;/);
    expect(settings).toMatch(/proxy_next_upstream error timeout;/);
    expect(settings).not.toContain('non_idempotent');
  });

  test('waits longer than the slowest engine, and takes bodies that are as large as ours', () => {
    const config = testConfig({
      BOREAL_ENGINES: '{"main":{"kind":"openai","baseUrl":"http://127.0.0.1:1/v1","model":"m"}}',
    });
    const read = /proxy_read_timeout (\d+)s;/.exec(settings)?.[1];
    const body = /client_max_body_size (\d+)m;/.exec(settings)?.[1];

    expect(Number(read) * 1000).toBeGreaterThan(config.engines.main!.totalMs);
    expect(Number(body) * 2 ** 20).toBeGreaterThan(config.limits.attachedBodyBytesMax);
  });
});

/** What Helm makes of it is in test/chart.test.ts. */
describe('the Helm chart', () => {
  const values = parsed('deploy/helm/boreal/values.yaml');

  test('has the version of the product', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    expect(parsed('deploy/helm/boreal/Chart.yaml')).toMatchObject({ version, appVersion: version });
  });

  test('gives running answers the time that the product gives them', () => {
    expect(Number(at(values, 'drain', 'seconds')) * 1000).toBe(DRAIN_MS);
  });

  test('asks of the ingress controller what the nginx of the Compose file does', () => {
    const nginx = read('deploy/compose/nginx.conf');
    const annotations = at(values, 'ingress', 'annotations') as object;
    const setting = (name: string) => new RegExp(`${name} (.+?)s?;`).exec(nginx)?.[1];

    expect(Object.fromEntries(Object.entries(annotations).map(([name, value]) => [name.split('/')[1], value]))).toEqual(
      {
        'proxy-body-size': setting('client_max_body_size'),
        'proxy-buffering': setting('proxy_buffering'),
        'proxy-read-timeout': setting('proxy_read_timeout'),
        'proxy-next-upstream': setting('proxy_next_upstream'),
        'proxy-next-upstream-tries': setting('proxy_next_upstream_tries'),
      },
    );
    expect(read('deploy/helm/boreal/values.yaml')).toContain(/if \(\$request_method .+\}/.exec(nginx)![0]);
  });

  test('describes every value, and no other', () => {
    const { properties } = JSON.parse(read('deploy/helm/boreal/values.schema.json')) as {
      readonly properties: Readonly<Record<string, object>>;
    };
    const described = Object.keys(properties).filter((name) => name !== 'global');
    expect(described.sort()).toEqual(Object.keys(values as object).sort());
  });
});

describe('monitoring', () => {
  const groups = at(parsed('deploy/monitoring/alerts.yaml'), 'groups') as unknown as readonly {
    readonly rules: readonly Rule[];
  }[];
  const rules = groups.flatMap((group) => group.rules);
  const panels = at(parsed('deploy/monitoring/grafana-dashboard.json'), 'panels') as unknown as readonly Panel[];
  const expressions = [...rules, ...panels.flatMap((panel) => panel.targets)].map(({ expr }) => expr);

  test('every expression closes what it opens', () => {
    const open = expressions.filter((expr) =>
      ['()', '{}', '[]'].some(([a, b]) => expr.split(a!).length !== expr.split(b!).length),
    );
    expect(expressions.length).toBeGreaterThan(25);
    expect(open).toEqual([]);
  });

  test('quantiles are taken of histograms, by their buckets, and rates of what only grows', () => {
    const histograms = METRICS.filter(([, , kind]) => kind === 'histogram').map(([, name]) => `${name}_bucket`);
    const growing = [...histograms, ...METRICS.filter(([, , kind]) => kind === 'counter').map(([, name]) => name!)];
    const rated = expressions.flatMap((expr) => [...expr.matchAll(/rate\((\w+)/g)].map(([, name]) => name!));
    const quantiles = expressions.filter((expr) => expr.includes('histogram_quantile'));

    expect(rated.filter((name) => !growing.includes(name))).toEqual([]);
    expect(quantiles.filter((expr) => !histograms.some((name) => expr.includes(name)))).toEqual([]);
    expect(quantiles.filter((expr) => !/sum by \(le\b/.test(expr))).toEqual([]);
  });

  test('outcomes and routes in expressions are those that are counted', () => {
    const outcomes = expressions.flatMap((expr) =>
      [...expr.matchAll(/outcome=~"([^"]+)"/g)].flatMap(([, list]) => list!.split('|')),
    );
    const routes = expressions.flatMap((expr) => [...expr.matchAll(/route="([^"]+)"/g)].map(([, route]) => route!));
    const documented = read('docs/reference/metrics.md');

    expect(outcomes.filter((outcome) => !documented.includes(`\`${outcome}\``))).toEqual([]);
    expect([...new Set(routes)]).toEqual(['/v1/chat/completions']);
  });

  test('every alert says what is wrong, and the handbook says what to do', () => {
    const handbook = read('docs/operating/monitoring.md');
    expect(rules.filter(({ annotations }) => !annotations.summary).map(({ alert }) => alert)).toEqual([]);
    expect(rules.filter(({ alert }) => !handbook.includes(`| \`${alert}\` |`)).map(({ alert }) => alert)).toEqual([]);
  });

  test('every metric is on the dashboard, and no two panels have one id', () => {
    const all = expressions.join('\n');
    expect(METRICS.map(([, name]) => name!).filter((name) => !all.includes(name))).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function parsed(file: string): Yaml {
  return (file.endsWith('.json') ? JSON.parse(read(file)) : Bun.YAML.parse(read(file))) as Yaml;
}

/** The value at a path, which must be there. */
function at(value: Yaml | undefined, ...path: readonly (string | number)[]): Yaml {
  let here = value;
  for (const step of path) here = (here as { readonly [key: string]: Yaml } | undefined)?.[step];
  if (here === undefined) throw new Error(`There is nothing at ${path.join('.')}.`);
  return here;
}

const seconds = (time: Yaml): number => Number(/^(\d+)s$/.exec(String(time))?.[1]);

function isMetric(name: string): boolean {
  return METRICS.some(([, metric, kind]) => name === metric || (kind === 'histogram' && name === `${metric}_bucket`));
}
