/** One schema as a client sent it: finds what its references point to, and knows which of them lead back to themselves. */
import type { JsonObject } from '../../domain/chat.ts';
import { GrammarTooLargeError } from './grammar-builder.ts';

const VALUES_MAX = 20_000;
const CHARS_MAX = 512 * 1024;
const DEPTH_MAX = 200;
/** How many values are looked at to find out which references lead back to themselves. */
const VISITS_MAX = 100_000;

export class SchemaDocument {
  readonly root: JsonObject;
  readonly #cyclic = new Map<JsonObject, boolean>();
  #visits = 0;

  constructor(root: JsonObject) {
    refuseTooLarge(root);
    this.root = root;
  }

  /** What a reference points to; `undefined` if it is not inside this schema. */
  resolve(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined;
    const steps = decodePointer(reference.slice(1)).split('/').slice(1);
    let at: unknown = this.root;
    for (const step of steps) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as JsonObject)[key];
    }
    return at;
  }

  /** Whether a schema can be reached from itself. */
  isCyclic(schema: JsonObject): boolean {
    const known = this.#cyclic.get(schema);
    if (known !== undefined) return known;
    const seen = new Set<unknown>();
    const waiting: unknown[] = this.#leadsTo(schema);
    while (waiting.length > 0) {
      const next = waiting.pop();
      if (typeof next !== 'object' || next === null || seen.has(next)) continue;
      seen.add(next);
      waiting.push(...this.#leadsTo(next));
    }
    const isCyclic = seen.has(schema);
    this.#cyclic.set(schema, isCyclic);
    return isCyclic;
  }

  #countVisits(count: number): void {
    this.#visits += count;
    if (this.#visits <= VISITS_MAX) return;
    throw new GrammarTooLargeError('The JSON schema has too many references to large parts; use fewer of them.');
  }

  /** Also values that are no schemas, such as examples: that makes a schema cyclic too often at worst. */
  #leadsTo(schema: object): unknown[] {
    const reference = (schema as JsonObject).$ref;
    const target = typeof reference === 'string' ? [this.resolve(reference)] : [];
    const inner = Object.entries(schema).filter(([key]) => key !== '$defs' && key !== 'definitions');
    this.#countVisits(1 + inner.length);
    return [...target, ...inner.map(([, value]) => value)];
  }
}

function decodePointer(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function refuseTooLarge(root: JsonObject): void {
  let values = 0;
  let chars = 0;
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  while (waiting.length > 0) {
    const { value, depth } = waiting.pop()!;
    values += 1;
    if (typeof value === 'string') chars += value.length;
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        chars += key.length;
        waiting.push({ value: inner, depth: depth + 1 });
      }
    }
    if (values > VALUES_MAX || chars > CHARS_MAX || depth > DEPTH_MAX) {
      throw new GrammarTooLargeError(
        `The JSON schema is too large: at most ${VALUES_MAX} values, ${CHARS_MAX} characters and ${DEPTH_MAX} levels.`,
      );
    }
  }
}
