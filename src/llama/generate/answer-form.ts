import type { ChatRequest } from '../../domain/chat.ts';
import { jsonObjectGrammar, schemaGrammar } from '../grammar/grammar.ts';
import { toolCallGrammar } from '../grammar/tool-call-grammar.ts';

/** What the answer must look like: free text, JSON, or calls; a weak model keeps to it only when it is made to. */
export function answerForm(chat: ChatRequest): { readonly grammar?: string; readonly mayCall: boolean } {
  const mode = chat.toolChoice?.mode ?? 'auto';
  if (chat.tools && mode !== 'none') {
    const choice = chat.toolChoice ?? { mode: 'auto' };
    // A small model repeats itself when it may: several calls only where they are asked for.
    return {
      mayCall: true,
      grammar: toolCallGrammar({ tools: chat.tools, choice, isParallel: chat.parallelToolCalls ?? false }),
    };
  }
  const format = chat.responseFormat;
  if (format?.type === 'json_object') return { grammar: jsonObjectGrammar(), mayCall: false };
  if (format?.type === 'json_schema') {
    return { grammar: format.schema ? schemaGrammar(format.schema) : jsonObjectGrammar(), mayCall: false };
  }
  return { mayCall: false };
}
