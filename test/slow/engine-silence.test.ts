/** The engine's own wire, when the model is busy with others for long. */
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadedModel } from '../../src/engines/llama/model.ts';
import type { Models } from '../../src/engines/llama/models.ts';
import { listen } from '../../src/engines/llama/server.ts';
import type { LlamaSettings } from '../../src/engines/llama/settings.ts';

/** The runtime closes connections that are silent for ten seconds, unless that is turned off; it looks every four. */
const SILENCE_MS = 16_000;

test('an answer that is silent for long is not cut off: only the gateway decides how long is too long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boreal-silence-'));
  const settings = {
    socketPath: join(folder, 'engine.sock'),
    sampling: { temperature: 0, topP: 1, topK: 1, repeatPenalty: 1 },
  } as unknown as LlamaSettings;
  const server = listen(only(slowModel()), settings);

  const response = await fetch('http://engine/v1/chat/completions', {
    unix: settings.socketPath,
    method: 'POST',
    body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'x' }] }),
  });
  const text = await response.text().finally(() => server.stop());

  expect(text.match(/"content":"word"/g)).toHaveLength(2);
  expect(text).toEndWith('data: [DONE]\n\n');
  rmSync(folder, { recursive: true, force: true });
});

/** An engine with one model, which is always loaded. */
const only = (model: LoadedModel): Models => ({
  use: async () => ({ model, setting: { file: 'm.gguf', thinks: false }, release: () => {} }),
  leaseEmbedding: () => Promise.reject(new Error('It makes no vectors.')),
  fetchAhead: async () => {},
  waitingCount: 0,
  loaded: ['m.gguf'],
});

/** One token, a long silence, one more. */
function slowModel(): LoadedModel {
  async function* tokens() {
    yield { token: 1 };
    await Bun.sleep(SILENCE_MS);
    yield { token: 1 };
  }
  const sequence = { nextTokenIndex: 0, adaptStateToTokens: async () => {}, evaluateWithMetadata: tokens };
  return {
    contextTokens: 100,
    template: () => ({ render: () => [] }),
    readPrompt: async () => [1],
    model: { isEogToken: () => false, detokenize: () => 'word', tokenize: () => [] },
    slots: { acquire: async () => ({ sequence, release: () => {} }) },
  } as unknown as LoadedModel;
}
