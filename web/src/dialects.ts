/** The forms in which the API can be asked, and a chat of the playground in each of them. */

export type Dialect = 'chat' | 'responses' | 'messages';

/** Names of the APIs, the same in every language. */
export const DIALECT_CHOICES = [
  ['chat', 'Chat Completions'],
  ['responses', 'Responses'],
  ['messages', 'Messages'],
] as const satisfies readonly (readonly [Dialect, string])[];

type Fields = Readonly<Record<string, unknown>>;

/** The request in the dialect, and what of it the dialect has no place for. */
type Translated = { readonly body: Fields; readonly leftOut: readonly string[] };

type Part = { readonly text: string } | { readonly image_url: { readonly url: string } };
type Call = { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } };
type Message = {
  readonly role: string;
  readonly content: string | readonly Part[] | null;
  readonly tool_calls?: readonly Call[];
  readonly tool_call_id?: string;
};
type Tool = { readonly name: string; readonly description?: string; readonly parameters?: unknown };
type ChatBody = Fields & { readonly messages: readonly Message[]; readonly tools?: readonly { function: Tool }[] };

/** Messages must say how long the answer may be; where a person has not, this is enough for a trial. */
const ANSWER_TOKENS = 1024;

/** `maxOutputTokens` is what the model can answer at most. */
export function translated(dialect: Dialect, body: Fields, maxOutputTokens: number): Translated {
  if (dialect === 'chat') return { body, leftOut: [] };
  const chat = body as ChatBody;
  const made = dialect === 'responses' ? toResponses(chat) : toMessages(chat, maxOutputTokens);
  return {
    body: JSON.parse(JSON.stringify(made.body)) as Fields,
    leftOut: made.leftOut.filter((name) => name in body),
  };
}

function toResponses({ messages, tools, max_tokens, response_format, ...chat }: ChatBody): Translated {
  const body = {
    model: chat.model,
    instructions: systemOf(messages),
    input: inputOf(messages.filter(({ role }) => role !== 'system')),
    temperature: chat.temperature,
    top_p: chat.top_p,
    max_output_tokens: max_tokens,
    text: response_format && { format: response_format },
    tools: tools?.map(({ function: tool }) => ({ type: 'function', ...tool })),
    stream: chat.stream,
    // What is not kept cannot be lost; a program that goes on by previous_response_id takes this away.
    store: false,
  };
  return { body, leftOut: ['seed', 'stop'] };
}

/** One question alone is a text. */
function inputOf(messages: readonly Message[]): unknown {
  const [only, ...others] = messages;
  if (only?.role === 'user' && others.length === 0 && typeof only.content === 'string') return only.content;
  return messages.flatMap(({ role, content, tool_calls, tool_call_id }): readonly object[] => {
    if (role === 'tool') return [{ type: 'function_call_output', call_id: tool_call_id, output: content }];
    const calls = (tool_calls ?? []).map(({ id, function: { name, arguments: written } }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: written,
    }));
    return [...(content ? [{ role, content: partsOf(content, inputPart) }] : []), ...calls];
  });
}

/** A text stays a text; pictures make it a list. */
const partsOf = (content: string | readonly Part[], partOf: (part: Part) => object) =>
  typeof content === 'string' ? content : content.map(partOf);

const inputPart = (part: Part): object =>
  'text' in part ? { type: 'input_text', text: part.text } : { type: 'input_image', image_url: part.image_url.url };

function messagePart(part: Part): object {
  if ('text' in part) return { type: 'text', text: part.text };
  const [head = '', data] = part.image_url.url.split(',');
  return { type: 'image', source: { type: 'base64', media_type: head.slice(5, head.indexOf(';')), data } };
}

function toMessages({ messages, tools, max_tokens, ...chat }: ChatBody, maxOutputTokens: number): Translated {
  const isTooWarm = Number(chat.temperature ?? 0) > 1;
  const body = {
    model: chat.model,
    max_tokens: max_tokens ?? Math.min(ANSWER_TOKENS, maxOutputTokens),
    system: systemOf(messages),
    messages: turnsOf(messages.filter(({ role }) => role !== 'system')),
    temperature: isTooWarm ? undefined : chat.temperature,
    top_p: chat.top_p,
    stop_sequences: chat.stop,
    tools: tools?.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      input_schema: parameters ?? { type: 'object' },
    })),
    stream: chat.stream,
  };
  return { body, leftOut: ['seed', 'response_format', ...(isTooWarm ? ['temperature'] : [])] };
}

/** All results of one step are in one turn of the user. */
function turnsOf(messages: readonly Message[]): readonly object[] {
  const turns: { role: string; content: string | object[] }[] = [];
  for (const { role, content, tool_calls, tool_call_id } of messages) {
    if (role === 'tool') {
      const result = { type: 'tool_result', tool_use_id: tool_call_id, content };
      const last = turns.at(-1);
      if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(result);
      else turns.push({ role: 'user', content: [result] });
    } else if (tool_calls) {
      const said = content ? [{ type: 'text', text: content }] : [];
      turns.push({ role, content: [...said, ...tool_calls.map(toolUse)] });
    } else turns.push({ role, content: partsOf(content ?? '', messagePart) });
  }
  return turns;
}

function toolUse({ id, function: { name, arguments: written } }: Call): object {
  try {
    return { type: 'tool_use', id, name, input: JSON.parse(written) as unknown };
  } catch {
    // A model may have written what is no JSON.
    return { type: 'tool_use', id, name, input: {} };
  }
}

const systemOf = (messages: readonly Message[]): unknown =>
  messages.find(({ role }) => role === 'system')?.content ?? undefined;
