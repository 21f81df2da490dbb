/** A response that is made in the background: how it is shown on its way, and its stream, which may begin at any event. */
import type { JsonObject, Piece } from '../../core/chat.ts';
import type { FrameTexts } from '../dialect.ts';
import { ResponseOutput } from './output.ts';
import type { ResponsesForm } from './reader.ts';
import { RESPONSE_PREFIX } from './response.ts';

/** How far it is, and why it has failed. */
type Progress = {
  readonly state: 'waiting' | 'running' | 'succeeded' | 'errored' | 'cancelled' | 'expired';
  readonly error: { readonly code: string; readonly message: string } | null;
};

const EXPIRED = {
  code: 'server_error',
  message: 'The response could not be made in the time that it may take. Nothing was charged.',
};

/** `kept` is queued until there is more to say of it. Without progress nothing is known of it but that. */
export function shownResponse(kept: JsonObject, progress: Progress | undefined): JsonObject {
  if (kept.status !== 'queued' || !progress) return kept;
  if (progress.state === 'waiting') return kept;
  if (progress.state === 'running') return { ...kept, status: 'in_progress' };
  if (progress.state === 'cancelled') return { ...kept, status: 'cancelled' };
  return { ...kept, status: 'failed', error: progress.state === 'expired' ? EXPIRED : errorOf(progress) };
}

const errorOf = ({ error }: Progress) => error && { code: error.code, message: error.message };

/** Its output is whole, or as whole as it will be. */
export const hasOutput = ({ status }: JsonObject): boolean => status === 'completed' || status === 'incomplete';

/** Written down when it is made: all that its events are written with. */
export type StreamForm = Pick<ResponsesForm, 'reasoningAs' | 'targets'>;

type Told = {
  /** As it was when it was made. */
  readonly queued: JsonObject;
  readonly form: StreamForm;
  /** What is said, in lists; the first one comes when it has begun. It ends with the response. */
  readonly said: AsyncIterable<readonly Piece[]>;
  /** The response as it has ended. */
  readonly ended: () => Promise<JsonObject>;
  /** The number of the last event that the client has. */
  readonly after: number;
};

/** The same pieces make the same events with the same numbers, wherever and whenever they are written. */
export async function* backgroundFrames({ queued, form, said, ended, after }: Told): FrameTexts {
  let written = '';
  let sequence = 0;
  const say = (type: string, fields: string) => {
    const number = sequence++;
    if (number > after) written += `event: ${type}\ndata: {"type":"${type}","sequence_number":${number},${fields}}\n\n`;
  };
  const take = () => {
    const frames = written;
    written = '';
    return frames;
  };
  const sayResponse = (type: string, response: JsonObject) => say(type, `"response":${JSON.stringify(response)}`);
  const output = new ResponseOutput({ key: String(queued.id).slice(RESPONSE_PREFIX.length), ...form }, say);
  sayResponse('response.created', queued);
  sayResponse('response.queued', queued);
  yield take();
  let hasBegun = false;
  for await (const pieces of said) {
    if (!hasBegun) sayResponse('response.in_progress', { ...queued, status: 'in_progress' });
    hasBegun = true;
    for (const piece of pieces) output.add(piece);
    if (written !== '') yield take();
  }
  const response = await ended();
  if (hasOutput(response)) output.end(response.status as 'completed' | 'incomplete');
  else if (response.status === 'failed') say('error', failureOf(response));
  sayResponse(ENDS[String(response.status)] ?? 'response.incomplete', response);
  return take();
}

/** Clients know no event of a response that was cancelled. */
const ENDS: Readonly<Record<string, string>> = { completed: 'response.completed', failed: 'response.failed' };

/** Official clients throw at it, others wait for the end. */
function failureOf({ error }: JsonObject): string {
  const { code, message } = error as NonNullable<Progress['error']>;
  const body = { message, type: 'server_error', param: null, code };
  return `"code":${JSON.stringify(code)},"message":${JSON.stringify(message)},"param":null,"error":${JSON.stringify(body)}`;
}

/**
 * What is left to say of an answer that was said in part before. Its pieces come again, joined or split otherwise, and in
 * the same order.
 */
export class SaidBefore {
  readonly #said: Piece[];

  constructor(said: readonly Piece[]) {
    this.#said = [...said];
  }

  restOf(piece: Piece): Piece | undefined {
    let rest: Piece | undefined = piece;
    while (rest) {
      const known = this.#said.shift();
      if (!known) return rest;
      if (!('text' in known && 'text' in rest)) return undefined;
      const { length } = known.text;
      if (length > rest.text.length) this.#said.unshift({ ...known, text: known.text.slice(rest.text.length) });
      rest = length < rest.text.length ? { ...rest, text: rest.text.slice(length) } : undefined;
    }
    return undefined;
  }
}
