/** Editors and agents that need only an address and a key: what to write, and where. */

import type { ModelView } from '../../../../src/features/catalogue/contract.ts';
import type { ServiceView } from '../../../../src/features/site/contract.ts';

export type Place = {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly model: ModelView;
  readonly service: ServiceNames;
};

/** What the service is called, and how settings of clients and the environment spell that. */
type ServiceNames = Pick<ServiceView, 'name' | 'slug' | 'keyVariable'>;

type RecipeId =
  | 'claude-code'
  | 'codex'
  | 'opencode'
  | 'qwen-code'
  | 'kimi-code'
  | 'continue'
  | 'zed'
  | 'cline'
  | 'copilot'
  | 'aider'
  | 'gptel'
  | 'vim-ai';

/** A file, shell lines, or fields of a form; the same in every language of the pages. */
export type Recipe = {
  readonly id: RecipeId;
  readonly name: string;
  /** Whether it works only with a model that takes tools. */
  readonly needsTools: boolean;
  /** What the recipe says where it is unknown how much fits into a chat: nothing, or the least that it can be. */
  readonly unknownContext?: 'left-out' | 'least';
  /** So many tokens must fit into a chat, because its own instructions and tools take most of them. */
  readonly contextTokensMin?: number;
} & (
  | { readonly kind: 'file'; readonly path: string; readonly write: (place: Place) => string }
  | { readonly kind: 'shell'; readonly write: (place: Place) => string }
  | { readonly kind: 'form'; readonly fields: (place: Place) => readonly (readonly [string, string])[] }
);

/** For tools that want a number, also where none is known: the longest answer fits into a chat for sure. */
const leastContext = ({ contextTokens, maxOutputTokens }: ModelView): number => contextTokens ?? maxOutputTokens;
/** An answer is never longer than what fits into a chat. */
const longestAnswer = ({ contextTokens, maxOutputTokens }: ModelView): number =>
  Math.min(maxOutputTokens, contextTokens ?? maxOutputTokens);
const json = (value: unknown): string => JSON.stringify(value, null, 2);

export const RECIPES: readonly Recipe[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    kind: 'shell',
    needsTools: true,
    contextTokensMin: 25_000,
    // It adds /v1/messages itself. Without the limit it asks for more tokens than most models allow.
    write: ({ baseUrl, model, service }) =>
      [
        `export ANTHROPIC_BASE_URL=${shell(baseUrl.replace(/\/v1$/, ''))}`,
        `export ANTHROPIC_AUTH_TOKEN="$${service.keyVariable}"`,
        `export ANTHROPIC_MODEL=${shell(model.id)}`,
        `export ANTHROPIC_DEFAULT_HAIKU_MODEL=${shell(model.id)}`,
        `export CLAUDE_CODE_SUBAGENT_MODEL=${shell(model.id)}`,
        `export CLAUDE_CODE_MAX_OUTPUT_TOKENS=${longestAnswer(model)}`,
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
  // Checked against Zed's documentation and the types of its settings; unlike Codex and Claude Code it was not run.
  {
    id: 'zed',
    name: 'Zed',
    kind: 'file',
    path: 'settings.json',
    needsTools: true,
    unknownContext: 'least',
    write: ({ baseUrl, model, service }) =>
      json({
        language_models: {
          openai_compatible: {
            [service.name]: {
              api_url: baseUrl,
              available_models: [
                {
                  name: model.id,
                  max_tokens: leastContext(model),
                  max_output_tokens: longestAnswer(model),
                  // Zed reads these only where all four are there.
                  capabilities: {
                    tools: model.takesTools,
                    images: false,
                    parallel_tool_calls: false,
                    prompt_cache_key: false,
                  },
                },
              ],
            },
          },
        },
      }),
  },
  {
    id: 'cline',
    name: 'Cline',
    kind: 'form',
    needsTools: false,
    fields: ({ baseUrl, model, service }) => [
      ['API Provider', 'OpenAI Compatible'],
      ['Base URL', baseUrl],
      ['API Key', service.keyVariable],
      ['Model ID', model.id],
    ],
  },
  {
    id: 'copilot',
    name: 'Copilot CLI',
    kind: 'shell',
    needsTools: true,
    write: ({ baseUrl, model, service }) =>
      [
        `export COPILOT_PROVIDER_BASE_URL=${shell(baseUrl)}`,
        `export COPILOT_PROVIDER_API_KEY="$${service.keyVariable}"`,
        `export COPILOT_MODEL=${shell(model.id)}`,
        'copilot',
      ].join('\n'),
  },
  {
    id: 'aider',
    name: 'aider',
    kind: 'shell',
    needsTools: false,
    write: ({ baseUrl, model, service }) =>
      [
        `export OPENAI_API_BASE=${shell(baseUrl)}`,
        `export OPENAI_API_KEY="$${service.keyVariable}"`,
        `aider --model ${shell(`openai/${model.id}`)}`,
      ].join('\n'),
  },
  {
    id: 'gptel',
    name: 'Emacs gptel',
    kind: 'file',
    path: 'init.el',
    needsTools: false,
    write: ({ baseUrl, model, service }) => {
      const { protocol, host, pathname } = new URL(baseUrl);
      return [
        `(setq gptel-model '${model.id}`,
        '      gptel-backend',
        `      (gptel-make-openai ${JSON.stringify(service.name)}`,
        `        :protocol "${protocol.replace(':', '')}"`,
        `        :host "${host}"`,
        `        :endpoint "${pathname}/chat/completions"`,
        '        :stream t',
        `        :key (lambda () (getenv "${service.keyVariable}"))`,
        `        :models '(${model.id})))`,
      ].join('\n');
    },
  },
  {
    id: 'vim-ai',
    name: 'Vim vim-ai',
    kind: 'file',
    path: '.vimrc',
    needsTools: false,
    write: ({ baseUrl, model, service }) =>
      [
        `let g:vim_ai_token_file_path = "~/.config/${service.slug}.token"`,
        'let g:vim_ai_chat = {',
        '\\  "options": {',
        `\\    "model": "${model.id}",`,
        `\\    "endpoint_url": "${baseUrl}/chat/completions",`,
        '\\  },',
        '\\}',
      ].join('\n'),
  },
];

/** The model to name: the default where the tool can use it, else the first that it can. */
export const modelFor = (recipe: Recipe, models: readonly ModelView[], defaultModel: string): ModelView | undefined => {
  const usable = models.filter(({ takesTools }) => takesTools || !recipe.needsTools);
  return usable.find(({ id }) => id === defaultModel) ?? usable[0];
};

const shell = (text: string): string => (/^[\w./:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
