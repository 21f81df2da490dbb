/** The files of the clients that are written from the description and from package.json. */
import packageJson from '../../package.json' with { type: 'json' };
import { AREA_NAMES, type Area, describedNow, keptFile } from './description.ts';
import { pythonModule } from './python.ts';
import { clientParts } from './shapes.ts';
import { typescriptModule } from './typescript.ts';

type WrittenFile = { readonly path: string; readonly text: string };

const CLASSES: Readonly<Record<Area, string>> = { account: 'Boreal', operator: 'BorealOperator' };
const ABOUT: Readonly<Record<Area, string>> = {
  account: 'The management API of an account, by a management token of a member.',
  operator: 'The management API of the whole service, by a management token of an operator.',
};

/** Paths are relative to the repository. */
export const clientFiles = (): readonly WrittenFile[] => [...AREA_NAMES.flatMap(areaFiles), ...packageFiles()];

function areaFiles(area: Area): readonly WrittenFile[] {
  const description = describedNow(area);
  const parts = clientParts(description);
  return [
    { path: keptFile(area), text: `${JSON.stringify(description, null, 1)}\n` },
    { path: `clients/typescript/src/${area}.ts`, text: typescriptModule(parts, CLASSES[area], ABOUT[area]) },
    { path: `clients/python/boreal_client/${area}.py`, text: pythonModule(parts, CLASSES[area], ABOUT[area]) },
  ];
}

const DESCRIPTION = "The client of Boreal's management API";

function packageFiles(): readonly WrittenFile[] {
  const { version, license } = packageJson;
  const npm = {
    name: 'boreal-client',
    version,
    description: DESCRIPTION,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './operator': { types: './dist/operator.d.ts', default: './dist/operator.js' },
    },
    files: ['dist'],
  };
  const python = `[project]
name = "boreal-client"
version = "${version}"
description = "${DESCRIPTION}"
license = "${license}"
readme = "README.md"
requires-python = ">=3.11"

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["boreal_client"]
package-data = { boreal_client = ["py.typed"] }
`;
  return [
    { path: 'clients/typescript/package.json', text: `${JSON.stringify(npm, null, 2)}\n` },
    { path: 'clients/python/pyproject.toml', text: python },
  ];
}
