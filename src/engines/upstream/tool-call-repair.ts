/**
 * Tool-call deltas as clients need them: `index` counts from 0 in the order the calls appear, `id` and `name` come once,
 * and the pieces of two calls never interleave. Engines leave `index` out, repeat it for another call, count from 1,
 * repeat ids and names, give two calls one id, or send arguments as an object; clients then fail or silently lose the
 * call.
 */

import type { EngineEvent } from '../../core/chat.ts';
import { parseJson } from '../../lib/parse-json.ts';

export type RawToolCallDelta = {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
};

type Call = { readonly rawIndex: number | undefined; readonly id: string; name: string; text: string; shown: number };

export class ToolCallRepair {
  readonly #calls: Call[] = [];
  readonly #newId: () => string;
  /** The call being streamed; the later ones wait until its arguments are whole. */
  #current = 0;
  #started = -1;

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get count(): number {
    return this.#calls.length;
  }

  push(delta: RawToolCallDelta): EngineEvent[] {
    const call = this.#callOf(delta);
    if (delta.arguments) call.text += delta.arguments;
    return this.#flush(false);
  }

  /** Everything still kept back, when the engine has finished. */
  end(): EngineEvent[] {
    return this.#flush(true);
  }

  /** A delta belongs to the call with its id, else to the one with its index, else to the last one, else to a new one. */
  #callOf(delta: RawToolCallDelta): Call {
    const known = this.#knownCallOf(delta);
    if (known) {
      known.name ||= delta.name ?? '';
      return known;
    }
    const isUsed = this.#calls.some((call) => call.id === delta.id);
    const id = delta.id && !isUsed ? delta.id : this.#newId();
    const call = { rawIndex: delta.index, id, name: delta.name ?? '', text: '', shown: 0 };
    this.#calls.push(call);
    return call;
  }

  #knownCallOf(delta: RawToolCallDelta): Call | undefined {
    const byId = delta.id ? this.#calls.find((call) => call.id === delta.id) : undefined;
    const byIndex =
      delta.index === undefined ? undefined : this.#calls.findLast((call) => call.rawIndex === delta.index);
    if (byId && !isElsewhere(byId, delta)) return byId;
    // The same id at another index: a piece of that other call, or, with a name, one more call under a used id.
    if (byId) return byIndex ?? (delta.name ? undefined : byId);
    if (byIndex) return opensAnother(byIndex, delta) ? undefined : byIndex;
    if (delta.index !== undefined || delta.id) return undefined;
    const last = this.#calls.at(-1);
    return last && delta.name && (isWhole(last.text) || opensAnother(last, delta)) ? undefined : last;
  }

  #flush(isEnd: boolean): EngineEvent[] {
    const events: EngineEvent[] = [];
    while (this.#current < this.#calls.length) {
      const call = this.#calls[this.#current]!;
      if (call.name === '' && !isEnd) break;
      if (this.#started < this.#current) {
        this.#started = this.#current;
        events.push({ type: 'tool-call-start', index: this.#current, id: call.id, name: call.name });
      }
      if (isEnd && call.text === '') call.text = '{}';
      if (call.shown < call.text.length) {
        events.push({ type: 'tool-call-arguments', index: this.#current, text: call.text.slice(call.shown) });
        call.shown = call.text.length;
      }
      const hasLater = this.#current + 1 < this.#calls.length;
      if (!isEnd && !(hasLater && isWhole(call.text))) break;
      this.#current += 1;
    }
    return events;
  }
}

/**
 * True where a delta with the index of a call begins another one: it has a name, and a new id, another name,
 * or arguments although those of the call are whole.
 */
function opensAnother(call: Call, delta: RawToolCallDelta): boolean {
  if (!delta.name) return false;
  if (delta.id || (call.name !== '' && delta.name !== call.name)) return true;
  return Boolean(delta.arguments?.trim()) && isWhole(call.text);
}

const isElsewhere = (call: Call, delta: RawToolCallDelta): boolean =>
  call.rawIndex !== undefined && delta.index !== undefined && call.rawIndex !== delta.index;

const isWhole = (json: string): boolean => parseJson(json) !== undefined;
