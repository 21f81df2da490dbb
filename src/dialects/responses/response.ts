/** The answer: events → one response, or the events of its stream. Both are made by the same output. */

import { type Writes, writesOf } from '../../core/cache-writes.ts';
import type { AnswerEvent, AnswerEvents, AnswerHead, JsonObject, Usage } from '../../core/chat.ts';
import type { ServiceError } from '../../core/errors.ts';
import { formatCzk, type Nanos } from '../../core/money.ts';
import { answerIdOf } from '../../core/request-id.ts';
import { PING_BYTES } from '../../platform/http/sse.ts';
import { structuredOf } from '../chat/chat-answer.ts';
import type { FrameTexts, WrittenStream } from '../dialect.ts';
import { LongText } from '../long-text.ts';
import { isSaid } from '../service-tier.ts';
import { toResponsesErrorBody } from './errors.ts';
import { ResponseOutput } from './output.ts';
import type { ResponsesForm } from './reader.ts';

type End = Extract<AnswerEvent, { type: 'end' }>;

export const RESPONSE_PREFIX = 'resp_';

export async function toResponse(
  events: AnswerEvents,
  head: AnswerHead,
  form: ResponsesForm,
): Promise<readonly string[]> {
  const output = new ResponseOutput(outputForm(head, form));
  try {
    for await (const together of events) {
      for (const event of together) {
        if (event.type === 'end') return (await wholeResponse({ head, form, output, end: event })).json;
        output.add(event);
      }
    }
  } catch (thrown) {
    form.onBrokenOff?.(output.ended('incomplete'));
    throw thrown;
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

export function toResponseStream(
  events: AnswerEvents,
  head: AnswerHead,
  form: ResponsesForm,
): WrittenStream & { readonly frames: FrameTexts } {
  let written = '';
  let sequence = 0;
  const say = (type: string, fields: string) => {
    written += `event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence++},${fields}}\n\n`;
  };
  const take = () => {
    const frames = written;
    written = '';
    return frames;
  };
  const output = new ResponseOutput(outputForm(head, form), say);

  async function* frames(): FrameTexts {
    const begun = `"response":${responseJson({ head, form, status: 'in_progress', output: [] }).join('')}`;
    say('response.created', begun);
    say('response.in_progress', begun);
    for await (const together of events) {
      for (const event of together) {
        if (event.type === 'end') {
          const { status, json } = await wholeResponse({ head, form, output, end: event });
          say(`response.${status}`, `"response":${json.join('')}`);
          return take();
        }
        output.add(event);
      }
      // Arguments of a custom tool are said when they are whole.
      if (written !== '') yield take();
    }
    throw new Error('Unreachable: the events of an answer end with `end` or throw.');
  }

  return {
    frames: frames(),
    ping: PING_BYTES,
    // Official clients throw at the first of the two, others wait for the second.
    failure: (error) => {
      const { error: body } = toResponsesErrorBody(error);
      const { code, message, param } = body;
      say(
        'error',
        `"code":${JSON.stringify(code)},"message":${JSON.stringify(message)},"param":${JSON.stringify(param)},"error":${JSON.stringify(body)}`,
      );
      say('response.failed', `"response":${failedResponse({ head, form, output, error })}`);
      return take();
    },
  };
}

const outputForm = (head: AnswerHead, { reasoningAs, targets }: ResponsesForm) => ({
  key: answerIdOf(head.id, RESPONSE_PREFIX).slice(RESPONSE_PREFIX.length),
  reasoningAs,
  targets,
});

/** One that is still to be made. */
export const queuedResponse = (head: AnswerHead, form: ResponsesForm): string =>
  responseJson({ head, form, status: 'queued', output: [] }).join('');

type ResponseContent = {
  readonly head: AnswerHead;
  readonly form: ResponsesForm;
  readonly status: 'queued' | 'in_progress' | 'completed' | 'incomplete' | 'failed';
  /** Its items as JSON, without brackets. */
  readonly output: readonly string[];
  /** The fields that differ from a response that has just begun. */
  readonly about?: JsonObject;
};

function responseJson({ head, form, status, output, about }: ResponseContent): readonly string[] {
  const fields = {
    id: answerIdOf(head.id, RESPONSE_PREFIX),
    object: 'response',
    created_at: Math.floor(head.createdAtMs / 1000),
    status,
    model: head.model,
    error: null,
    incomplete_details: null,
    ...form.echo,
    ...(head.loweredTo !== undefined && { max_output_tokens: head.loweredTo }),
    ...(isSaid(head.tier) && { service_tier: head.tier }),
    store: form.keep !== undefined,
    usage: null,
    ...about,
  };
  return new LongText().add(JSON.stringify(fields).slice(0, -1), ',"output":[', ...output, ']}').pieces;
}

type Ending = Pick<ResponseContent, 'head' | 'form'> & { readonly output: ResponseOutput };

/** Why an answer is not whole, where it is not. */
const CUT_REASONS: Readonly<Partial<Record<End['finishReason'], string>>> = {
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};

/** One that could not be kept, or is not in its conversation, says so; it is paid and whole all the same. */
async function wholeResponse({ head, form, output, end }: Ending & { readonly end: End }) {
  const id = answerIdOf(head.id, RESPONSE_PREFIX);
  const reason = CUT_REASONS[end.finishReason];
  const status = reason === undefined ? 'completed' : 'incomplete';
  const written = output.end(status);
  const isAdded = !form.addToConversation || (await form.addToConversation({ id, output: output.ended(status) }));
  const about = {
    incomplete_details: reason === undefined ? null : { reason },
    usage: usageToWire(end.usage, end.cost),
    ...(!isAdded && { conversation: null }),
    ...structuredOf(end),
  };
  const content = { head, form, status, output: written, about } as const;
  const json = responseJson(content);
  const kept = { id, createdAtMs: head.createdAtMs, json };
  if (!form.keep || (await form.keep(kept))) return { status, json };
  return { status, json: responseJson({ ...content, about: { ...about, store: false } }) };
}

function failedResponse({ head, form, output, error }: Ending & { readonly error: ServiceError }): string {
  const about = { store: false, conversation: null, error: { code: 'server_error', message: error.message } };
  return responseJson({ head, form, status: 'failed', output: output.whole('incomplete'), about }).join('');
}

const sum = ([a, b]: Writes): number => a + b;

export const usageToWire = (usage: Usage, cost: Nanos) => ({
  input_tokens: usage.inputTokens,
  input_tokens_details: { cached_tokens: usage.cachedInputTokens, cache_write_tokens: sum(writesOf(usage)) },
  output_tokens: usage.outputTokens,
  output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  total_tokens: usage.inputTokens + usage.outputTokens,
  cost_czk: formatCzk(cost),
});
