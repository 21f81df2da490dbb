/** Requests as text to copy: whatever they hold, the text is valid where it is pasted. */
import type { Dialect } from './dialects.ts';

type SnippetParts = {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly model: string;
  /** A secret, or `$NAME` for one that is kept in the environment. */
  readonly key: string;
  /** Chat completions, where nothing is said. */
  readonly dialect?: Dialect;
  /** More fields of the request, or another question. */
  readonly body?: Readonly<Record<string, unknown>>;
};

const QUESTION = 'Say hello in one short sentence.';
const HELLO = [{ role: 'user', content: QUESTION }];

/** The question where the body says nothing. */
const EXAMPLES: Readonly<Record<Dialect, object>> = {
  chat: { messages: HELLO },
  responses: { input: QUESTION },
  messages: { max_tokens: 200, messages: HELLO },
};

const PATHS: Readonly<Record<Dialect, string>> = {
  chat: '/chat/completions',
  responses: '/responses',
  messages: '/messages',
};

export function curlSnippet(parts: SnippetParts): string {
  const { dialect = 'chat', key } = parts;
  const body = bodyOf(parts);
  const authorization = dialect === 'messages' ? `x-api-key: ${key}` : `Authorization: Bearer ${key}`;
  return [
    `curl ${body.stream === true ? '-N ' : ''}${shellQuoted(`${parts.baseUrl}${PATHS[dialect]}`)} \\`,
    // Inside double quotes the shell fills in the name; a secret itself is kept from the shell's hands.
    `  -H ${environmentName(key) ? `"${authorization}"` : shellQuoted(authorization)} \\`,
    ...(dialect === 'messages' ? [`  -H 'anthropic-version: 2023-06-01' \\`] : []),
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

/** An official client: its package and class, what it calls, and how its answer is read, whole and as a stream. */
type Client = {
  readonly package: string;
  readonly name: string;
  readonly call: string;
  readonly whole: readonly string[];
  readonly streamed: readonly string[];
};

const PYTHON: Readonly<Record<Dialect, Client>> = {
  chat: {
    package: 'openai',
    name: 'OpenAI',
    call: 'chat.completions.create',
    whole: ['print(answer.choices[0].message.content)'],
    streamed: [
      'for chunk in stream:',
      '    if chunk.choices and chunk.choices[0].delta.content:',
      '        print(chunk.choices[0].delta.content, end="", flush=True)',
    ],
  },
  responses: {
    package: 'openai',
    name: 'OpenAI',
    call: 'responses.create',
    whole: ['print(answer.output_text)'],
    streamed: [
      'for event in stream:',
      '    if event.type == "response.output_text.delta":',
      '        print(event.delta, end="", flush=True)',
    ],
  },
  messages: {
    package: 'anthropic',
    name: 'Anthropic',
    call: 'messages.create',
    whole: ['print("".join(block.text for block in answer.content if block.type == "text"))'],
    streamed: [
      'for event in stream:',
      '    if event.type == "content_block_delta" and event.delta.type == "text_delta":',
      '        print(event.delta.text, end="", flush=True)',
    ],
  },
};

export function pythonSnippet(parts: SnippetParts): string {
  const { dialect = 'chat' } = parts;
  const client = PYTHON[dialect];
  const body = bodyOf(parts);
  const isStream = body.stream === true;
  const name = environmentName(parts.key);
  const fields = Object.entries(body).map(([field, value]) => `    ${field}=${pythonValue(value, '    ')},`);
  return [
    ...(name ? ['import os', ''] : []),
    `from ${client.package} import ${client.name}`,
    '',
    `client = ${client.name}(`,
    `    base_url=${pythonValue(addressFor(parts))},`,
    `    api_key=${name ? `os.environ[${pythonValue(name)}]` : pythonValue(parts.key)},`,
    ')',
    `${isStream ? 'stream' : 'answer'} = client.${client.call}(`,
    ...fields,
    ')',
    ...(isStream ? client.streamed : client.whole),
  ].join('\n');
}

const TYPESCRIPT: Readonly<Record<Dialect, Client>> = {
  chat: {
    package: 'openai',
    name: 'OpenAI',
    call: 'chat.completions.create',
    whole: ['console.log(answer.choices[0]?.message.content);'],
    streamed: [
      'for await (const chunk of stream) {',
      `  process.stdout.write(chunk.choices[0]?.delta.content ?? '');`,
      '}',
    ],
  },
  responses: {
    package: 'openai',
    name: 'OpenAI',
    call: 'responses.create',
    whole: ['console.log(answer.output_text);'],
    streamed: [
      'for await (const event of stream) {',
      `  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);`,
      '}',
    ],
  },
  messages: {
    package: '@anthropic-ai/sdk',
    name: 'Anthropic',
    call: 'messages.create',
    whole: [`for (const block of answer.content) if (block.type === 'text') console.log(block.text);`],
    streamed: [
      'for await (const event of stream) {',
      `  if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;`,
      '  process.stdout.write(event.delta.text);',
      '}',
    ],
  },
};

export function typescriptSnippet(parts: SnippetParts): string {
  const { dialect = 'chat' } = parts;
  const client = TYPESCRIPT[dialect];
  const body = bodyOf(parts);
  const isStream = body.stream === true;
  const name = environmentName(parts.key);
  return [
    `import ${client.name} from '${client.package}';`,
    '',
    `const client = new ${client.name}({`,
    `  baseURL: ${scriptValue(addressFor(parts))},`,
    `  apiKey: ${name ? `process.env.${name}` : scriptValue(parts.key)},`,
    '});',
    `const ${isStream ? 'stream' : 'answer'} = await client.${client.call}(${scriptValue(body)});`,
    ...(isStream ? client.streamed : client.whole),
  ].join('\n');
}

/** The command that brings the client onto the machine. */
export const installCommand = (language: 'python' | 'typescript', dialect: Dialect): string =>
  language === 'python' ? `pip install ${PYTHON[dialect].package}` : `npm install ${TYPESCRIPT[dialect].package}`;

/** Anthropic's clients add /v1 themselves. */
const addressFor = ({ baseUrl, dialect }: SnippetParts): string =>
  dialect === 'messages' ? baseUrl.replace(/\/v1$/, '') : baseUrl;

/** Without what is undefined, as JSON has it. */
const bodyOf = ({ model, dialect = 'chat', body }: SnippetParts): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify({ model, ...EXAMPLES[dialect], ...body })) as Readonly<Record<string, unknown>>;

const environmentName = (key: string): string | undefined => /^\$([A-Za-z_]\w*)$/.exec(key)?.[1];

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function pythonValue(value: unknown, indent = ''): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => pythonValue(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonValue(item, inner)}`);
  return bracketed(items, { open: isList ? '[' : '{', close: isList ? ']' : '}', indent, inner, pad: '' });
}

function scriptValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return scriptText(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => scriptValue(item, inner))
    : Object.entries(value).map(([name, item]) => `${scriptName(name)}: ${scriptValue(item, inner)}`);
  return bracketed(items, {
    open: isList ? '[' : '{',
    close: isList ? ']' : '}',
    indent,
    inner,
    pad: isList ? '' : ' ',
  });
}

const scriptName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : scriptText(name);

/** In single quotes, as most people write TypeScript; JSON's escapes hold there, too. */
const scriptText = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

type Brackets = {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
  readonly inner: string;
  readonly pad: string;
};

const LINE_MAX = 88;

/** On one line where it is short, else one item a line. */
function bracketed(items: readonly string[], { open, close, indent, inner, pad }: Brackets): string {
  if (items.length === 0) return `${open}${close}`;
  const line = `${open}${pad}${items.join(', ')}${pad}${close}`;
  if (line.length + indent.length <= LINE_MAX && !line.includes('\n')) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

/** The languages of requests as code. */
export const SNIPPETS = {
  curl: { name: 'curl', language: 'shell', write: curlSnippet },
  python: { name: 'Python', language: 'python', write: pythonSnippet },
  typescript: { name: 'TypeScript', language: 'typescript', write: typescriptSnippet },
} as const;

export type SnippetLanguage = keyof typeof SNIPPETS;
export const SNIPPET_CHOICES = (Object.keys(SNIPPETS) as SnippetLanguage[]).map(
  (language) => [language, SNIPPETS[language].name] as const,
);
