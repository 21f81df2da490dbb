/**
 * Writes a chat as the model was taught to read it, with the template that came with the model file or one of ours.
 *
 * Text that people wrote must never become a special token: `<|im_end|>` inside a message would otherwise end it and let
 * its author forge the next turn. So the template is filled with marks in place of the texts, and the result is cut
 * at the marks: what the template wrote may hold special tokens, what people wrote is plain text.
 */
import { Template } from '@huggingface/jinja';
import type { ChatRequest, Message, ToolCall } from '../../../core/chat.ts';
import { ServiceError } from '../../../core/errors.ts';

export type PromptPart = { readonly text: string; readonly isTemplate: boolean };

type RenderOptions = { readonly thinks: boolean };

export type ChatTemplate = {
  render(chat: ChatRequest, options: RenderOptions): readonly PromptPart[];
};

/** Characters that no text may use and no template does; a text that has them loses them. */
const MARK_START = '\uE0F0';
const MARK_END = '\uE0F1';
const MARKS = /\uE0F0(\d+)\uE0F1/;

export function createChatTemplate(
  source: string,
  tokens: { readonly bos: string; readonly eos: string },
): ChatTemplate {
  const template = new Template(source);
  const callForm = callFormOf(template);

  function render(chat: ChatRequest, { thinks }: RenderOptions): readonly PromptPart[] {
    const texts: string[] = [];
    const shortId = shortIds();
    const mark = (text: string): string => {
      // Templates ask whether there is a text at all.
      if (text === '') return '';
      texts.push(text);
      return `${MARK_START}${texts.length - 1}${MARK_END}`;
    };
    const written = write(template, {
      messages: chat.messages.map((message) => messageFor(message, { mark, callForm, shortId })),
      tools:
        chat.toolChoice?.mode === 'none'
          ? undefined
          : chat.tools?.map((tool) => markAll({ type: 'function', function: tool }, mark)),
      add_generation_prompt: true,
      enable_thinking: thinks,
      bos_token: tokens.bos,
      eos_token: tokens.eos,
    });
    return cutAtMarks(written, texts);
  }

  return { render };
}

/** A template may refuse a chat, for its order of roles or for tools that the model does not know. */
function write(template: Template, values: Record<string, unknown>): string {
  try {
    return template.render(values);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError('invalid_request', `The template of the model cannot write this chat: ${reason}`, { cause });
  }
}

type MessageTools = {
  readonly mark: (text: string) => string;
  readonly callForm: CallForm;
  readonly shortId: (id: string) => string;
};

function messageFor(message: Message, { mark, callForm, shortId }: MessageTools): Record<string, unknown> {
  if (message.role === 'tool')
    return { role: 'tool', content: mark(message.content), tool_call_id: shortId(message.toolCallId) };
  if (message.role !== 'assistant') return { role: message.role, content: mark(message.content) };
  return {
    role: 'assistant',
    content: mark(message.content ?? ''),
    ...(message.toolCalls.length > 0 && {
      tool_calls: message.toolCalls.map((call) => ({
        id: shortId(call.id),
        type: 'function',
        function: { name: mark(call.name), arguments: callForm(call, mark) },
      })),
    }),
  };
}

/** Ids come from callers too and templates may write them, so they are made anew, in the form that the strictest wants. */
function shortIds(): (id: string) => string {
  const known = new Map<string, string>();
  return (id) => {
    const short = known.get(id) ?? `call${String(known.size).padStart(5, '0')}`;
    known.set(id, short);
    return short;
  };
}

/** How a template wants the arguments of a call: as JSON text, or as an object that it writes out itself. */
type CallForm = (call: ToolCall, mark: (text: string) => string) => unknown;

const asText: CallForm = (call, mark) => mark(call.arguments);
const asObject: CallForm = (call, mark) => {
  try {
    return markAll(JSON.parse(call.arguments), mark);
  } catch {
    return mark(call.arguments);
  }
};

/** Found out by trying: a template that puts a text into quotes would write JSON within JSON. */
function callFormOf(template: Template): CallForm {
  const call = { id: 'call00000', type: 'function', function: { name: 'f', arguments: `${MARK_START}0${MARK_END}` } };
  try {
    const written = template.render({
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: '', tool_calls: [call] },
      ],
      add_generation_prompt: false,
      bos_token: '',
      eos_token: '',
    });
    return written.includes(`"${MARK_START}0${MARK_END}"`) ? asObject : asText;
  } catch {
    return asText;
  }
}

/** Tools are written out as JSON by the template, so the marks replace texts that are already escaped for it. */
function markAll(value: unknown, mark: (text: string) => string): unknown {
  const escaped = (text: string): string => (text === '' ? '' : mark(JSON.stringify(text).slice(1, -1)));
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return value.map((one) => markAll(one, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [escaped(key), markAll(one, mark)]));
}

function cutAtMarks(written: string, texts: readonly string[]): readonly PromptPart[] {
  const parts: PromptPart[] = [];
  for (const [i, piece] of written.split(MARKS).entries()) {
    const isMark = i % 2 === 1;
    const text = isMark ? (texts[Number(piece)] ?? '') : piece;
    if (text !== '') parts.push({ text, isTemplate: !isMark });
  }
  return parts;
}
