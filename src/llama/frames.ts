/** Events → the chunks of an OpenAI stream, each with the count so far, as the gateway asks for it. */
import type { EngineEvent, TokenLogprob, Usage } from '../domain/chat.ts';
import { DONE, frame } from '../wire/sse.ts';

export async function* toChunks(events: AsyncIterable<EngineEvent>): AsyncGenerator<string, void> {
  let pending: Piece | undefined;
  for await (const event of events) {
    if (event.type === 'usage') {
      if (pending) yield chunk(pending, event.usage);
      pending = undefined;
      continue;
    }
    if (pending) yield chunk(pending);
    pending = event.type === 'end' ? undefined : event;
    if (event.type === 'end')
      yield frame(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: event.finishReason }] }));
  }
  yield DONE;
}

type Piece = Exclude<EngineEvent, { type: 'usage' } | { type: 'end' }>;

function chunk(piece: Piece, usage?: Usage): string {
  const logprobs = piece.type === 'text' &&
    piece.logprobs && { logprobs: { content: piece.logprobs.map(logprobToWire) } };
  return frame(
    JSON.stringify({
      choices: [{ index: 0, delta: deltaOf(piece), ...logprobs, finish_reason: null }],
      ...(usage && { usage: usageToWire(usage) }),
    }),
  );
}

const logprobToWire = ({ top, ...token }: TokenLogprob) => ({ ...token, top_logprobs: top });

const usageToWire = (usage: Usage) => ({
  prompt_tokens: usage.inputTokens,
  completion_tokens: usage.outputTokens,
  total_tokens: usage.inputTokens + usage.outputTokens,
  prompt_tokens_details: { cached_tokens: usage.cachedInputTokens },
  completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
});

function deltaOf(event: Piece): object {
  switch (event.type) {
    case 'text':
      return { content: event.text };
    case 'reasoning':
      return { reasoning_content: event.text };
    case 'tool-call-start':
      return { tool_calls: [{ index: event.index, function: { name: event.name, arguments: '' } }] };
    case 'tool-call-arguments':
      return { tool_calls: [{ index: event.index, function: { arguments: event.text } }] };
  }
}
