/** Editors, and programs to chat in. */
import { json, leastContext, longestAnswer, type Recipe, shell } from './recipe.ts';

export const APP_RECIPES: readonly Recipe[] = [
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
                    images: model.modalities.includes('image'),
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
  {
    id: 'open-webui',
    name: 'Open WebUI',
    kind: 'shell',
    needsTools: false,
    // It would offer 36 tools of its own with every message, also to models that take none.
    write: ({ baseUrl, model, service }) =>
      [
        `export OPENAI_API_BASE_URL=${shell(baseUrl)}`,
        `export OPENAI_API_KEY="$${service.keyVariable}"`,
        'export ENABLE_OLLAMA_API=false',
        `export DEFAULT_MODELS=${shell(model.id)}`,
        `export DEFAULT_MODEL_METADATA='{"capabilities":{"builtin_tools":false,"vision":false,"usage":true}}'`,
        'open-webui serve',
      ].join('\n'),
  },
];
