/**
 * The SDKs and how each is brought here: installed or built outside of this repository, in the cache of the user, by the
 * package manager of its language. Versions are those of `python/requirements-*.txt`, `go/go.mod`, `java/pom.xml` and
 * `rust/Cargo.toml`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Sdk = {
  readonly name: string;
  /** Its version, as the files of this folder name it. */
  readonly version: string;
  /** The command that runs its cases. Throws one sentence when it cannot be had. */
  readonly prepare: () => readonly string[];
};

const HERE = import.meta.dir;
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'boreal-sdks');
const INSTALL_MS_MAX = 900_000;

export const SDKS: readonly Sdk[] = [
  python('openai', 'official', 'openai'),
  python('anthropic', 'official', 'anthropic'),
  python('langchain', 'frameworks', 'langchain-openai'),
  python('llamaindex', 'frameworks', 'llama-index-llms-openai-like'),
  python('litellm', 'frameworks', 'litellm'),
  {
    name: 'openai-go',
    version: versionIn('go/go.mod', /openai-go\/v\d+ v(\S+)/),
    prepare: () => {
      const folder = copied('go');
      install('go', ['build', '-o', 'sdk', '.'], folder);
      return [join(folder, 'sdk')];
    },
  },
  {
    name: 'openai-java',
    version: versionIn('java/pom.xml', /<artifactId>openai-java<\/artifactId>\s*<version>([^<]+)/),
    prepare: () => {
      const folder = copied('java');
      install('mvn', ['-q', '-B', 'package'], folder);
      return ['java', '-cp', `${join(folder, 'target/classes')}:${join(folder, 'target/dependency')}/*`, 'Main'];
    },
  },
  {
    name: 'async-openai (Rust)',
    version: versionIn('rust/Cargo.toml', /async-openai = \{ version = "=([^"]+)"/),
    prepare: () => {
      const folder = copied('rust');
      install('cargo', ['build', '--quiet'], folder);
      return [join(folder, 'target/debug/sdk')];
    },
  },
];

/** The official clients are in one environment, what builds on an older one of them in another. */
function python(name: string, environment: 'official' | 'frameworks', distribution: string): Sdk {
  const requirements = `python/requirements-${environment}.txt`;
  return {
    name: `${name} (Python)`,
    version: versionIn(requirements, new RegExp(`^${distribution}==(\\S+)`, 'm')),
    prepare: () => {
      const folder = join(CACHE, `python-${environment}`);
      const own = join(folder, 'bin', 'python');
      mkdirSync(CACHE, { recursive: true });
      if (!existsSync(own)) install('python3', ['-m', 'venv', folder], CACHE);
      install(
        own,
        ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', join(HERE, requirements)],
        CACHE,
      );
      return [own, '-B', join(HERE, 'python', `${name}_client.py`)];
    },
  };
}

function versionIn(file: string, pattern: RegExp): string {
  const version = pattern.exec(readFileSync(join(HERE, file), 'utf8'))?.[1];
  if (!version) throw new Error(`${file} names no version.`);
  return version;
}

/** Builds write beside their sources, so they get a copy. */
function copied(language: string): string {
  const folder = join(CACHE, language);
  cpSync(join(HERE, language), folder, { recursive: true });
  return folder;
}

function install(program: string, args: readonly string[], cwd: string): void {
  if (!program.includes('/') && !Bun.which(program)) throw new Error(`${program} is not installed.`);
  const { success, stdout, stderr } = Bun.spawnSync([program, ...args], { cwd, timeout: INSTALL_MS_MAX });
  if (success) return;
  const said = `${stdout}${stderr}`.trim().split('\n').slice(-3).join(' ');
  throw new Error(`${[program, ...args].join(' ')} failed: ${said.slice(0, 400)}`);
}
