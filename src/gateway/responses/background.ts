/** Responses in the background as their callers see them: made, shown, streamed, cancelled, deleted. */

import type { Caller } from '../../core/api-key.ts';
import type { JsonObject, Piece } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { answerIdOf, completionIdOf } from '../../core/request-id.ts';
import type { FrameTexts } from '../../dialects/dialect.ts';
import { backgroundFrames, hasOutput, type StreamForm, shownResponse } from '../../dialects/responses/background.ts';
import { itemToWire } from '../../dialects/responses/items.ts';
import { charactersIn, withIds } from '../../dialects/responses/kept.ts';
import { queuedResponse, RESPONSE_PREFIX } from '../../dialects/responses/response.ts';
import { sealedAs } from '../../features/batches/rules.ts';
import type { Batches, Kept } from '../../features/batches/transactions.ts';
import { unlessAborted } from '../../lib/unless-aborted.ts';
import type { KeyCall } from '../../platform/http/call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AdmitChat } from '../chat.ts';
import { type ChatEdge, idempotencyKeyOf, streamFrames } from '../edge/chat-handler.ts';
import type { ReadRequest } from '../edge/chat-reader.ts';
import { type BackgroundResponses, type BackgroundRun, LINE } from './background-store.ts';
import type { Followers } from './followers.ts';
import type { KeptResponse, KeptResponses } from './kept-responses.ts';
import type { PreparedResponse } from './prepare-response.ts';

type BackgroundNeeds = {
  readonly edge: ChatEdge;
  readonly admit: AdmitChat;
  readonly kept: KeptResponses;
  readonly backgrounds: BackgroundResponses;
  readonly batches: Pick<Batches, 'cancel'>;
  readonly followers: Followers;
  readonly keeping: () => Kept;
  /** There is something to do for the one that runs them. */
  readonly wake: () => void;
};

type Place = Pick<Platform, 'clock' | 'vault'>;
type AskedResponse = PreparedResponse & Pick<ReadRequest<unknown>, 'fingerprint'>;

/** How often streams look for what another server has said, and how long a cancellation is waited for. */
const LOOK_MS = 250;
const CANCEL_MS = 10_000;

export class Background {
  readonly #platform: Place;
  readonly #needs: BackgroundNeeds;

  constructor(platform: Place, needs: BackgroundNeeds) {
    this.#platform = platform;
    this.#needs = needs;
  }

  /** Refuses what an interactive request would be refused for before an engine is asked. */
  async create(call: KeyCall, asked: AskedResponse, bodyJson: string): Promise<Response> {
    const { edge, kept } = this.#needs;
    const { chat, items } = asked;
    const { caller } = call;
    if (!kept.isOn) throw refused('background', 'cannot be used: this service keeps no responses');
    if (!kept.hasRoomFor(charactersIn(items))) throw refused('input', 'is too long for a response in the background');
    if (bodyJson === '') throw refused('background', 'must be written plainly in the body');
    await this.#needs.admit(caller, chat, { isLimitHint: true });
    const id = await this.#put(call, asked, bodyJson);
    const response = await kept.find(caller.accountId, id);
    if (!response) throw new ServiceError('not_found', `Response with id '${id}' not found.`);
    this.#needs.wake();
    // A new one is queued, however soon it begins; one that was made before is shown as it is.
    const isNew = id === idFor(caller);
    if (!chat.stream) return Response.json(isNew ? response.response : await this.shown(caller.accountId, response));
    const frames = await this.frames(caller.accountId, response, -1);
    return streamFrames(call, edge, frames!);
  }

  /** Resolves with its id, which is that of an earlier one with the same Idempotency-Key. */
  async #put(call: KeyCall, { chat, form, items, fingerprint }: AskedResponse, bodyJson: string): Promise<string> {
    const { edge, kept, backgrounds } = this.#needs;
    const { accountId, key, requestId } = call.caller;
    const { vault, clock } = this.#platform;
    const id = idFor(call.caller);
    const createdAtMs = clock.nowMs();
    const expiresAtMs = createdAtMs + edge.limits.backgroundMs;
    const { reasoningAs, targets } = form;
    const streamForm: StreamForm = { reasoningAs, targets };
    const idempotencyKey = idempotencyKeyOf(call.request.headers);
    const written = {
      inputJson: JSON.stringify(withIds(items, id).map(itemToWire)),
      responseJson: queuedResponse({ id: completionIdOf(requestId), createdAtMs, model: chat.model }, form),
    };
    const [sealed, request, formRow] = await Promise.all([
      kept.seal(accountId, { id, ...written }),
      vault.seal(accountId, sealedAs({ batchId: id, line: LINE }, 'request'), bodyJson),
      chat.stream ? vault.seal(accountId, saidAs(id, 0), JSON.stringify(streamForm)) : null,
    ]);
    const { keepMs, keptMax } = kept.bounds;
    return backgrounds.create(
      {
        id,
        accountId,
        keyId: key.id,
        createdAtMs,
        expiresAtMs,
        request,
        form: formRow,
        madeWith:
          idempotencyKey === undefined ? null : { scope: `${key.id} ${idempotencyKey}`, fingerprint: fingerprint() },
        response: { id, createdAtMs, expiresAtMs: expiresAtMs + keepMs, keptMax, ...sealed },
      },
      edge.limits.backgroundMax,
    );
  }

  /** As it is now. */
  async shown(accountId: string, { id, response }: KeptResponse): Promise<JsonObject> {
    if (response.status !== 'queued') return response;
    const { backgrounds, kept } = this.#needs;
    const run = await backgrounds.find(accountId, id);
    // It may have ended since it was read, and the end is written with it.
    const last = run && isOver(run) ? await kept.find(accountId, id) : undefined;
    return shownResponse(last?.response ?? response, run);
  }

  /** Nothing for one that is whole and whose events were not written down. */
  async frames(accountId: string, found: KeptResponse, after: number): Promise<FrameTexts | undefined> {
    const { backgrounds, kept } = this.#needs;
    const { id, response } = found;
    if (response.background !== true) return undefined;
    const { rows } = await backgrounds.pieces(id, -1);
    const [form] = rows;
    if (form === undefined) {
      if (hasOutput(response)) return undefined;
      throw refused('stream', 'cannot be true: the response was made in the background without stream, so read it');
    }
    const streamForm = JSON.parse(await this.#platform.vault.open(accountId, saidAs(id, 0), form)) as StreamForm;
    const queued = { ...response, status: 'queued', output: [], usage: null, incomplete_details: null };
    const ended = async (): Promise<JsonObject> => {
      const last = await kept.find(accountId, id);
      return last ? this.shown(accountId, last) : { ...queued, status: 'cancelled' };
    };
    return backgroundFrames({ queued, form: streamForm, said: this.#said(accountId, id), ended, after });
  }

  /** What is said of it, from its beginning to its end, by this server or another. */
  async *#said(accountId: string, id: string): AsyncGenerator<readonly Piece[], void> {
    const { backgrounds, followers, edge } = this.#needs;
    for (let n = 0; ; ) {
      const { run, rows } = await backgrounds.pieces(id, n);
      for (const content of rows) {
        n += 1;
        yield JSON.parse(await this.#platform.vault.open(accountId, saidAs(id, n), content)) as readonly Piece[];
      }
      if (rows.length > 0) continue;
      if (!run || isOver(run)) return;
      if (followers.isStopped && run.state === 'waiting') throw MOVED;
      await unlessAborted(followers.wait(id, LOOK_MS), edge.stopping);
    }
  }

  /** Resolves when it has ended. False where it is none that was made in the background. */
  async cancel(accountId: string, id: string): Promise<boolean> {
    const { backgrounds, followers, edge } = this.#needs;
    let run = await backgrounds.find(accountId, id);
    if (!run) return false;
    if (!isOver(run)) await this.#stop(accountId, id);
    const { clock } = this.#platform;
    const untilMs = clock.monotonicMs() + CANCEL_MS;
    while (run && !isOver(run) && clock.monotonicMs() < untilMs) {
      run = await backgrounds.find(accountId, id);
      if (run && !isOver(run)) await unlessAborted(followers.wait(id, LOOK_MS), edge.stopping);
    }
    return true;
  }

  /** It was deleted. What was made of it until now is charged. */
  async forget(accountId: string, id: string): Promise<void> {
    const run = await this.#needs.backgrounds.find(accountId, id);
    if (!run) return;
    if (!isOver(run)) await this.#stop(accountId, id);
    await this.#needs.backgrounds.forget(id);
  }

  async #stop(accountId: string, id: string): Promise<void> {
    const { batches, followers, keeping, wake } = this.#needs;
    await batches.cancel(accountId, id, keeping());
    followers.wake(id);
    wake();
  }
}

const idFor = ({ requestId }: Pick<Caller, 'requestId'>): string =>
  answerIdOf(completionIdOf(requestId), RESPONSE_PREFIX);

/** The text that a row of what was said is sealed for. */
export const saidAs = (id: string, n: number): string => `${id} said ${n}`;

const isOver = ({ state }: BackgroundRun): boolean => state !== 'waiting' && state !== 'running';

const MOVED = new ServiceError('shutting_down', 'The service is restarting; the response goes on after it.');

const refused = (param: string, what: string): ServiceError =>
  new ServiceError('invalid_request', `${param} ${what}.`, { param });
