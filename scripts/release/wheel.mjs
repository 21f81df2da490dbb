/** The Python client as a wheel, which pip installs without building anything: a zip of the package and of what it says of itself. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const PACKAGE = 'boreal_client';
/** The same in every build, so that the sum of the file is too. */
const WRITTEN = { mtime: new Date(1980, 0, 2) };

export function writeWheel({ root, folder, version }) {
  const { zipSync } = createRequire(join(root, 'package.json'))('fflate');
  const source = join(root, 'clients/python');
  const read = (path) => readFileSync(join(source, path));
  const project = read('pyproject.toml').toString();
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)[1];
  const metadata = [
    'Metadata-Version: 2.4',
    `Name: ${field('name')}`,
    `Version: ${field('version')}`,
    `Summary: ${field('description')}`,
    `License-Expression: ${field('license')}`,
    `Requires-Python: ${field('requires-python')}`,
    'Description-Content-Type: text/markdown',
    '',
    read('README.md').toString(),
  ];
  const about = `${PACKAGE}-${version}.dist-info`;
  const modules = readdirSync(join(source, PACKAGE)).filter((name) => /\.(py|typed)$/.test(name));
  const files = {
    ...Object.fromEntries(modules.sort().map((name) => [`${PACKAGE}/${name}`, read(`${PACKAGE}/${name}`)])),
    [`${about}/METADATA`]: Buffer.from(metadata.join('\n')),
    [`${about}/WHEEL`]: Buffer.from(
      'Wheel-Version: 1.0\nGenerator: boreal\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
  };
  const record = `${about}/RECORD`;
  const lines = Object.entries(files).map(([name, bytes]) => `${name},sha256=${sumOf(bytes)},${bytes.length}`);
  const all = { ...files, [record]: Buffer.from([...lines, `${record},,`, ''].join('\n')) };
  writeFileSync(join(folder, `${PACKAGE}-${version}-py3-none-any.whl`), zipSync(all, WRITTEN));
}

const sumOf = (bytes) => createHash('sha256').update(bytes).digest('base64url');
