/** One schema as a client sent it: finds what its references point to, and knows which of them lead back to themselves. */
import type { JsonObject } from '../../../core/chat.ts';
import { Cycles } from './cycles.ts';
import { GrammarTooLargeError, type WorkBudget } from './work-budget.ts';

const VALUES_MAX = 20_000;
const CHARS_MAX = 512 * 1024;
const DEPTH_MAX = 200;
const VALUES_PER_STEP = 16;
/** Characters of a pointer. */
const CHARS_PER_STEP = 64;

export class SchemaDocument {
  readonly root: JsonObject;
  readonly work: WorkBudget;
  readonly #resolved = new Map<string, unknown>();
  readonly #keys = new Map<unknown, string>();
  readonly #cycles = new Cycles((schema) => this.#leadsTo(schema));

  constructor(root: JsonObject, work: WorkBudget) {
    const measure = new Measure();
    measure.add(root, 0);
    work.count(measure.values / VALUES_PER_STEP);
    this.root = root;
    this.work = work;
  }

  /** The target of a reference; `undefined` if it is not inside this schema. */
  resolve(reference: string): unknown {
    if (!this.#resolved.has(reference)) this.#resolved.set(reference, this.#find(reference));
    return this.#resolved.get(reference);
  }

  /** True where a schema can be reached from itself. */
  isCyclic(schema: JsonObject): boolean {
    return this.#cycles.has(schema);
  }

  /** A text by which equal values are known. */
  keyOf(value: unknown): string {
    const known = this.#keys.get(value);
    if (known !== undefined) return known;
    const key = JSON.stringify(value) ?? 'null';
    this.#keys.set(value, key);
    return key;
  }

  #find(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined;
    this.work.count(reference.length / CHARS_PER_STEP);
    const steps = decodePointer(reference.slice(1)).split('/').slice(1);
    let at: unknown = this.root;
    for (const step of steps) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as JsonObject)[key];
    }
    return at;
  }

  /** Also values that are no schemas, such as examples: that makes a schema cyclic too often at worst. */
  #leadsTo(schema: object): readonly object[] {
    const reference = (schema as JsonObject).$ref;
    const next: unknown[] = typeof reference === 'string' ? [this.resolve(reference)] : [];
    for (const [key, value] of Object.entries(schema)) if (key !== '$defs' && key !== 'definitions') next.push(value);
    return next.filter((value) => typeof value === 'object' && value !== null) as object[];
  }
}

function decodePointer(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Counts values and characters, and refuses as soon as there are too many. */
class Measure {
  #values = 0;
  #chars = 0;

  get values(): number {
    return this.#values;
  }

  add(value: unknown, depth: number): void {
    this.#values += 1;
    if (typeof value === 'string') this.#chars += value.length;
    if (this.#values > VALUES_MAX || this.#chars > CHARS_MAX || depth > DEPTH_MAX) {
      throw new GrammarTooLargeError(
        `The JSON schema is too large: at most ${VALUES_MAX} values, ${CHARS_MAX} characters and ${DEPTH_MAX} levels.`,
      );
    }
    if (Array.isArray(value)) for (const inner of value) this.add(inner, depth + 1);
    else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) {
        this.#chars += key.length;
        this.add((value as JsonObject)[key], depth + 1);
      }
    }
  }
}
