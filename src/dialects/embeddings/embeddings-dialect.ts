/** Embeddings: texts in, vectors out, on the path of chats. There is no stream, and only the input is charged. */
import { z } from 'zod';
import type { EmbeddingRequest, JsonObject, Vector } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { formatCzk } from '../../core/money.ts';
import { answerIdOf } from '../../core/request-id.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import { describe, invalidRequest } from '../../platform/http/validation-sentence.ts';
import type { Asked, Dialect } from '../dialect.ts';
import { LongText } from '../long-text.ts';
import { endUser, noteFrom } from '../request-note.ts';
import { toBase64, toNumbers } from './vector.ts';

type Form = Pick<EmbeddingRequest, 'encoding'>;

/** As many as OpenAI takes. */
const INPUTS_MAX = 2048;
const TOKEN_ID_MAX = 2 ** 31 - 1;
const DIMENSIONS_MAX = 65_536;

/** So much is written before others get their turn: some milliseconds. */
const TURN_CHARACTERS_MAX = 128 * 1024;

const text = z.string().min(1);
const tokens = z.array(z.int().min(0).max(TOKEN_ID_MAX)).min(1);
const FORM = `must be a text, an array of token ids, or an array of up to ${INPUTS_MAX} of these; none may be empty`;

/** A schema with a name is under it in the OpenAPI document. */
export const embeddingsSchema = z.object({
  model: z.string().min(1),
  input: z.union([text, tokens, z.array(text).min(1).max(INPUTS_MAX), z.array(tokens).min(1).max(INPUTS_MAX)], FORM),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(DIMENSIONS_MAX).nullish(),
  user: endUser,
});

const OTHER_FIELDS = embeddingsSchema.omit({ input: true });

export const embeddingsDialect: Dialect<Form> = {
  name: 'embeddings',
  limit: { field: 'max_tokens', isHint: false },
  createReader: () => read,
  toBody: async (events, head, { encoding }) => {
    const data = new LongText();
    let written = 0;
    for await (const together of events) {
      for (const event of together) {
        if (event.type === 'vector') {
          if (written > TURN_CHARACTERS_MAX) {
            written = 0;
            await nextTurn();
          }
          const embedding = encodeVector(event.vector, encoding);
          const one = JSON.stringify({ object: 'embedding', index: event.index, embedding });
          written += one.length;
          data.add(data.isEmpty ? '' : ',', one);
        } else if (event.type === 'end') {
          const { usage, cost } = event;
          const tokens = { prompt_tokens: usage.inputTokens, total_tokens: usage.inputTokens };
          const id = answerIdOf(head.id, 'embd_');
          const end = { model: head.model, usage: { ...tokens, cost_czk: formatCzk(cost) } };
          return new LongText()
            .add(`{"id":${JSON.stringify(id)},"object":"list","data":[`, ...data.pieces)
            .add(`],${JSON.stringify(end).slice(1)}`).pieces;
        }
      }
    }
    throw new Error('Unreachable: the events of an answer end with `end` or throw.');
  },
  toStream: () => {
    throw new Error('Unreachable: embeddings are never streamed.');
  },
};

function read(body: JsonObject): Asked<Form> {
  const result = OTHER_FIELDS.safeParse(body, { error: describe });
  if (!result.success) throw invalidRequest(result.error);
  const { model, encoding_format, dimensions, user } = result.data;
  const embedding: EmbeddingRequest = {
    inputs: inputsIn(body.input),
    encoding: encoding_format ?? 'float',
    ...(dimensions != null && { dimensions }),
  };
  const note = noteFrom({ user });
  return {
    chat: { model, messages: [], stream: false, includeUsage: false, embedding, ...(note && { note }) },
    form: embedding,
  };
}

/** Read by hand, because the first element says what the others must be: a schema of four forms cannot say which is wrong. */
function inputsIn(input: unknown): EmbeddingRequest['inputs'] {
  if (typeof input === 'string' && input !== '') return [input];
  if (!Array.isArray(input) || input.length === 0) throw wrong('input', FORM);
  if (typeof input[0] === 'number') return [tokensIn(input, 'input')];
  if (input.length > INPUTS_MAX) throw wrong('input', FORM);
  if (Array.isArray(input[0])) return input.map((list, i) => tokensIn(list, `input[${i}]`));
  const empty = input.findIndex((text) => typeof text !== 'string' || text === '');
  if (empty >= 0) throw wrong(`input[${empty}]`, 'must be a text, and not be empty');
  return input;
}

function tokensIn(list: unknown, param: string): readonly number[] {
  if (!Array.isArray(list) || list.length === 0) throw wrong(param, 'must be an array of token ids, and not be empty');
  const odd = list.findIndex((id) => !Number.isInteger(id) || id < 0 || id > TOKEN_ID_MAX);
  if (odd >= 0) throw wrong(`${param}[${odd}]`, 'must be a token id');
  return list;
}

const wrong = (param: string, what: string): ServiceError =>
  new ServiceError('invalid_request', `${param} ${what}.`, { param });

function encodeVector(vector: Vector, encoding: Form['encoding']): Vector {
  if (encoding === 'base64') return typeof vector === 'string' ? vector : toBase64(vector);
  return typeof vector === 'string' ? toNumbers(vector) : vector;
}
