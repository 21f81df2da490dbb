/** /v1/responses beside the answer itself: summaries, counts, and responses that are kept or made in the background. */
import { ServiceError } from '../../core/errors.ts';
import { type CompactForm, compactDialect, withSummaryTask } from '../../dialects/responses/compact.ts';
import { responsesDialect } from '../../dialects/responses/dialect.ts';
import { inputItemsPage } from '../../dialects/responses/item-pages.ts';
import { isWhole } from '../../dialects/responses/reader.ts';
import { replayedStream } from '../../dialects/responses/replay.ts';
import type { KeyCall, Route } from '../../platform/http/call.ts';
import {
  answerChat,
  type ChatEdge,
  chatHandler,
  type PrepareChat,
  readRequest,
  streamFrames,
  streamWhole,
} from '../edge/chat-handler.ts';
import type { CountTokens } from '../token-count.ts';
import type { Background } from './background.ts';
import type { KeptResponse, KeptResponses } from './kept-responses.ts';
import { inputOf, type Lookup, prepareFor, prepareResponse, wholeInput } from './prepare-response.ts';

/** The routes' needs. */
type Responses = Lookup & { readonly background: Background; readonly countTokens: CountTokens };

export const responseRoutes = (edge: ChatEdge, { background, countTokens, ...lookup }: Responses): readonly Route[] => [
  {
    method: 'POST',
    path: '/v1/responses',
    guard: 'key',
    isCharged: true,
    handle: createResponse(edge, lookup, background),
  },
  {
    method: 'POST',
    path: '/v1/responses/compact',
    guard: 'key',
    isCharged: true,
    handle: chatHandler(edge, compactDialect, prepareCompaction(lookup)),
  },
  {
    method: 'POST',
    path: '/v1/responses/input_tokens',
    guard: 'key',
    handle: countInput(edge, lookup, countTokens),
  },
  {
    method: 'GET',
    path: '/v1/responses/{id}',
    guard: 'key',
    handle: (call) => showResponse(call, edge, { ...lookup, background }),
  },
  {
    method: 'DELETE',
    path: '/v1/responses/{id}',
    guard: 'key',
    handle: (call) => deleteResponse(call, { ...lookup, background }),
  },
  {
    method: 'GET',
    path: '/v1/responses/{id}/input_items',
    guard: 'key',
    handle: (call) => listInput(call, lookup.kept),
  },
  {
    method: 'POST',
    path: '/v1/responses/{id}/cancel',
    guard: 'key',
    handle: (call) => cancelResponse(call, { ...lookup, background }),
  },
];

/** A body that may ask for a response in the background: its bytes are needed again where it does. */
const mayBeBackground = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"background"');

function createResponse(edge: ChatEdge, lookup: Lookup, background: Background) {
  const answer = answerChat(edge, responsesDialect, prepareResponse(lookup));
  return async (call: KeyCall): Promise<Response> => {
    let bodyJson = '';
    const asked = await readRequest(call, edge, responsesDialect, (bytes) => {
      if (mayBeBackground(bytes)) bodyJson = new TextDecoder().decode(bytes);
    });
    if (!asked.form.isBackground) return answer(call, asked);
    call.note.model = asked.chat.model;
    const prepared = await prepareFor(asked, { ...lookup, accountId: call.caller.accountId });
    if (prepared.refusal) throw prepared.refusal;
    return background.create(call, { ...asked, ...prepared }, bodyJson);
  };
}

/** The model reads the whole conversation, and then the request to summarise it. */
const prepareCompaction =
  (lookup: Lookup): PrepareChat<CompactForm> =>
  async (asked, { caller }) => {
    const { accountId } = caller;
    const { items, asked: whole } = await wholeInput(asked, { ...lookup, accountId });
    const { chat, form } = whole;
    const seal = (summary: string) => lookup.compactions.seal(accountId, summary);
    return {
      chat: isWhole(asked.form) ? chat : withSummaryTask(chat),
      form: { ...form, whole: { items, seal } },
    };
  };

/** POST /v1/responses/input_tokens: nothing is held, and nothing costs. */
const countInput =
  (edge: ChatEdge, lookup: Lookup, countTokens: CountTokens) =>
  async (call: KeyCall): Promise<Response> => {
    const read = await readRequest(call, edge, responsesDialect);
    call.note.model = read.chat.model;
    const { accountId } = call.caller;
    const { chat } = (await wholeInput(read, { ...lookup, accountId })).asked;
    const { tokens, countedBy } = await countTokens(call.caller, chat, call);
    return Response.json({ object: 'response.input_tokens', input_tokens: tokens, counted_by: countedBy });
  };

type Shown = { readonly kept: KeptResponses; readonly background: Background };

async function showResponse(call: KeyCall, edge: ChatEdge, { kept, background }: Shown): Promise<Response> {
  const query = new URL(call.request.url).searchParams;
  const after = query.get('starting_after') ?? '-1';
  if (after !== '-1' && !/^\d{1,6}$/.test(after)) {
    throw new ServiceError('invalid_request', 'starting_after must be the number of an event.', {
      param: 'starting_after',
    });
  }
  const found = await findResponse(call, kept);
  if (query.get('stream') !== 'true') return Response.json(await background.shown(call.caller.accountId, found));
  const frames = await background.frames(call.caller.accountId, found, Number(after));
  if (frames) return streamFrames(call, edge, frames);
  return streamWhole(call, edge, replayedStream(found.response, Number(after)));
}

async function listInput(call: KeyCall, kept: KeptResponses): Promise<Response> {
  const response = await findResponse(call, kept);
  return Response.json(inputItemsPage(inputOf(response), new URL(call.request.url).searchParams));
}

async function cancelResponse(call: KeyCall, { kept, background }: Shown): Promise<Response> {
  const { accountId } = call.caller;
  const { id } = await findResponse(call, kept);
  if (await background.cancel(accountId, id)) {
    return Response.json(await background.shown(accountId, await findResponse(call, kept)));
  }
  throw new ServiceError(
    'invalid_request',
    'Only a response that was made in the background can be cancelled, and this one is whole. To cancel a response that is being made, close its connection.',
  );
}

/** One that is being made is not needed any more. */
async function deleteResponse({ params, caller }: KeyCall, { kept, background }: Shown): Promise<Response> {
  const id = params.id ?? '';
  if (!(await kept.remove(caller.accountId, id))) throw notFound(id);
  await background.forget(caller.accountId, id);
  return Response.json({ id, object: 'response', deleted: true });
}

async function findResponse({ params, caller }: KeyCall, kept: KeptResponses): Promise<KeptResponse> {
  const id = params.id ?? '';
  const response = await kept.find(caller.accountId, id);
  if (response) return response;
  throw notFound(id);
}

const notFound = (id: string): ServiceError => new ServiceError('not_found', `Response with id '${id}' not found.`);
