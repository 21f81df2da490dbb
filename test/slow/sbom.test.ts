/** The list of what ships, made by one command. */
import { expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

type Component = { readonly purl: string };

test('npm run sbom lists every runtime dependency with its version, as CycloneDX', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const sbom = JSON.parse(text);
  const purls = (sbom.components as readonly Component[]).map(({ purl }) => decodeURIComponent(purl));
  expect([sbom.bomFormat, sbom.metadata.component.name]).toEqual(['CycloneDX', 'boreal']);
  for (const [name, version] of Object.entries(dependencies)) expect(purls).toContain(`pkg:npm/${name}@${version}`);
  expect(purls.some((purl) => purl.includes('playwright'))).toBe(false);
});
