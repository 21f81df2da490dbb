/** How many tokens a chat has for a model, as the first of its engines says that can tell. */
import type { CountedChat, Engine, EngineRequest } from '../core/engine.ts';
import { EMBEDDED_ENGINE, type Model, sharesOf } from '../core/model.ts';
import type { Upstream } from './upstream/upstream.ts';

type Counters = {
  upstreamOf(name: string): Pick<Upstream, 'countTokens'> | undefined;
  readonly embedded: Engine | undefined;
};

/** Not through the pool of the model: a count needs no slot, and what goes wrong with it says nothing about answers. */
export async function countTokens(
  model: Model,
  { signal, ...asked }: CountedChat,
  { upstreamOf, embedded }: Counters,
): Promise<number | undefined> {
  for (const { engine, engineModel = model.engineModel } of sharesOf(model)) {
    const request = { ...asked, maxOutputTokens: 1, ...(engineModel !== undefined && { engineModel }) };
    const tokens =
      engine === EMBEDDED_ENGINE
        ? await countHere(embedded, request, signal)
        : await upstreamOf(engine)?.countTokens(request, signal);
    if (tokens !== undefined) return tokens;
  }
  return undefined;
}

/** The embedded engine is asked as for an answer, of which only the count comes: it may have to be started first. */
async function countHere(engine: Engine | undefined, request: EngineRequest, signal: AbortSignal) {
  const events = await engine?.open({ ...request, chat: { ...request.chat, countsOnly: true } }, signal);
  for await (const together of events ?? []) {
    for (const event of together) if (event.type === 'usage') return event.usage.inputTokens;
  }
  return undefined;
}
