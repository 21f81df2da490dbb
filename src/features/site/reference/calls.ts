/** How an operation is called: by curl, and by OpenAI's clients where they have a method for it. */

import type { ServiceNames } from '../../../core/service-names.ts';
import type { CodeLanguage } from '../../../lib/highlight.ts';
import type { Operation, Placed } from './document.ts';

/** `baseUrl` has /v1 at its end. */
export type Caller = { readonly names: ServiceNames; readonly baseUrl: string };
type Call = { readonly caption: string; readonly text: string; readonly language: CodeLanguage };

/** Of a value in Python: what a phone shows without breaking a line. */
const LINE_CHARS_MAX = 40;

/** Methods of the official clients. Each takes the ids of the path, then the body. */
const METHODS: Readonly<Record<string, string>> = {
  createChatCompletion: 'chat.completions.create',
  createCompletion: 'completions.create',
  createResponse: 'responses.create',
  compactResponse: 'responses.compact',
  countResponseTokens: 'responses.inputTokens.count',
  showResponse: 'responses.retrieve',
  deleteResponse: 'responses.delete',
  listResponseInput: 'responses.inputItems.list',
  cancelResponse: 'responses.cancel',
  createConversation: 'conversations.create',
  showConversation: 'conversations.retrieve',
  updateConversation: 'conversations.update',
  deleteConversation: 'conversations.delete',
  listConversationItems: 'conversations.items.list',
  createConversationItems: 'conversations.items.create',
  createEmbeddings: 'embeddings.create',
  listFiles: 'files.list',
  showFile: 'files.retrieve',
  deleteFile: 'files.delete',
  showFileContent: 'files.content',
  createBatch: 'batches.create',
  listBatches: 'batches.list',
  showBatch: 'batches.retrieve',
  cancelBatch: 'batches.cancel',
  listModels: 'models.list',
  showModel: 'models.retrieve',
};

/** A curl command for each example of the body, then the same in Python and TypeScript, for the first. */
export function callsOf(placed: Placed, caller: Caller): readonly Call[] {
  const sent = bodiesOf(placed.operation);
  const command = (caption: string, one?: Sent): Call => ({
    caption,
    text: curl(placed, caller, one),
    language: 'shell',
  });
  const commands = sent.map((one) => command(`curl: ${one.summary}`, one));
  const method = METHODS[placed.operation.operationId];
  return [
    ...(commands.length === 0 ? [command('curl')] : commands),
    ...(method === undefined ? [] : [python(method, placed, caller), typescript(method, placed, caller)]),
  ];
}

type Sent = { readonly type: string; readonly summary: string; readonly value: unknown };

const bodiesOf = ({ requestBody, summary }: Operation): readonly Sent[] =>
  Object.entries(requestBody?.content ?? {}).flatMap(([type, { examples, example }]) =>
    Object.values(examples ?? { only: { summary, value: example } }).map((one) => ({ type, ...one })),
  );

const idsOf = ({ parameters = [] }: Operation): readonly (readonly [name: string, example: string])[] =>
  parameters.filter((one) => one.in === 'path').map(({ name, example = name }) => [name, example]);

/** A command that runs as it is, once the variable is set. */
function curl({ operation, method, path }: Placed, { names, baseUrl }: Caller, sent?: Sent): string {
  const filled = idsOf(operation).reduce((text, [name, id]) => text.replace(`{${name}}`, encodeURIComponent(id)), path);
  const isNamed = method === 'DELETE' || (method === 'POST' && !sent);
  const isStreamed = (sent?.value as { readonly stream?: unknown } | undefined)?.stream === true;
  return [
    `curl ${isStreamed ? '-N ' : ''}${isNamed ? `-X ${method} ` : ''}${baseUrl.replace(/\/v1$/, '')}${filled}`,
    ...(operation.security === undefined ? [`-H "Authorization: Bearer $${names.keyVariable}"`] : []),
    ...(sent ? bodyOptions(sent) : []),
  ].join(' \\\n  ');
}

/** The fields of a form are sent one by one. */
const bodyOptions = ({ type, value }: Sent): readonly string[] =>
  type === 'multipart/form-data'
    ? Object.entries(value as object).map(([name, text]) => `-F ${shellQuoted(`${name}=${text}`)}`)
    : [`-H 'Content-Type: ${type}'`, `-d ${shellQuoted(JSON.stringify(value, null, 2))}`];

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function typescript(method: string, { operation }: Placed, { names, baseUrl }: Caller): Call {
  const body = bodiesOf(operation)[0];
  const given = [
    ...idsOf(operation).map(([, id]) => JSON.stringify(id)),
    ...(body ? [JSON.stringify(body.value, null, 2)] : []),
  ];
  return {
    caption: 'TypeScript: openai',
    language: 'typescript',
    text: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: process.env.${names.keyVariable} });
const answer = await client.${method}(${given.join(', ')});`,
  };
}

function python(method: string, { operation }: Placed, { names, baseUrl }: Caller): Call {
  const body = bodiesOf(operation)[0]?.value as Readonly<Record<string, unknown>> | undefined;
  const given = [
    ...idsOf(operation).map(([, id]) => JSON.stringify(id)),
    ...Object.entries(body ?? {}).map(([name, value]) => `${name}=${pythonOf(value, '    ')}`),
  ];
  const listed = given.length > 1 || body ? `\n${given.map((one) => `    ${one},\n`).join('')}` : given.join('');
  return {
    caption: 'Python: openai',
    language: 'python',
    text: `import os
from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key=os.environ["${names.keyVariable}"])
answer = client.${snakeCased(method)}(${listed})`,
  };
}

const snakeCased = (method: string): string => method.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** JSON as Python writes it: on one line where it fits, else an item a line. */
function pythonOf(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}    `;
  const items = isList
    ? value.map((one) => pythonOf(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonOf(one, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length <= LINE_CHARS_MAX - indent.length && !line.includes('\n')) return line;
  return `${open}\n${items.map((one) => `${inner}${one},\n`).join('')}${indent}${close}`;
}
