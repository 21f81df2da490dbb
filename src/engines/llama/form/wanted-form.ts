import type { ChatRequest, JsonObject, Tool, ToolChoice } from '../../../core/chat.ts';
import { jsonObjectGrammar, schemaGrammar } from '../grammar/grammar.ts';
import { GrammarBuilder } from '../grammar/grammar-builder.ts';
import { toolCallGrammar } from '../grammar/tool-call-grammar.ts';
import { GrammarTooLargeError, SchemaRefusal } from '../grammar/work-budget.ts';

/** The form of an answer that is not free: JSON, or calls. A weak model keeps to it only when it is made to. */
export type WantedForm =
  | {
      readonly type: 'calls';
      readonly tools: readonly Tool[];
      readonly choice: ToolChoice;
      readonly isParallel: boolean;
    }
  | { readonly type: 'json'; readonly schema?: JsonObject };

/** A form as a grammar, or why there is none; and what the work was. */
export type MadeForm = { readonly steps: number } & ({ readonly grammar: string } | { readonly refused: string });

/** Undefined for free text. */
export function wantedFormOf(chat: ChatRequest): WantedForm | undefined {
  const { tools, toolChoice: choice = { mode: 'auto' }, parallelToolCalls, responseFormat: format } = chat;
  // A small model repeats itself when it may: several calls only where they are asked for.
  if (tools && choice.mode !== 'none') return { type: 'calls', tools, choice, isParallel: parallelToolCalls ?? false };
  if (format?.type === 'json_schema' && format.schema) return { type: 'json', schema: format.schema };
  return format && format.type !== 'text' ? { type: 'json' } : undefined;
}

/** The work itself, which is bounded; what is wrong with the schema is returned, not thrown. */
export function makeForm(wanted: WantedForm): MadeForm {
  const builder = new GrammarBuilder();
  try {
    const grammar = grammarOf(wanted, builder);
    return { grammar, steps: builder.work.used };
  } catch (thrown) {
    if (thrown instanceof SchemaRefusal) return { refused: thrown.message, steps: builder.work.used };
    if (thrown instanceof RangeError) return { refused: TOO_DEEP.message, steps: builder.work.used };
    throw thrown;
  }
}

/** A chain of references may be longer than the stack. */
const TOO_DEEP = new GrammarTooLargeError('The JSON schema has too many references behind one another.');

function grammarOf(wanted: WantedForm, builder: GrammarBuilder): string {
  if (wanted.type === 'calls') return toolCallGrammar(wanted, builder);
  return wanted.schema ? schemaGrammar(wanted.schema, builder) : jsonObjectGrammar(builder);
}
