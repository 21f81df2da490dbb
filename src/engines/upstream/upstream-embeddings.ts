/** Requests for vectors or for a count, and their answers: nothing is written in either. */
import type { EmbeddingRequest, EngineEvent, Vector } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { lengthOf } from '../../dialects/embeddings/vector.ts';
import { isRecord } from '../../lib/record.ts';
import { BrokenAnswer, CLAIM_CHARACTERS_MAX } from './upstream-answer.ts';
import type { UpstreamDialect } from './upstream-request.ts';
import { readUsage } from './upstream-usage.ts';

export function toEmbeddingsBody(
  { inputs, dimensions, encoding }: EmbeddingRequest,
  { model }: UpstreamDialect,
): string {
  // One text alone is what every engine takes.
  const input = inputs.length === 1 ? inputs[0] : inputs;
  return JSON.stringify({ model, input, dimensions, encoding_format: encoding });
}

type Found = { readonly vector: Vector; readonly length: number };

const KEY = '"embedding"';

/**
 * Reads an answer with vectors as it comes. There may be millions of numbers in it: each vector is read as soon as it is
 * whole, and what is around them is read at the end, with the place of a vector where the vector was.
 */
export class EmbeddingsReader {
  readonly #vectors: Found[] = [];
  #around = '';
  /** Text that is not yet read; inside a vector it begins with the vector. */
  #rest = '';
  /** The end of a vector that has begun. */
  #closing: ']' | '"' | undefined;
  /** In a vector that has begun, so much was looked through for its end. */
  #seen = 1;

  add(text: string): void {
    this.#rest += text;
    while (this.#closing ? this.#readVector(this.#closing) : this.#findVector()) {}
  }

  /** Throws BrokenAnswer where a vector is missing, twice or none, and a refusal where they have another length than asked. */
  end({ inputs, dimensions }: EmbeddingRequest): EngineEvent[] {
    const raw: unknown = JSON.parse(this.#around + this.#rest);
    if (!isRecord(raw) || !Array.isArray(raw.data)) throw new BrokenAnswer('No list of embeddings.');
    const vectors = new Map(raw.data.map((one: unknown, i) => this.#vectorIn(one, i)));
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

  /** Returns whether there is more to look at. */
  #findVector(): boolean {
    const at = this.#rest.indexOf(KEY);
    if (at < 0) {
      // The key may have come in part.
      this.#move(this.#rest.length - KEY.length + 1);
      return false;
    }
    const after = this.#rest.slice(at + KEY.length).trimStart();
    const value = after.startsWith(':') ? after.slice(1).trimStart() : after;
    if (value === '') return false;
    const isVector = value !== after && (value[0] === '[' || value[0] === '"');
    this.#move(isVector ? this.#rest.length - value.length : at + KEY.length);
    if (isVector) this.#closing = value[0] === '[' ? ']' : '"';
    return true;
  }

  #readVector(closing: ']' | '"'): boolean {
    const end = this.#rest.indexOf(closing, this.#seen);
    if (end < 0) {
      this.#seen = this.#rest.length;
      return false;
    }
    const vector: unknown = JSON.parse(this.#rest.slice(0, end + 1));
    const length = typeof vector === 'string' ? lengthOf(vector) : numbersIn(vector);
    if (!length) throw new BrokenAnswer('An embedding is not a vector.');
    this.#around += `[${this.#vectors.length}]`;
    this.#vectors.push({ vector: vector as Vector, length });
    this.#rest = this.#rest.slice(end + 1);
    this.#closing = undefined;
    this.#seen = 1;
    return true;
  }

  #move(characters: number): void {
    if (characters <= 0) return;
    this.#around += this.#rest.slice(0, characters);
    this.#rest = this.#rest.slice(characters);
  }

  #vectorIn(one: unknown, place: number): readonly [number, Found] {
    if (!isRecord(one)) throw new BrokenAnswer('An embedding is not an object.');
    const { embedding, index = place } = one;
    const found = Array.isArray(embedding) ? this.#vectors[embedding[0]] : undefined;
    if (typeof index !== 'number' || !found) throw new BrokenAnswer('An embedding is not a vector.');
    return [index, found];
  }
}

const numbersIn = (value: unknown): number | undefined =>
  Array.isArray(value) && value.every(Number.isFinite) ? value.length : undefined;

/** Numbers, or characters of base64, in one list of events: to write or keep them takes some milliseconds. */
const LIST_LENGTH_MAX = 16_384;

/** The events of an answer with vectors, in lists of which each is quickly passed on. */
export function listsOf(events: readonly EngineEvent[]): readonly (readonly EngineEvent[])[] {
  const lists: EngineEvent[][] = [[]];
  let length = 0;
  for (const event of events) {
    if (length > LIST_LENGTH_MAX) {
      lists.push([]);
      length = 0;
    }
    lists.at(-1)!.push(event);
    if (event.type === 'vector') length += event.vector.length;
  }
  return lists;
}

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
