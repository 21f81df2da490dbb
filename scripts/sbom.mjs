/** `npm run sbom [-- FILE]`: what ships with the service, as CycloneDX JSON, from the lock file. To the file, or to stdout. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bin/bun.mjs';
import { argumentsOf } from './arguments.mjs';

const ARGUMENTS = [
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--package-lock-only',
  '--include=dev',
];
const BYTES_MAX = 64 * 1024 * 1024;

const [file] = argumentsOf({ words: 1 }).positionals;
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const all = JSON.parse(execFileSync('npm', ARGUMENTS, { cwd: ROOT, encoding: 'utf8', maxBuffer: BYTES_MAX }));

// npm's own `--omit=dev` also leaves out what both the service and a tool for its development need.
const components = all.components.filter((one) => !isForDevelopment(one));
const kept = new Set([all.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])]);
const dependencies = all.dependencies
  .filter(({ ref }) => kept.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) }));
// npm names the root after its folder, whatever that is called here.
const component = { ...all.metadata.component, name, version, purl: `pkg:npm/${name}@${version}` };
const sbom = { ...all, metadata: { ...all.metadata, component }, components, dependencies };

const text = `${JSON.stringify(sbom, null, 2)}\n`;
if (file) writeFileSync(file, text);
else process.stdout.write(text);

function isForDevelopment({ properties = [] }) {
  return properties.some((one) => one.name === 'cdx:npm:package:development' && one.value === 'true');
}
