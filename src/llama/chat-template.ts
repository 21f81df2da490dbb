/**
 * Writes a chat as the model was taught to read it, with the template that came with the model file.
 *
 * Text that people wrote must never become a special token: `<|im_end|>` inside a message would otherwise end it and let
 * its author forge the next turn. So the template is filled with marks that stand for the texts, and the result is cut
 * at the marks: what the template wrote may hold special tokens, what people wrote is plain text.
 */
import { Template } from '@huggingface/jinja';
import type { ChatRequest, Message } from '../domain/chat.ts';

export type PromptPart = { readonly text: string; readonly isTemplate: boolean };

export type RenderOptions = {
  readonly thinks: boolean;
  /** The built-in model was not taught to think: its template's switch would only confuse it. */
  readonly isBuiltIn: boolean;
};

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

  function render(chat: ChatRequest, { thinks, isBuiltIn }: RenderOptions): readonly PromptPart[] {
    const texts: string[] = [];
    const mark = (text: string): string => {
      texts.push(text);
      return `${MARK_START}${texts.length - 1}${MARK_END}`;
    };
    const written = template.render({
      messages: chat.messages.map((message) => messageFor(message, mark)),
      tools:
        chat.toolChoice?.mode === 'none'
          ? undefined
          : chat.tools?.map((tool) => markAll({ type: 'function', function: tool }, mark)),
      add_generation_prompt: true,
      ...(!isBuiltIn && { enable_thinking: thinks }),
      bos_token: tokens.bos,
      eos_token: tokens.eos,
    });
    return cutAtMarks(written, texts);
  }

  return { render };
}

function messageFor(message: Message, mark: (text: string) => string): Record<string, unknown> {
  if (message.role === 'tool')
    return { role: 'tool', content: mark(message.content), tool_call_id: message.toolCallId };
  if (message.role !== 'assistant') return { role: message.role, content: mark(message.content) };
  return {
    role: 'assistant',
    content: message.content === null ? '' : mark(message.content),
    ...(message.toolCalls.length > 0 && {
      tool_calls: message.toolCalls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: mark(call.name), arguments: mark(call.arguments) },
      })),
    }),
  };
}

/** Tools are written out as JSON by the template, so the marks stand for texts that are already escaped for it. */
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

/** For model files without a template: the form that most small chat models know. */
export const CHATML = `{%- for message in messages -%}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor -%}
{%- if add_generation_prompt -%}
<|im_start|>assistant
{% endif -%}`;
