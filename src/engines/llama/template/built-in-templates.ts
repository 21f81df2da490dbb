/**
 * How the large families of models write a chat, for files that bring no template of their own. Each is written as its
 * makers publish it, in the language of templates (Jinja), and takes the same way as a template from a file.
 *
 * Tools are the exception: families differ, and this engine reads one form of calls, `<tool_call>{…}</tool_call>`, which
 * its grammar makes every model write. So every template announces tools, and shows earlier calls, in that form.
 */
export const TEMPLATE_NAMES = ['chatml', 'llama3', 'gemma', 'mistral', 'qwen'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** The facts of a model that its template is chosen by. */
type TemplateFacts = {
  readonly architecture: string;
  readonly name: string | undefined;
  /** True where the vocabulary has this text as one special token. */
  readonly hasSpecialToken: (text: string) => boolean;
};

/** The template that fits a model best. Special tokens tell most: a family's marks are in no other vocabulary. */
export function chooseTemplate({ architecture, name, hasSpecialToken }: TemplateFacts): TemplateName {
  if (hasSpecialToken('<|start_header_id|>')) return 'llama3';
  if (hasSpecialToken('<start_of_turn>')) return 'gemma';
  if (hasSpecialToken('<|im_start|>')) return architecture.startsWith('qwen') ? 'qwen' : 'chatml';
  if (hasSpecialToken('[INST]') || /mi[sx]tral/i.test(`${architecture} ${name ?? ''}`)) return 'mistral';
  return 'chatml';
}

/** The words with which Qwen and Hermes announce tools; models of other families follow them too. */
const ANNOUNCE_TOOLS = String.raw`
{{- "# Tools\n\nYou may call one or more functions to assist with the user query.\n\nYou are provided with function signatures within <tools></tools> XML tags:\n<tools>" }}
{%- for tool in tools %}{{- "\n" }}{{- tool | tojson }}{%- endfor %}
{{- "\n</tools>\n\nFor each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:\n<tool_call>\n{\"name\": <function-name>, \"arguments\": <args-json-object>}\n</tool_call>" }}`;

/** The text of the system, and then the tools. */
const SYSTEM_AND_TOOLS = String.raw`{{- system }}
{%- if tools %}{%- if system %}{{- '\n\n' }}{%- endif %}${ANNOUNCE_TOOLS}{%- endif %}`;

/** The text and the calls of an assistant. */
const SAID_AND_CALLED = String.raw`
{{- message.content }}
{%- for call in message.tool_calls or [] %}
{%- if message.content or not loop.first %}{{- "\n" }}{%- endif %}
{{- '<tool_call>\n{"name": "' + call.function.name + '", "arguments": ' + call.function.arguments + '}\n</tool_call>' }}
{%- endfor %}`;

/** The first message is said apart where it is the system's: 'system' is its text, 'rest' are the others. */
const SPLIT_SYSTEM = `
{%- if messages and messages[0].role == 'system' %}
{%- set system = messages[0].content %}{%- set rest = messages[1:] %}
{%- else %}
{%- set system = '' %}{%- set rest = messages %}
{%- endif %}`;

/** ChatML with the system's turn that is used when the caller writes none; empty means none. */
const chatml = (defaultSystem: string): string => String.raw`${SPLIT_SYSTEM}
{%- set system = system or '${defaultSystem}' %}
{%- if system or tools %}
{{- '<|im_start|>system\n' }}${SYSTEM_AND_TOOLS}
{{- '<|im_end|>\n' }}
{%- endif %}
{%- for message in rest %}
{%- if message.role == 'assistant' %}
{{- '<|im_start|>assistant\n' }}${SAID_AND_CALLED}{{- '<|im_end|>\n' }}
{%- elif message.role == 'tool' %}
{%- if loop.first or rest[loop.index0 - 1].role != 'tool' %}{{- '<|im_start|>user' }}{%- endif %}
{{- '\n<tool_response>\n' + message.content + '\n</tool_response>' }}
{%- if loop.last or rest[loop.index0 + 1].role != 'tool' %}{{- '<|im_end|>\n' }}{%- endif %}
{%- else %}
{{- '<|im_start|>' + message.role + '\n' + message.content + '<|im_end|>\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}`;

/** A tool's result has the role 'ipython', whatever the tool is. */
const LLAMA3 = String.raw`${SPLIT_SYSTEM}
{{- bos_token }}
{%- if system or tools %}
{{- '<|start_header_id|>system<|end_header_id|>\n\n' }}${SYSTEM_AND_TOOLS}
{{- '<|eot_id|>' }}
{%- endif %}
{%- for message in rest %}
{%- if message.role == 'tool' %}{%- set role = 'ipython' %}{%- else %}{%- set role = message.role %}{%- endif %}
{{- '<|start_header_id|>' + role + '<|end_header_id|>\n\n' }}${SAID_AND_CALLED}{{- '<|eot_id|>' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{%- endif %}`;

/** There are two roles, user and model, in turns: what the system says goes before what the first user says. */
const GEMMA = String.raw`${SPLIT_SYSTEM}
{{- bos_token }}
{%- set ns = namespace(before=(system or tools), turn='') %}
{%- for message in rest %}
{%- if message.role == 'assistant' %}{%- set role = 'model' %}{%- else %}{%- set role = 'user' %}{%- endif %}
{%- if role != ns.turn %}
{%- if ns.turn %}{{- '<end_of_turn>\n' }}{%- endif %}
{{- '<start_of_turn>' + role + '\n' }}
{%- else %}{{- '\n' }}{%- endif %}
{%- set ns.turn = role %}
{%- if ns.before and role == 'user' %}
${SYSTEM_AND_TOOLS}
{{- '\n\n' }}
{%- set ns.before = false %}
{%- endif %}
{%- if message.role == 'tool' %}{{- '<tool_response>\n' + message.content + '\n</tool_response>' }}
{%- else %}${SAID_AND_CALLED}{%- endif %}
{%- endfor %}
{%- if ns.turn %}{{- '<end_of_turn>\n' }}{%- endif %}
{%- if ns.before and not ns.turn %}
{{- '<start_of_turn>user\n' }}${SYSTEM_AND_TOOLS}
{{- '<end_of_turn>\n' }}
{%- endif %}
{%- if add_generation_prompt %}{{- '<start_of_turn>model\n' }}{%- endif %}`;

/** Version 3. The system speaks in the last turn of the user, where the model heeds it most. */
const MISTRAL = String.raw`${SPLIT_SYSTEM}
{{- bos_token }}
{%- set ns = namespace(last=-1) %}
{%- for message in rest %}{%- if message.role not in ['assistant', 'tool'] %}{%- set ns.last = loop.index0 %}{%- endif %}{%- endfor %}
{%- if ns.last < 0 and (system or tools) %}
{{- '[INST] ' }}${SYSTEM_AND_TOOLS}
{{- '[/INST]' }}
{%- endif %}
{%- for message in rest %}
{%- if message.role == 'assistant' %}
{{- ' ' }}${SAID_AND_CALLED}{{- eos_token }}
{%- elif message.role == 'tool' %}
{%- if loop.first or rest[loop.index0 - 1].role != 'tool' %}{{- '[INST] ' }}{%- else %}{{- '\n' }}{%- endif %}
{{- '<tool_response>\n' + message.content + '\n</tool_response>' }}
{%- if loop.last or rest[loop.index0 + 1].role != 'tool' %}{{- '[/INST]' }}{%- endif %}
{%- else %}
{{- '[INST] ' }}
{%- if loop.index0 == ns.last and (system or tools) %}
${SYSTEM_AND_TOOLS}
{{- '\n\n' }}
{%- endif %}
{{- message.content + '[/INST]' }}
{%- endif %}
{%- endfor %}`;

export const BUILT_IN_TEMPLATES: Readonly<Record<TemplateName, string>> = {
  chatml: chatml(''),
  llama3: LLAMA3,
  gemma: GEMMA,
  mistral: MISTRAL,
  qwen: chatml('You are Qwen, created by Alibaba Cloud. You are a helpful assistant.'),
};
