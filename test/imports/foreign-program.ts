/** one-api or new-api as it is delivered, on loopback, with a database of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { askOneApi, type OneApiPerson, signInToOneApi } from '../support/one-api.ts';
import { until } from '../support/service.ts';

export type Fork = 'one-api' | 'new-api';
export const PROGRAMS: Readonly<Record<Fork, string | undefined>> = {
  'one-api': process.env.BOREAL_TEST_ONE_API,
  'new-api': process.env.BOREAL_TEST_NEW_API,
};

/** Where it keeps its rows: the same place as `--database` names it, and as the program does; without one, a file. */
export type Place = { readonly url: string; readonly dsn: string };

type Login = { readonly username: string; readonly password: string };

export type ForeignProgram = AsyncDisposable & {
  readonly fork: Fork;
  readonly url: string;
  readonly root: OneApiPerson;
  signIn(login: Login): Promise<OneApiPerson>;
  /** As `boreal import --database` takes it. */
  readonly database: string;
  /** What is written stays. */
  stop(): Promise<void>;
};

export async function startForeign(fork: Fork, place?: Place): Promise<ForeignProgram> {
  const folder = mkdtempSync(join(tmpdir(), `boreal-${fork}-`));
  const port = await freePort();
  const file = join(folder, 'rows.db');
  const child = Bun.spawn([PROGRAMS[fork]!, '--log-dir', join(folder, 'log')], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH ?? '', TIKTOKEN_CACHE_DIR: process.env.TIKTOKEN_CACHE_DIR ?? '' },
      ...{ PORT: String(port), GIN_MODE: 'release', SESSION_SECRET: 'for this run alone' },
      // Its own pages ask less often than we do.
      GLOBAL_API_RATE_LIMIT: '100000',
      ...(place ? { SQL_DSN: place.dsn } : { SQLITE_PATH: file }),
    },
    stdout: Bun.file(join(folder, 'output')),
    stderr: Bun.file(join(folder, 'output')),
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill();
    await child.exited;
  };
  try {
    await until(`${fork} answers`, async () => {
      if (child.exitCode !== null)
        throw new Error(`${fork} has ended: ${await Bun.file(join(folder, 'output')).text()}`);
      return fetch(`${url}/api/status`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    const signIn = (login: Login) => signInToOneApi(url, login);
    const root = await signIn(await firstLogin(fork, url));
    const dispose = async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return { fork, url, root, signIn, database: place?.url ?? file, stop, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** one-api makes its administrator with a password that all know, new-api asks for one. */
async function firstLogin(fork: Fork, url: string): Promise<Login> {
  if (fork === 'one-api') return { username: 'root', password: '123456' };
  const login = { username: 'root', password: 'of-the-root' };
  const body = { ...login, confirmPassword: login.password, SelfUseModeEnabled: false, DemoSiteEnabled: false };
  await askOneApi(url, { method: 'POST', path: 'setup', body });
  return login;
}
