/**
 * The older form of tools: `functions` and `function_call` in the request, `function_call` in assistant messages, and the
 * role `function`. It is turned into tools before anything else reads the request; the answer is turned back.
 */
import { ServiceError } from '../../core/errors.ts';
import type { WireChat, WireMessage } from './chat-schema.ts';

export const usesFunctions = ({ functions, function_call, messages }: WireChat): boolean =>
  functions !== undefined || function_call !== undefined || messages.some(isOlder);

const isOlder = (message: WireMessage): boolean =>
  message.role === 'function' || (message.role === 'assistant' && message.function_call !== undefined);

export function functionsToTools(wire: WireChat): WireChat {
  const { functions, function_call: choice } = wire;
  if (functions && wire.tools) refuse('functions', 'may not be given beside tools, whose older form it is');
  if (choice && wire.tool_choice)
    refuse('function_call', 'may not be given beside tool_choice, whose older form it is');
  return {
    ...wire,
    messages: messagesToTools(wire.messages),
    tools: wire.tools ?? functions?.map((offer) => ({ type: 'function' as const, function: offer })),
    tool_choice: typeof choice === 'object' ? { type: 'function', function: choice } : (choice ?? wire.tool_choice),
    // The older answer has one call.
    parallel_tool_calls: functions ? false : wire.parallel_tool_calls,
  };
}

/** The older calls have no ids: each gets one by its place, and a `function` message answers the last call of its name. */
function messagesToTools(messages: readonly WireMessage[]): WireMessage[] {
  const lastCall = new Map<string, string>();
  return messages.map((message, i) => {
    if (message.role === 'function') {
      const id = lastCall.get(message.name);
      if (id === undefined) return refuse(`messages[${i}].name`, 'names a function that was not called before');
      return { role: 'tool', content: message.content, tool_call_id: id };
    }
    if (message.role !== 'assistant' || !message.function_call) return message;
    const id = `call_${i}`;
    lastCall.set(message.function_call.name, id);
    const call = { id, type: 'function' as const, function: message.function_call };
    return { ...message, function_call: undefined, tool_calls: [...(message.tool_calls ?? []), call] };
  });
}

function refuse(param: string, what: string): never {
  throw new ServiceError('invalid_request', `${param} ${what}.`, { param });
}
