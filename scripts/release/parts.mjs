/** The parts of a release. Each writes one file into a folder, or throws a sentence that says why it cannot. */
import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkshop, whatIsMissing } from '../image/build.mjs';
import { CACHE } from '../provision/go-programs.mjs';
import { findProgram, versionsIn } from '../provision/programs.mjs';
import { writeWheel } from './wheel.mjs';

const SUMS = 'SHA256SUMS';
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

export const PARTS = [
  { name: 'source', write: writeSource },
  { name: 'SBOM', write: writeSbom },
  { name: 'client for TypeScript', write: writeTypescriptClient },
  { name: 'client for Python', write: writeWheel },
  { name: 'chart', write: writeChart },
  { name: 'image', write: writeImage },
];

function writeSource({ root, folder, version }) {
  const file = join(folder, `boreal-${version}.tar.gz`);
  run('git', ['archive', '--format=tar.gz', `--prefix=boreal-${version}/`, '--output', file, 'HEAD'], root);
}

function writeSbom({ root, folder, version }) {
  run(process.execPath, [join(root, 'scripts/sbom.mjs'), join(folder, `boreal-${version}.cdx.json`)], root);
}

/** What npm installs: JavaScript with types. */
function writeTypescriptClient({ root, folder }) {
  const source = join(root, 'clients/typescript');
  const built = mkdtempSync(join(tmpdir(), 'boreal-client-'));
  try {
    for (const name of ['package.json', 'README.md']) copyFileSync(join(source, name), join(built, name));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    run(process.execPath, [tsc, '-p', source, '--outDir', join(built, 'dist')], root);
    run('npm', ['pack', '--pack-destination', folder], built);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

function writeChart({ root, folder, version }) {
  const helm = findProgram(['helm'], versionsIn(CACHE, /^helm-v/, ''));
  if (!helm) throw new Error('Helm is not installed; `npm run test:chart` builds it.');
  run(helm, ['package', join(root, 'deploy/helm/boreal'), '--destination', folder], root);
  renameSync(join(folder, `boreal-${version}.tgz`), join(folder, `boreal-chart-${version}.tgz`));
}

function writeImage({ folder, version }) {
  const missing = whatIsMissing();
  if (missing) throw new Error(missing);
  const workshop = openWorkshop();
  try {
    const name = `boreal:${version}`;
    workshop.makeBases();
    workshop.buildImage(name);
    workshop.exportTo(join(folder, `boreal-image-${version}-linux-${ARCHITECTURES[process.arch]}.oci.tar`), name);
  } finally {
    workshop.remove();
  }
}

/** One line a file, as `sha256sum --check` reads it. */
export function writeSums(folder) {
  const files = readdirSync(folder).filter((name) => !name.startsWith(SUMS));
  const hashOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  writeFileSync(join(folder, SUMS), files.map((name) => `${hashOf(name)}  ${name}\n`).join(''));
}

/** Signs the sums with an Ed25519 key in a PEM file, and puts the public half beside them. */
export function signSums(folder, keyFile) {
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of the release must be an Ed25519 key.');
  writeFileSync(join(folder, `${SUMS}.sig`), sign(null, readFileSync(join(folder, SUMS)), key));
  writeFileSync(join(folder, `${SUMS}.pub`), createPublicKey(key).export({ type: 'spki', format: 'pem' }));
}

function run(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed: ${error?.message ?? stderr + stdout}`);
}
