import { describe, expect, test } from 'bun:test';
import { modelView } from '../../model-view.fixture.ts';
import { modelFor, RECIPES } from './tools.ts';

const place = { baseUrl: 'https://ai.example.cz:8443/v1', model: modelView() };
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

  test('agents that ask for too much by themselves are told what the model can answer', () => {
    const [qwen] = JSON.parse(textOf('qwen-code')).modelProviders.openai;

    expect(qwen.generationConfig.samplingParams.max_tokens).toBe(8192);
    expect(textOf('kimi-code')).toContain('max_output_size = 8192');
    expect(textOf('continue')).toContain('maxTokens: 8192');
  });

  test('Continue, which always sends tools, gets a model that takes them', () => {
    const thinker = modelView({ id: 'svc-polaris', takesTools: false });

    expect(modelFor(recipe('continue'), [thinker, modelView()], 'svc-polaris')?.id).toBe('svc-frost');
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
