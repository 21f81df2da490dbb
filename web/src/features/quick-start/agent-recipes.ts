/** Agents that write code. Each of these was run as its recipe says. */
import { json, leastContext, longestAnswer, type Recipe, shell } from './recipe.ts';

export const AGENT_RECIPES: readonly Recipe[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    kind: 'shell',
    needsTools: true,
    contextTokensMin: 25_000,
    unknownContext: 'left-out',
    // It adds /v1/messages itself. Without the limits it asks for more tokens than most models allow, and shortens a chat
    // only when it has a million tokens.
    write: ({ baseUrl, model, service }) =>
      [
        `export ANTHROPIC_BASE_URL=${shell(baseUrl.replace(/\/v1$/, ''))}`,
        `export ANTHROPIC_AUTH_TOKEN="$${service.keyVariable}"`,
        `export ANTHROPIC_MODEL=${shell(model.id)}`,
        `export ANTHROPIC_DEFAULT_HAIKU_MODEL=${shell(model.id)}`,
        `export CLAUDE_CODE_SUBAGENT_MODEL=${shell(model.id)}`,
        `export CLAUDE_CODE_MAX_OUTPUT_TOKENS=${longestAnswer(model)}`,
        ...(model.contextTokens === null ? [] : [`export CLAUDE_CODE_MAX_CONTEXT_TOKENS=${model.contextTokens}`]),
        'claude',
      ].join('\n'),
  },
  {
    id: 'codex',
    name: 'Codex',
    kind: 'file',
    path: '~/.codex/config.toml',
    needsTools: true,
    contextTokensMin: 16_000,
    unknownContext: 'left-out',
    write: ({ baseUrl, model, service }) =>
      [
        `model = ${JSON.stringify(model.id)}`,
        `model_provider = "${service.slug}"`,
        ...(model.contextTokens === null ? [] : [`model_context_window = ${model.contextTokens}`]),
        // It offers a search that its server would have to run.
        'web_search = "disabled"',
        '',
        `[model_providers.${service.slug}]`,
        `name = ${JSON.stringify(service.name)}`,
        `base_url = ${JSON.stringify(baseUrl)}`,
        `env_key = "${service.keyVariable}"`,
        'wire_api = "responses"',
      ].join('\n'),
  },
  {
    id: 'opencode',
    name: 'opencode',
    kind: 'file',
    path: 'opencode.json',
    needsTools: true,
    unknownContext: 'left-out',
    // Without the limit it asks for more tokens than most models allow. A context of 0 is unknown.
    write: ({ baseUrl, model, service }) =>
      json({
        $schema: 'https://opencode.ai/config.json',
        provider: {
          [service.slug]: {
            npm: '@ai-sdk/openai-compatible',
            name: service.name,
            options: { baseURL: baseUrl, apiKey: `{env:${service.keyVariable}}` },
            models: {
              [model.id]: {
                name: model.id,
                limit: { context: model.contextTokens ?? 0, output: longestAnswer(model) },
                ...(model.modalities.includes('image') && {
                  attachment: true,
                  modalities: { input: ['text', 'image'], output: ['text'] },
                }),
              },
            },
          },
        },
        model: `${service.slug}/${model.id}`,
      }),
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    kind: 'file',
    path: '~/.qwen/settings.json',
    needsTools: true,
    unknownContext: 'left-out',
    // Without the limit it asks for more tokens than most models allow.
    write: ({ baseUrl, model, service }) =>
      json({
        modelProviders: {
          openai: [
            {
              id: model.id,
              name: model.id,
              baseUrl,
              envKey: service.keyVariable,
              generationConfig: {
                ...(model.contextTokens !== null && { contextWindowSize: model.contextTokens }),
                samplingParams: { max_tokens: longestAnswer(model) },
              },
            },
          ],
        },
        security: { auth: { selectedType: 'openai' } },
        model: { name: model.id },
      }),
  },
  {
    id: 'kimi-code',
    name: 'Kimi Code',
    kind: 'file',
    path: '~/.kimi-code/config.toml',
    needsTools: true,
    unknownContext: 'least',
    write: ({ baseUrl, model, service }) =>
      [
        `default_model = "${service.slug}"`,
        '',
        `[providers.${service.slug}]`,
        'type = "openai"',
        `base_url = ${JSON.stringify(baseUrl)}`,
        `api_key_env = "${service.keyVariable}"`,
        '',
        `[models.${service.slug}]`,
        `provider = "${service.slug}"`,
        `model = ${JSON.stringify(model.id)}`,
        `max_context_size = ${leastContext(model)}`,
        `max_output_size = ${longestAnswer(model)}`,
        'capabilities = ["tool_use"]',
      ].join('\n'),
  },
  {
    id: 'continue',
    name: 'Continue',
    kind: 'file',
    path: '~/.continue/config.yaml',
    // It sends its tools with every request.
    needsTools: true,
    write: ({ baseUrl, model, service }) =>
      [
        `name: ${JSON.stringify(service.name)}`,
        'version: 0.0.1',
        'schema: v1',
        'models:',
        `  - name: ${JSON.stringify(model.id)}`,
        '    provider: openai',
        `    model: ${JSON.stringify(model.id)}`,
        `    apiBase: ${JSON.stringify(baseUrl)}`,
        `    apiKey: \${{ secrets.${service.keyVariable} }}`,
        '    defaultCompletionOptions:',
        `      maxTokens: ${longestAnswer(model)}`,
      ].join('\n'),
  },
];
