/**
 * Builds the image of `deploy/container/Dockerfile` without a registry: Debian's own archive, whose signatures are checked, gives the
 * base, and the Node that runs this script builds in it. Everything is in one folder, which is removed in the end.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../../bin/bun.mjs';
import { findProgram } from '../provision/programs.mjs';

const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
const SOURCES = [
  `deb ${MIRROR} ${SUITE} main`,
  `deb ${MIRROR} ${SUITE}-updates main`,
  `deb ${MIRROR}-security ${SUITE}-security main`,
];
/** The names in the Dockerfile's FROM lines. */
const BASE = 'docker.io/library/debian:bookworm-slim';
const BUILDER = 'docker.io/library/node:24-bookworm-slim';
/** Debian's own slim images leave out the same. Copyright files stay. */
const LEFT_OUT = [
  'usr/share/man',
  'usr/share/info',
  'usr/share/locale',
  'var/cache/apt',
  'var/lib/apt/lists',
  'var/log',
];
/** debootstrap copies them from this machine. */
const OF_THIS_MACHINE = ['etc/resolv.conf', 'etc/hostname'];
/** With the keys that Debian signs its archive with. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

const PROGRAMS = ['buildah', 'runc', 'debootstrap'];
/** Debian keeps some where only root looks. */
const findHere = (program) => findProgram([program], [`/usr/sbin/${program}`]);

/** One sentence about what keeps images from being built and run here, or undefined. */
export function whatIsMissing() {
  if (process.platform !== 'linux') return 'Images are built and run on Linux only.';
  const missing = [
    ...PROGRAMS.filter((program) => !findHere(program)),
    ...(existsSync(KEYRING) ? [] : ['debian-archive-keyring']),
  ];
  if (missing.length > 0)
    return `Images need ${missing.join(' and ')}; on Debian: apt-get install ${missing.join(' ')}`;
  if (process.getuid() !== 0) return 'Images are built and run as root: start this command with sudo.';
  return undefined;
}

/** A place to build in. `remove` takes everything away that was made, except what was exported. */
export function openWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-image-'));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah = (command, ...args) => capture('buildah', [...storage, command, ...args]);
  const build = (args) =>
    capture('buildah', [...storage, 'build', '--isolation', 'chroot', '--format', 'docker', ...args]);
  return {
    folder,
    makeBases: () => makeBases(folder, build),
    buildImage: (name) => {
      const file = join(ROOT, 'deploy/container/Dockerfile');
      build(['--pull-never', '--file', file, '--ignorefile', `${file}.dockerignore`, '--tag', name, ROOT]);
    },
    /** The file tree of the image, and what the image says of how to run it. */
    unpack: (name) => {
      const container = buildah('from', '--pull-never', name);
      const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', name));
      return { root: buildah('mount', container), settings: Docker.config };
    },
    exportTo: (file, name) => void capture('buildah', [...storage, 'push', name, `oci-archive:${file}:${name}`]),
    remove: () => removeFolder(folder),
  };
}

function makeBases(folder, build) {
  const context = join(folder, 'context');
  const base = join(folder, 'base');
  mkdirSync(context);
  const buildFrom = (lines, name) => {
    const file = join(folder, 'Dockerfile');
    writeFileSync(file, lines.join('\n'));
    build(['--pull-never', '--file', file, '--tag', name, context]);
  };

  capture(findHere('debootstrap'), [
    '--variant=minbase',
    '--force-check-gpg',
    `--keyring=${KEYRING}`,
    SUITE,
    base,
    MIRROR,
  ]);
  for (const path of LEFT_OUT) empty(join(base, path), () => true);
  empty(join(base, 'usr/share/doc'), (name) => name !== 'copyright');
  for (const file of OF_THIS_MACHINE) rmSync(join(base, file), { force: true });
  writeFileSync(join(base, 'etc/apt/sources.list'), `${SOURCES.join('\n')}\n`);
  capture('tar', ['--create', '--file', join(context, 'base.tar'), '--directory', base, '--numeric-owner', '.']);
  rmSync(base, { recursive: true });
  const update = 'apt-get update && apt-get upgrade -y && rm -rf /var/lib/apt/lists/* /var/cache/apt/*';
  buildFrom(['FROM scratch', 'ADD base.tar /', `RUN ${update}`, 'CMD ["bash"]'], BASE);

  cpSync(process.execPath, join(context, 'node'));
  cpSync(dirname(dirname(realpathSync(findHere('npm')))), join(context, 'npm'), { recursive: true });
  buildFrom(
    [
      `FROM ${BASE}`,
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/npm',
      'RUN ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm',
      ...trustedHere(context),
    ],
    BUILDER,
  );
  rmSync(context, { recursive: true });
}

/** npm in the builder trusts what this machine trusts, so that it can be behind the proxy of a company. */
function trustedHere(context) {
  if (!existsSync(CERTIFICATES)) return [];
  cpSync(CERTIFICATES, join(context, 'certificates.pem'), { dereference: true });
  return ['COPY certificates.pem /', 'ENV NODE_EXTRA_CA_CERTS=/certificates.pem'];
}

/** Removes files of a folder and leaves its folders, in which packages may later write. */
function empty(folder, isRemoved) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory() && isRemoved(entry.name)) rmSync(join(entry.parentPath, entry.name));
  }
}

/** What is mounted somewhere else must not be emptied with the folder. */
function removeFolder(folder) {
  const mounted = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse();
  for (const path of mounted) capture('umount', [path]);
  rmSync(folder, { recursive: true });
}

/** Runs a program, and returns what it prints; shows it only if it fails. */
function capture(program, args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX });
  if (status === 0) return stdout.trim();
  throw new Error(`${program} failed:\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`);
}
