import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BOREAL, modelView } from '../../model-view.fixture.ts';
import type { Place } from './recipe.ts';
import { modelFor, RECIPES } from './tools.ts';

const EXAMPLES = readFileSync(resolve(import.meta.dir, '../../../../examples/README.md'), 'utf8');
const place = { baseUrl: 'https://ai.example.cz:8443/v1', model: modelView(), service: BOREAL };
const recipe = (id: string) => RECIPES.find((one) => one.id === id)!;
const textOf = (id: string) => {
  const one = recipe(id);
  return one.kind === 'form' ? '' : one.write(place);
};

describe('recipes for editors and agents', () => {
  test.each(RECIPES.map((one) => [one.name, one] as const))('%s names the address and the model', (_, one) => {
    const text = one.kind === 'form' ? one.fields(place).flat().join('\n') : one.write(place);

    expect(text).toContain('ai.example.cz:8443');
    expect(text).toContain('svc-frost');
    expect(text).not.toContain('undefined');
  });

  test('files in JSON are JSON, and keep the limit of the model', () => {
    const opencode = JSON.parse(textOf('opencode'));
    const zed = JSON.parse(textOf('zed'));

    expect(opencode.provider.boreal.models['svc-frost'].limit.output).toBe(8192);
    expect(zed.language_models.openai_compatible.Boreal.available_models[0].max_output_tokens).toBe(8192);
  });

  test('Zed gets every capability that its settings must name', () => {
    const [model] = JSON.parse(textOf('zed')).language_models.openai_compatible.Boreal.available_models;

    expect(Object.keys(model.capabilities)).toEqual(['tools', 'images', 'parallel_tool_calls', 'prompt_cache_key']);
  });

  test('settings say that a model reads pictures', () => {
    const written = (id: string, modalities: readonly ('text' | 'image')[]) =>
      (recipe(id) as { write(place: object): string }).write({ ...place, model: modelView({ modalities }) });
    const zed = (text: string) => JSON.parse(text).language_models.openai_compatible.Boreal.available_models[0];
    const opencode = (text: string) => JSON.parse(text).provider.boreal.models['svc-frost'];

    expect(zed(written('zed', ['text', 'image'])).capabilities.images).toBe(true);
    expect(zed(written('zed', ['text'])).capabilities.images).toBe(false);
    expect(opencode(written('opencode', ['text', 'image']))).toMatchObject({ attachment: true });
    expect(opencode(written('opencode', ['text']))).not.toHaveProperty('attachment');
  });

  test('tools learn how much fits into a chat as it is known', () => {
    const model = modelView({ contextTokens: 40_960 });
    const textOf = (id: string) => (recipe(id) as { write(place: object): string }).write({ ...place, model });
    const [qwen] = JSON.parse(textOf('qwen-code')).modelProviders.openai;

    expect(JSON.parse(textOf('opencode')).provider.boreal.models['svc-frost'].limit.context).toBe(40_960);
    expect(JSON.parse(textOf('zed')).language_models.openai_compatible.Boreal.available_models[0].max_tokens).toBe(
      40_960,
    );
    expect(qwen.generationConfig.contextWindowSize).toBe(40_960);
    expect(textOf('kimi-code')).toContain('max_context_size = 40960');
    expect(textOf('codex')).toContain('model_context_window = 40960');
    expect(textOf('claude-code')).toContain('CLAUDE_CODE_MAX_CONTEXT_TOKENS=40960');
  });

  test('where that is not known, no number is made up, and a word says so', () => {
    const [qwen] = JSON.parse(textOf('qwen-code')).modelProviders.openai;

    expect(JSON.parse(textOf('opencode')).provider.boreal.models['svc-frost'].limit.context).toBe(0);
    expect(qwen.generationConfig).not.toHaveProperty('contextWindowSize');
    expect(JSON.parse(textOf('zed')).language_models.openai_compatible.Boreal.available_models[0].max_tokens).toBe(
      8192,
    );
    expect(textOf('kimi-code')).toContain('max_context_size = 8192');
    expect(textOf('codex')).not.toContain('model_context_window');
    expect(textOf('claude-code')).not.toContain('MAX_CONTEXT_TOKENS');
    expect(RECIPES.filter(({ unknownContext }) => unknownContext).map(({ id }) => id)).toEqual([
      'claude-code',
      'codex',
      'opencode',
      'qwen-code',
      'kimi-code',
      'zed',
    ]);
  });

  test('agents that ask for too much by themselves learn what the model can answer', () => {
    const [qwen] = JSON.parse(textOf('qwen-code')).modelProviders.openai;

    expect(qwen.generationConfig.samplingParams.max_tokens).toBe(8192);
    expect(textOf('kimi-code')).toContain('max_output_size = 8192');
    expect(textOf('continue')).toContain('maxTokens: 8192');
  });

  test('no agent asks for more than fits into a chat', () => {
    const model = modelView({ contextTokens: 2048 });
    const textOf = (id: string) => (recipe(id) as { write(place: object): string }).write({ ...place, model });

    expect(JSON.parse(textOf('opencode')).provider.boreal.models['svc-frost'].limit.output).toBe(2048);
    expect(textOf('claude-code')).toContain('MAX_OUTPUT_TOKENS=2048');
    expect(textOf('kimi-code')).toContain('max_output_size = 2048');
  });

  test.each(RECIPES.map((one) => [one.name, one] as const))('%s has the name of the service', (_, one) => {
    const service = { name: 'Můj "Model"', slug: 'muj-model', keyVariable: 'MUJ_MODEL_API_KEY' };
    const own = { ...place, service };
    const text = one.kind === 'form' ? one.fields(own).flat().join('\n') : one.write(own);

    expect(text.toLowerCase()).not.toContain('boreal');
    expect(text).toMatch(/MUJ_MODEL_API_KEY|muj-model|Můj/);
  });

  test('Continue, which always sends tools, gets a model that takes them', () => {
    const thinker = modelView({ id: 'svc-polaris', takesTools: false });

    expect(modelFor(recipe('continue'), [thinker, modelView()], 'svc-polaris')?.id).toBe('svc-frost');
  });

  test('Open WebUI offers no tools and takes no pictures, whatever model a person chooses there', () => {
    const [, metadata] = /DEFAULT_MODEL_METADATA='(.+)'/.exec(textOf('open-webui'))!;

    expect(JSON.parse(metadata!).capabilities).toEqual({ builtin_tools: false, vision: false, usage: true });
  });

  test('Open WebUI is set up here as in the examples, where it was run', () => {
    const { write } = recipe('open-webui') as { write(place: Place): string };
    const model = modelView({ id: 'svc-glacier' });

    expect(EXAMPLES).toContain(`\n${write({ baseUrl: 'http://127.0.0.1:8787/v1', model, service: BOREAL })}\n`);
  });

  test('Emacs gets host and path apart, and its brackets match', () => {
    const text = textOf('gptel');

    expect(text).toContain(':host "ai.example.cz:8443"');
    expect(text).toContain(':endpoint "/v1/chat/completions"');
    expect(text.split('(').length).toBe(text.split(')').length);
  });

  test('a tool that needs tools gets a model that takes them, and none where there is none', () => {
    const thinker = modelView({ id: 'svc-polaris', takesTools: false });

    expect(modelFor(recipe('opencode'), [thinker, modelView()], 'svc-polaris')?.id).toBe('svc-frost');
    expect(modelFor(recipe('aider'), [thinker, modelView()], 'svc-polaris')?.id).toBe('svc-polaris');
    expect(modelFor(recipe('opencode'), [thinker], 'svc-polaris')).toBeUndefined();
  });
});
