/**
 * Completions, the form before chats: one prompt in, one text out. Editors use it to fill a gap between a prefix and a
 * suffix. Engines are asked for a chat, because that is what every engine takes.
 */
import { z } from 'zod';
import type { AnswerEvent, AnswerEvents, AnswerHead, JsonObject, Message } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { answerIdOf } from '../../core/request-id.ts';
import { toErrorBody } from '../../platform/http/error-body.ts';
import { DONE, frame, PING_BYTES } from '../../platform/http/sse.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';
import type { Asked, Dialect, FrameTexts } from '../dialect.ts';
import { absent, optional } from '../schema-parts.ts';
import { usageToWire } from './chat-answer.ts';
import { createRequestReader, type RequestRules } from './chat-request.ts';
import { chatSchema } from './chat-schema.ts';

type Form = { readonly includeUsage: boolean };

/** Fields that mean the same in a chat. */
const SHARED = {
  model: true,
  max_tokens: true,
  temperature: true,
  top_p: true,
  stream: true,
  stream_options: true,
  stop: true,
  seed: true,
  presence_penalty: true,
  frequency_penalty: true,
  logit_bias: true,
  user: true,
  top_k: true,
  min_p: true,
  repetition_penalty: true,
} as const;
const SHARED_NAMES = Object.keys(SHARED);

const ONE = z.literal(1, { error: 'must be 1: one text is returned here' });

const own = z.object({
  prompt: z.union([z.string(), z.tuple([z.string()])], {
    error: 'must be a string, or an array of one string: token ids and several prompts are not supported',
  }),
  suffix: optional(z.string()),
  echo: optional(z.literal(false, { error: 'must be false: the prompt is not repeated' })),
  n: optional(ONE),
  best_of: optional(ONE),
  logprobs: absent('ask for logprobs at /v1/chat/completions'),
});

export const completionsSchema = (limits: Parameters<typeof chatSchema>[0]) =>
  z.object({ ...own.shape, ...chatSchema(limits).pick(SHARED).shape });

export const completionsDialect: Dialect<Form> = {
  name: 'completions',
  limit: { field: 'max_tokens', isHint: false },
  createReader,
  toBody: toCompletion,
  toStream: (events, head, form) => ({
    frames: toFrames(events, head, form),
    ping: PING_BYTES,
    failure: (error) => frame(JSON.stringify(toErrorBody(error))),
  }),
};

function createReader(rules: RequestRules): (body: JsonObject) => Asked<Form> {
  const readChat = createRequestReader(rules);
  return (body) => {
    const result = own.safeParse(body, { error: describe });
    if (!result.success) throw invalidRequest(result.error);
    const shared = SHARED_NAMES.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
    const chat = readChat({ ...Object.fromEntries(shared), messages: messagesFrom(result.data) });
    return { chat, form: { includeUsage: chat.includeUsage } };
  };
}

const FILL_IN =
  'You complete text and code in an editor. The user sends the text before the cursor in <prefix> and the text after it in ' +
  '<suffix>. Answer only with the missing text between the two: no explanation, no code fence, nothing of the prefix or suffix.';

/** A suffix that is empty is a cursor at the end of a file, and asks for the missing text like any other. */
function messagesFrom({ prompt: sent, suffix }: z.output<typeof own>): readonly Pick<Message, 'role' | 'content'>[] {
  const prompt = typeof sent === 'string' ? sent : sent[0];
  if (prompt === '' && !suffix) {
    throw new ServiceError('invalid_request', 'prompt must not be empty.', { param: 'prompt' });
  }
  if (suffix === undefined) return [{ role: 'user', content: prompt }];
  return [
    { role: 'system', content: FILL_IN },
    { role: 'user', content: `<prefix>${prompt}</prefix>\n<suffix>${suffix}</suffix>` },
  ];
}

const headOf = ({ id, createdAtMs, model }: AnswerHead) => ({
  id: answerIdOf(id, 'cmpl-'),
  object: 'text_completion',
  created: Math.floor(createdAtMs / 1000),
  model,
});

const choice = (text: string, finishReason: string | null) => ({
  index: 0,
  text,
  logprobs: null,
  finish_reason: finishReason,
});

async function toCompletion(events: AnswerEvents, head: AnswerHead): Promise<JsonObject> {
  let text = '';
  for await (const together of events) {
    for (const event of together) {
      if (event.type === 'end') {
        const usage = usageToWire(event.usage, event.cost);
        return { ...headOf(head), choices: [choice(text, event.finishReason)], usage };
      }
      text += textIn(event);
    }
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

/** The first chunk is empty, so that the client gets its headers while a model is still thinking. */
async function* toFrames(events: AnswerEvents, head: AnswerHead, { includeUsage }: Form): FrameTexts {
  const about = headOf(head);
  const chunk = (fields: object) => frame(JSON.stringify({ ...about, ...fields }));
  let frames = chunk({ choices: [choice('', null)] });
  for await (const together of events) {
    for (const event of together) {
      if (event.type === 'end') {
        frames += chunk({ choices: [choice('', event.finishReason)] });
        if (includeUsage) frames += chunk({ choices: [], usage: usageToWire(event.usage, event.cost) });
        return frames + DONE;
      }
      const text = textIn(event);
      if (text !== '') frames += chunk({ choices: [choice(text, null)] });
    }
    if (frames !== '') yield frames;
    frames = '';
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

/** Reasoning has no place in this form; it is paid, and counted in the usage. */
const textIn = (event: AnswerEvent): string => (event.type === 'text' ? event.text : '');
