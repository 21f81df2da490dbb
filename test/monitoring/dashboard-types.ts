/** Holds a dashboard against the types that Grafana publishes: fields that it does not know, and values of a wrong type. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type dashboard from '../../deploy/monitoring/grafana-dashboard.json';

const TSC = resolve(import.meta.dir, '../../node_modules/.bin/tsc');
const PARTS = ['dashboard', 'common', 'cog', 'prometheus', 'timeseries', 'stat'];
const COMPILER = {
  ...{ noEmit: true, strict: true, skipLibCheck: true, types: [], target: 'esnext' },
  ...{ module: 'esnext', moduleResolution: 'bundler' },
};

/** What the compiler says; nothing where all is well. */
export function complaintsOf(types: string, written: typeof dashboard): string {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-dashboard-'));
  try {
    for (const part of PARTS) cpSync(join(types, part), join(folder, part), { recursive: true });
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.d.ts')) loosen(join(folder, name));
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, files: ['written.ts'] }));
    writeFileSync(join(folder, 'written.ts'), sourceOf(written));
    return Bun.spawnSync([TSC, '-p', folder]).stdout.toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Types for people who build dashboards in code: here values are as they stand in JSON. */
function loosen(path: string): void {
  const text = readFileSync(path, 'utf8')
    .replace(/export declare enum (\w+) \{([^}]*)\}/g, (_, name: string, members: string) => {
      const values = [...members.matchAll(/= ([^,\n]+)/g)].map(([, value]) => value);
      return `export type ${name} = ${values.join(' | ')};`;
    })
    .replace(/_implements\w+\(\): void;/g, '');
  writeFileSync(path, text);
}

/** The whole, and then what Grafana leaves to the kind of a panel. */
function sourceOf(written: typeof dashboard): string {
  const lines = written.panels.flatMap(({ type, options, fieldConfig, targets }) => [
    `const options: Partial<${type}.Options> = ${JSON.stringify(options ?? {})};`,
    `const custom: ${type === 'timeseries' ? 'Partial<timeseries.FieldConfig>' : 'Record<string, never>'} = ${JSON.stringify(Object(fieldConfig.defaults).custom ?? {})};`,
    `const targets: Partial<prometheus.Dataquery>[] = ${JSON.stringify(targets)};`,
  ]);
  const blocks = lines.map((line) => `{ ${line} }`);
  const imports = ['prometheus', 'timeseries', 'stat'].map(
    (part) => `import type * as ${part} from './${part}/types.gen';`,
  );
  return [
    "import type { Dashboard } from './dashboard/types.gen';",
    ...imports,
    `export const whole: Dashboard = ${JSON.stringify(written, null, 1)};`,
    ...blocks,
  ].join('\n');
}
