/** Requests as text to copy: whatever they hold, the text is valid where it is pasted. */

type SnippetParts = {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly model: string;
  /** A secret, or `$NAME` for one that is kept in the environment. */
  readonly key: string;
  /** More fields of the request, or other messages. */
  readonly body?: Readonly<Record<string, unknown>>;
};

const HELLO = [{ role: 'user', content: 'Say hello in one short sentence.' }];

export function curlSnippet(parts: SnippetParts): string {
  const body = bodyOf(parts);
  // Inside double quotes the shell fills in the name; a secret itself is kept from the shell's hands.
  const authorization = environmentName(parts.key)
    ? `"Authorization: Bearer ${parts.key}"`
    : shellQuoted(`Authorization: Bearer ${parts.key}`);
  return [
    `curl ${body.stream === true ? '-N ' : ''}${shellQuoted(`${parts.baseUrl}/chat/completions`)} \\`,
    `  -H ${authorization} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shellQuoted(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

export function pythonSnippet(parts: SnippetParts): string {
  const body = bodyOf(parts);
  const name = environmentName(parts.key);
  const fields = Object.entries(body).map(([field, value]) => `    ${field}=${pythonValue(value, '    ')},`);
  return [
    ...(name ? ['import os', ''] : []),
    'from openai import OpenAI',
    '',
    'client = OpenAI(',
    `    base_url=${pythonValue(parts.baseUrl)},`,
    `    api_key=${name ? `os.environ[${pythonValue(name)}]` : pythonValue(parts.key)},`,
    ')',
    `${body.stream === true ? 'stream' : 'answer'} = client.chat.completions.create(`,
    ...fields,
    ')',
    ...(body.stream === true
      ? [
          'for chunk in stream:',
          '    if chunk.choices and chunk.choices[0].delta.content:',
          '        print(chunk.choices[0].delta.content, end="", flush=True)',
        ]
      : ['print(answer.choices[0].message.content)']),
  ].join('\n');
}

export function typescriptSnippet(parts: SnippetParts): string {
  const body = bodyOf(parts);
  const name = environmentName(parts.key);
  return [
    `import OpenAI from 'openai';`,
    '',
    'const client = new OpenAI({',
    `  baseURL: ${scriptValue(parts.baseUrl)},`,
    `  apiKey: ${name ? `process.env.${name}` : scriptValue(parts.key)},`,
    '});',
    `const ${body.stream === true ? 'stream' : 'answer'} = await client.chat.completions.create(${scriptValue(body)});`,
    ...(body.stream === true
      ? ['for await (const chunk of stream) {', `  process.stdout.write(chunk.choices[0]?.delta.content ?? '');`, '}']
      : ['console.log(answer.choices[0]?.message.content);']),
  ].join('\n');
}

/** Without what is undefined, as JSON has it. */
const bodyOf = ({ model, body }: SnippetParts): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify({ model, messages: HELLO, ...body })) as Readonly<Record<string, unknown>>;

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
