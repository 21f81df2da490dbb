/**
 * Runs an unpacked image as a container: as the user that the image names, on a root that cannot be written, without rights, with process
 * 1 of its own, and with the network of this machine, on whose loopback it is asked.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMESPACES = ['pid', 'mount', 'ipc', 'uts'];
/** The ending a shell gives a process that was killed. */
const KILLED = 137;

/** `env` is added to the image's own variables. */
export function startContainer({ folder, root, settings, env }) {
  const options = ['--root', join(folder, 'containers')];
  const runc = (...args) => spawnSync('runc', [...options, ...args], { encoding: 'utf8' });
  const name = 'boreal';
  const bundle = join(folder, 'bundle');
  const data = join(folder, 'data');
  const [uid, gid] = settings.User.split(':').map(Number);
  mkdirSync(bundle);
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, uid, gid);
  const config = configOf({ root, settings, env, user: { uid, gid }, data });
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(config));

  let log = '';
  const child = spawn('runc', [...options, 'run', '--bundle', bundle, name], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
  }
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code ?? KILLED));
  });
  return {
    ended,
    log: () => log,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** A command in the container, as its user. */
    exec: (...command) => runc('exec', name, ...command),
    stop: () => runc('kill', name, 'TERM'),
    remove: async () => {
      runc('delete', '--force', name);
      await ended;
    },
  };
}

function configOf({ root, settings, env, user, data }) {
  return {
    ociVersion: '1.0.2',
    root: { path: root, readonly: true },
    hostname: 'boreal',
    process: {
      terminal: false,
      user,
      args: [...settings.Entrypoint, ...settings.Cmd],
      env: [...settings.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
      cwd: settings.WorkingDir,
      noNewPrivileges: true,
      capabilities: { bounding: [], effective: [], inheritable: [], permitted: [] },
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777', 'size=64m'] },
      { destination: '/data', type: 'none', source: data, options: ['bind', 'rw', 'nosuid', 'nodev'] },
    ],
    linux: { namespaces: NAMESPACES.map((type) => ({ type })) },
  };
}
