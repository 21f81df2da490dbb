/** How many tokens a request has before it is asked: by the engine where it can tell, otherwise by our own bound. */
import type { Caller } from '../core/api-key.ts';
import type { ChatRequest } from '../core/chat.ts';
import type { CountedChat } from '../core/engine.ts';
import { ServiceError } from '../core/errors.ts';
import type { Limits } from '../core/limits.ts';
import type { Catalogue, Model } from '../core/model.ts';
import { inputTokensMax } from '../core/token-bound.ts';
import type { Span } from '../core/trace.ts';
import { attachedFor } from '../features/catalogue/attachment-rules.ts';
import { modelFor } from '../features/catalogue/model-rules.ts';

type TokenCount = {
  readonly tokens: number;
  /** `bound`: no engine can read more out of the request. */
  readonly countedBy: 'engine' | 'bound';
};

export type CountTokens = (
  caller: Caller,
  chat: ChatRequest,
  run: { readonly request: Pick<Request, 'signal'>; readonly span: Span },
) => Promise<TokenCount>;

export const createTokenCount =
  (
    catalogue: Catalogue,
    { attachmentsMax }: Pick<Limits, 'attachmentsMax'>,
    countTokens: (model: Model, counted: CountedChat) => Promise<number | undefined>,
  ): CountTokens =>
  async (caller, sent, { request: { signal }, span }) => {
    const model = modelFor(sent, caller, catalogue);
    const chat = { ...sent, ...attachedFor(sent, model, { catalogue, attachmentsMax }) };
    const { accountId, requestId } = caller;
    try {
      const counted = { chat: { ...chat, model: model.id }, accountId, requestId, span, signal };
      const tokens = await countTokens(model, counted);
      if (tokens !== undefined) return { tokens, countedBy: 'engine' };
    } catch (thrown) {
      // It is too long for the engine, or the engine is away: the bound is there all the same.
      if (!(thrown instanceof ServiceError)) throw thrown;
    }
    return { tokens: inputTokensMax(chat, model.contextTokens), countedBy: 'bound' };
  };
