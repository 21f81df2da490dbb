/** A kept response → the events of its stream, each text in one piece. What was streamed first is not kept. */
import type { JsonObject } from '../../core/chat.ts';
import { isRecord } from '../../lib/record.ts';

type Say = (type: string, fields: JsonObject) => void;

/** `after` is the number of the last event that the client has. */
export function replayedStream(response: JsonObject, after: number): string {
  let frames = '';
  let sequence = 0;
  const say: Say = (type, fields) => {
    const event = { type, sequence_number: sequence++, ...fields };
    if (event.sequence_number > after) frames += `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
  };
  const begun = {
    response: { ...response, status: 'in_progress', incomplete_details: null, usage: null, output: [] },
  };
  say('response.created', begun);
  say('response.in_progress', begun);
  const output = Array.isArray(response.output) ? response.output.filter(isRecord) : [];
  for (const [index, item] of output.entries()) sayItem(say, item, index);
  say(`response.${response.status === 'incomplete' ? 'incomplete' : 'completed'}`, { response });
  return frames;
}

function sayItem(say: Say, item: JsonObject, index: number): void {
  const place = { item_id: item.id, output_index: index };
  say('response.output_item.added', { output_index: index, item: emptied(item) });
  if (item.type === 'function_call') {
    say('response.function_call_arguments.delta', { ...place, delta: item.arguments });
    say('response.function_call_arguments.done', { ...place, name: item.name, arguments: item.arguments });
  } else if (item.type === 'custom_tool_call') {
    say('response.custom_tool_call_input.delta', { ...place, delta: item.input });
    say('response.custom_tool_call_input.done', { ...place, input: item.input });
  } else sayParts(say, item, place);
  say('response.output_item.done', { output_index: index, item });
}

/** How the events of a text are named, by the type of its part. */
const NAMES: Readonly<Record<string, readonly [part: string, text: string, index: string]>> = {
  output_text: ['content_part', 'output_text', 'content_index'],
  reasoning_text: ['content_part', 'reasoning_text', 'content_index'],
  summary_text: ['reasoning_summary_part', 'reasoning_summary_text', 'summary_index'],
};

function sayParts(say: Say, item: JsonObject, place: JsonObject): void {
  for (const list of [item.summary, item.content]) {
    for (const [index, part] of (Array.isArray(list) ? list.filter(isRecord) : []).entries()) {
      const names = NAMES[String(part.type)];
      if (!names) continue;
      const [partName, textName, indexName] = names;
      const at = { ...place, [indexName]: index };
      const logprobs = part.type === 'output_text' ? { logprobs: part.logprobs ?? [] } : {};
      say(`response.${partName}.added`, {
        ...at,
        part: { ...part, text: '', ...(part.logprobs !== undefined && { logprobs: [] }) },
      });
      if (part.text !== '') say(`response.${textName}.delta`, { ...at, delta: part.text, ...logprobs });
      say(`response.${textName}.done`, { ...at, text: part.text, ...logprobs });
      say(`response.${partName}.done`, { ...at, part });
    }
  }
}

/** An item as it is when it begins. */
function emptied(item: JsonObject): JsonObject {
  const isCall = item.type === 'function_call' || item.type === 'custom_tool_call';
  return {
    ...item,
    status: 'in_progress',
    ...(item.type === 'function_call' && { arguments: '' }),
    ...(item.type === 'custom_tool_call' && { input: '' }),
    ...(!isCall && item.summary !== undefined && { summary: [] }),
    ...(!isCall && item.content !== undefined && { content: [] }),
  };
}
