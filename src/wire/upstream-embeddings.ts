/** What an engine is asked for vectors or for a count, and what it answers: nothing is written in either. */
import type { EmbeddingOrder, EngineEvent, Vector } from '../domain/chat.ts';
import { ServiceError } from '../domain/errors.ts';
import { isRecord } from '../lib/record.ts';
import { BrokenAnswer, CLAIM_CHARACTERS_MAX } from './upstream-answer.ts';
import type { UpstreamDialect } from './upstream-request.ts';
import { readUsage } from './upstream-usage.ts';
import { lengthOf } from './vector.ts';

export function toEmbeddingsBody({ inputs, dimensions, encoding }: EmbeddingOrder, { model }: UpstreamDialect): string {
  // One text alone is what every engine takes.
  const input = inputs.length === 1 ? inputs[0] : inputs;
  return JSON.stringify({ model, input, dimensions, encoding_format: encoding });
}

/** Throws BrokenAnswer where a vector is missing, twice or none, and a refusal where they have another length than asked. */
export function embeddingEvents(raw: unknown, { inputs, dimensions }: EmbeddingOrder): EngineEvent[] {
  if (!isRecord(raw) || !Array.isArray(raw.data)) throw new BrokenAnswer('No list of embeddings.');
  const vectors = new Map(raw.data.map((one: unknown, i) => vectorIn(one, i)));
  if (vectors.size !== inputs.length || raw.data.length !== inputs.length) {
    throw new BrokenAnswer(`${inputs.length} vectors were asked for, and ${vectors.size} came.`);
  }
  const lengths = new Set([...vectors.values()].map(({ length }) => length));
  if (lengths.size > 1) throw new BrokenAnswer('The vectors have different lengths.');
  const [length] = lengths;
  if (dimensions !== undefined && length !== dimensions) throw otherLength(length!);
  const pieces = inputs.map((_, index): EngineEvent => {
    const found = vectors.get(index);
    if (!found) throw new BrokenAnswer(`There is no vector of input ${index}.`);
    return { type: 'vector', index, vector: found.vector };
  });
  return [...pieces, ...usageEvents(raw.usage), { type: 'end', finishReason: 'stop' }];
}

type Found = { readonly vector: Vector; readonly length: number };

function vectorIn(one: unknown, place: number): readonly [number, Found] {
  if (!isRecord(one)) throw new BrokenAnswer('An embedding is not an object.');
  const { embedding, index = place } = one;
  const length = typeof embedding === 'string' ? lengthOf(embedding) : numbersIn(embedding);
  if (typeof index !== 'number' || !length) throw new BrokenAnswer('An embedding is not a vector.');
  return [index, { vector: embedding as Vector, length }];
}

const numbersIn = (value: unknown): number | undefined =>
  Array.isArray(value) && value.every(Number.isFinite) ? value.length : undefined;

/** The answer to a question for a count: nothing but the usage. */
export const countEvents = (raw: unknown): EngineEvent[] => [
  ...usageEvents(isRecord(raw) ? raw.usage : undefined),
  { type: 'end', finishReason: 'stop' },
];

/** Nothing is written, so engines mostly leave that count out. */
function usageEvents(raw: unknown): EngineEvent[] {
  const reading = readUsage(isRecord(raw) ? { completion_tokens: 0, ...raw } : raw);
  if (reading.kind === 'usage') return [{ type: 'usage', usage: reading.usage }];
  return reading.kind === 'none'
    ? []
    : [{ type: 'odd-usage', usage: reading.usage, claim: JSON.stringify(raw).slice(0, CLAIM_CHARACTERS_MAX) }];
}

const otherLength = (length: number): ServiceError =>
  new ServiceError(
    'rejected_by_model',
    `dimensions must be ${length}: this model makes no shorter or longer vectors.`,
    {
      param: 'dimensions',
    },
  );
