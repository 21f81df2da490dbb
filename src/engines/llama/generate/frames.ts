/** Events → the chunks of an OpenAI stream, each with the count so far, as the gateway asks for it. */
import type { EngineEvent, EngineTimes, Finish, Piece, Usage } from '../../../core/chat.ts';
import { logprobToWire, tokensToWire } from '../../../dialects/chat/chat-answer.ts';
import { DONE, frame } from '../../../platform/http/sse.ts';
import { TIMES_FIELD, timesToWire } from '../../upstream/upstream-usage.ts';

export async function* toChunks(events: AsyncIterable<EngineEvent>): AsyncGenerator<string, void> {
  let pending: Piece | undefined;
  let count: Usage | undefined;
  /** Told once, with the first piece that has a count. */
  let times: EngineTimes | undefined;
  for await (const event of events) {
    if (event.type === 'usage') {
      count = event.usage;
      times ??= event.times;
      if (!pending) continue;
      yield chunk(deltaOf(pending), { piece: pending, usage: count, times });
      pending = undefined;
      times = undefined;
      continue;
    }
    if (pending) yield chunk(deltaOf(pending), { piece: pending });
    pending = event.type === 'end' || event.type === 'odd-usage' ? undefined : event;
    // The last count goes with the end: tokens whose text was never shown, as of a stop sequence, were made all the same.
    if (event.type === 'end') yield chunk({}, { finish: event, usage: count, times });
  }
  yield DONE;
}

type ChunkContent = {
  readonly piece?: Piece;
  readonly finish?: Finish;
  readonly usage?: Usage | undefined;
  readonly times?: EngineTimes | undefined;
};

function chunk(delta: object, { piece, finish, usage, times }: ChunkContent): string {
  const said = piece?.type === 'text' ? piece.logprobs : undefined;
  return frame(
    JSON.stringify({
      choices: [
        {
          index: 0,
          delta,
          ...(said && { logprobs: { content: said.map(logprobToWire) } }),
          finish_reason: finish?.finishReason ?? null,
          ...(finish?.stopSequence !== undefined && { stop_reason: finish.stopSequence }),
        },
      ],
      ...(usage && { usage: tokensToWire(usage) }),
      ...(times && { [TIMES_FIELD]: timesToWire(times) }),
    }),
  );
}

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
    case 'vector':
    case 'sealed-thought':
      throw new Error('Unreachable: a chat here has no vectors, and no seals.');
  }
}
