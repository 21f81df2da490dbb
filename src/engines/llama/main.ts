/**
 * The engine's own process. Its settings come as one argument; what it has to say goes to standard output as one JSON
 * object a line: progress while it prepares, then that it is ready, and later what it loads and unloads. It ends when its
 * standard input does, so that it never outlives the gateway.
 */
import { ServiceError } from '../../core/errors.ts';
import { ModelFetchFailure } from './hub/model-fetch-failure.ts';
import { createModels } from './models.ts';
import { listen } from './server.ts';
import type { LlamaSettings } from './settings.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as LlamaSettings;
const say = (message: object): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

process.stdin.on('end', () => process.exit(0));
process.stdin.resume();

try {
  const models = createModels(settings, say);
  if (settings.firstModel !== undefined) {
    const first = await models.use(settings.firstModel, { account: '', signal: new AbortController().signal });
    first.release();
  }
  listen(models, settings);
  say({ type: 'ready', models: models.loaded });
  // A model should be fetched before the first request for it, not by it.
  void models.fetchAhead();
} catch (error) {
  const isLasting = isLastingFailure(error);
  say({ type: 'failed', message: error instanceof Error ? error.message : String(error), isLasting });
  process.exit(1);
}

/** True where trying again soon would fail for the same reason. */
function isLastingFailure(thrown: unknown): boolean {
  const cause = thrown instanceof ServiceError ? thrown.details.cause : thrown;
  return cause instanceof ModelFetchFailure && cause.kind === 'lasting';
}
