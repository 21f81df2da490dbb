/** How many tokens a request has before it is asked: by the engine where it can tell, otherwise by our own bound. */
import type { ChatRequest } from '../domain/chat.ts';
import { ServiceError } from '../domain/errors.ts';
import { type Catalogue, EMBEDDED_ENGINE, sharesOf } from '../domain/model.ts';
import type { Caller, Engines } from '../domain/ports.ts';
import { inputTokensMax } from '../domain/token-bound.ts';
import type { Span } from '../domain/trace.ts';
import { modelFor } from './model-rules.ts';

export type TokenCount = {
  readonly tokens: number;
  /** `bound`: no engine can read more out of the request. */
  readonly countedBy: 'engine' | 'bound';
};

export type CountTokens = (
  caller: Caller,
  chat: ChatRequest,
  run: { readonly request: Pick<Request, 'signal'>; readonly span: Span },
) => Promise<TokenCount>;

type CountParts = { readonly catalogue: Catalogue; readonly engines: Engines };

export const createTokenCount =
  ({ catalogue, engines }: CountParts): CountTokens =>
  async (caller, chat, { request: { signal }, span }) => {
    const model = modelFor(chat, caller, catalogue);
    const bound = { tokens: inputTokensMax(chat), countedBy: 'bound' } as const;
    const engine = engines.of(model.id);
    const canTell = sharesOf(model).every((share) => share.engine === EMBEDDED_ENGINE);
    if (!engine || !canTell) return bound;
    const { accountId, requestId } = caller;
    const target = { accountId, requestId, span, ...(model.engineModel && { engineModel: model.engineModel }) };
    try {
      const order = { chat: { ...chat, model: model.id, countsOnly: true }, maxOutputTokens: 1, ...target } as const;
      for await (const event of await engine.open(order, signal)) {
        if (event.type === 'usage') return { tokens: event.usage.inputTokens, countedBy: 'engine' };
      }
    } catch (thrown) {
      // It is too long for the engine, or the engine is away: the bound is there all the same.
      if (!(thrown instanceof ServiceError)) throw thrown;
    }
    return bound;
  };
