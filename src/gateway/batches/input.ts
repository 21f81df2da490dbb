/** The input of a batch: JSON lines, each a request with a name. Read piece by piece, however long it is. */

import type { JsonObject } from '../../core/chat.ts';
import { type Catalogue, findModel } from '../../core/model.ts';
import type { Batch, InputError, InputErrorCode } from '../../features/batches/rules.ts';
import { parseJson } from '../../lib/parse-json.ts';

export type InputRules = {
  /** Without it the models of lines are looked at when they run. */
  readonly catalogue?: Catalogue;
  readonly linesMax: number;
  /** Of one line. */
  readonly bytesMax: number;
};

/** A line that can run; `bodyJson` is the request. */
export type InputLine = { readonly line: number; readonly customId: string; readonly bodyJson: string };

const ERRORS_MAX = 100;
const CUSTOM_ID_MAX = 256;

/** Reads all lines of an input, and everything that is wrong with them. */
export class InputReader {
  readonly errors: InputError[] = [];
  total = 0;
  readonly #batch: Pick<Batch, 'endpoint'>;
  readonly #rules: InputRules;
  readonly #names = new Set<string>();

  constructor(batch: Pick<Batch, 'endpoint'>, rules: InputRules) {
    this.#batch = batch;
    this.#rules = rules;
  }

  get isFull(): boolean {
    return this.errors.length >= ERRORS_MAX || this.total > this.#rules.linesMax;
  }

  /** The request of a line, unless something is wrong with it; `line` is its number in the file, from 1. */
  read(text: string, line: number): InputLine | undefined {
    this.total += 1;
    const { linesMax, bytesMax } = this.#rules;
    if (this.total > linesMax) {
      return this.#refuse(null, 'too_many_lines', `The file has more than ${linesMax} lines.`);
    }
    if (text.length > bytesMax)
      return this.#refuse(line, 'line_too_long', `The line is longer than ${bytesMax} bytes.`);
    const value = parseJson(text);
    if (!isObject(value))
      return this.#refuse(line, 'invalid_json_line', 'This line is not parseable as a JSON object.');
    const { custom_id: customId, method, url, body } = value;
    const { endpoint } = this.#batch;
    if (method !== 'POST') return this.#refuse(line, 'invalid_method', 'method must be POST.', 'method');
    if (url !== endpoint) {
      return this.#refuse(line, 'mismatched_endpoint', `url must be that of the batch, ${endpoint}.`, 'url');
    }
    return this.#readRequest({ line, customId, body });
  }

  /** The same for an element of Anthropic's list. */
  readElement(value: unknown): InputLine | undefined {
    this.total += 1;
    const { linesMax } = this.#rules;
    if (this.total > linesMax) return this.#refuse(null, 'too_many_lines', `There are more than ${linesMax} requests.`);
    if (!isObject(value)) return this.#refuse(this.total, 'invalid_json_line', 'A request must be an object.');
    return this.#readRequest({ line: this.total, customId: value.custom_id, body: value.params });
  }

  #readRequest({ line, customId, body }: { line: number; customId: unknown; body: unknown }): InputLine | undefined {
    if (typeof customId !== 'string' || customId === '' || customId.length > CUSTOM_ID_MAX) {
      const form = `custom_id must be a text of 1 to ${CUSTOM_ID_MAX} characters.`;
      return this.#refuse(line, 'invalid_custom_id', form, 'custom_id');
    }
    if (!customId.isWellFormed() || customId.includes('\0')) {
      return this.#refuse(line, 'invalid_custom_id', 'custom_id must be text in Unicode.', 'custom_id');
    }
    if (this.#names.has(customId)) {
      const message = `The custom_id ${JSON.stringify(customId)} is there more than once.`;
      return this.#refuse(line, 'duplicate_custom_id', message, 'custom_id');
    }
    this.#names.add(customId);
    if (!isObject(body)) return this.#refuse(line, 'invalid_body', 'body must be an object.', 'body');
    if (body.stream === true) {
      return this.#refuse(line, 'invalid_body', 'stream cannot be used in a batch.', 'body.stream');
    }
    if (this.#batch.endpoint === '/v1/responses' && body.background === true) {
      return this.#refuse(line, 'invalid_body', 'background cannot be used in a batch.', 'body.background');
    }
    const { catalogue } = this.#rules;
    const { model } = body;
    if (catalogue && typeof model === 'string' && !findModel(model, catalogue)) {
      const message = `The model ${JSON.stringify(model.slice(0, 80))} does not exist.`;
      return this.#refuse(line, 'model_not_found', message, 'body.model');
    }
    return { line, customId, bodyJson: JSON.stringify(body) };
  }

  #refuse(line: number | null, code: InputErrorCode, message: string, param: string | null = null): undefined {
    if (this.errors.length < ERRORS_MAX) this.errors.push({ code, message, param, line });
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lines of a text that comes in pieces. A line that is too long comes cut: it is refused anyway. */
export async function* linesOf(
  pieces: AsyncIterable<string>,
  charactersMax: number,
): AsyncGenerator<{ readonly text: string; readonly line: number }, void> {
  let rest = '';
  let line = 1;
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = (lines.pop() ?? '').slice(0, charactersMax + 1);
    for (const text of lines) {
      if (text.trim() !== '') yield { text, line };
      line += 1;
    }
  }
  if (rest.trim() !== '') yield { text: rest, line };
}
