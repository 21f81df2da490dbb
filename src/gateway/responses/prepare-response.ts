/** What a response refers to: looked up before it is answered, with the place where it is kept. */
import { ServiceError } from '../../core/errors.ts';
import type { Asked } from '../../dialects/dialect.ts';
import { hasOutput } from '../../dialects/responses/background.ts';
import { summaryText } from '../../dialects/responses/compact.ts';
import { CONVERSATION_BOUNDS } from '../../dialects/responses/conversation-bounds.ts';
import { conversationFull, refuseIds } from '../../dialects/responses/conversations.ts';
import {
  type Compaction,
  type Item,
  itemToWire,
  messagesFrom,
  type OpenItem,
  withStatus,
} from '../../dialects/responses/items.ts';
import {
  charactersIn,
  homeOf,
  isItem,
  itemsFromKept,
  outputItems,
  referencesIn,
  resolveItems,
  withIds,
} from '../../dialects/responses/kept.ts';
import { isWhole, type ResponsesForm, refersToKept } from '../../dialects/responses/reader.ts';
import type { PrepareChat } from '../edge/chat-handler.ts';
import type { Compactions } from './compactions.ts';
import { conversationNotFound, requireConversations } from './conversation-routes.ts';
import type { Conversations } from './conversation-service.ts';
import type { KeptResponse, KeptResponses } from './kept-responses.ts';

export type Lookup = {
  readonly kept: KeptResponses;
  readonly compactions: Compactions;
  readonly conversations: Conversations;
};

/** Looks up what the request refers to, and says where to keep what comes of it. */
export const prepareResponse =
  (lookup: Lookup): PrepareChat<ResponsesForm> =>
  (asked, { caller }) =>
    prepareFor(asked, { ...lookup, accountId: caller.accountId });

export type PreparedResponse = Asked<ResponsesForm> & {
  readonly refusal?: ServiceError;
  /** All that the model is given, but for instructions. */
  readonly items: readonly Item[];
};

export async function prepareFor(asked: Asked<ResponsesForm>, place: Place): Promise<PreparedResponse> {
  if (asked.form.conversationId === undefined) return withKeeping(await wholeInput(asked, place), place);
  try {
    return withKeeping(await wholeInput(asked, place), place);
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    // A repeat may be refused by what it has itself added.
    const sent = asked.form.items.filter(isItem);
    return { ...withKeeping({ items: sent, earlier: 0, asked }, place), refusal: thrown };
  }
}

function withKeeping(
  { items, earlier, asked }: WholeInput,
  { kept, conversations, accountId }: Place,
): PreparedResponse {
  const { conversationId, wantsStore } = asked.form;
  const keep: ResponsesForm['keep'] = async ({ id, createdAtMs, json }) => {
    if (!kept.hasRoomFor(json.reduce((sum, { length }) => sum + length, 0))) return false;
    return kept.keep(accountId, {
      id,
      createdAtMs,
      input: withIds(items, id).map(itemToWire),
      responseJson: json.join(''),
    });
  };
  const addToConversation: ResponsesForm['addToConversation'] = ({ id, output }) => {
    const sent = withIds(items, id).slice(earlier).map(withStatus);
    return conversations.addResponse(accountId, conversationId!, { id, items: [...sent, ...output] });
  };
  // What is too long is not even written: that alone would take longer than others may be held up.
  const isKept = wantsStore && kept.hasRoomFor(charactersIn(items));
  const isPart = conversationId !== undefined;
  return { ...asked, items, form: { ...asked.form, ...(isKept && { keep }), ...(isPart && { addToConversation }) } };
}

type Place = Lookup & { readonly accountId: string };

type WholeInput = {
  readonly items: readonly Item[];
  /** How many of them come from before this request. */
  readonly earlier: number;
  readonly asked: Asked<ResponsesForm>;
};

export async function wholeInput(asked: Asked<ResponsesForm>, place: Place): Promise<WholeInput> {
  const { form, chat } = asked;
  if (isWhole(form)) return { items: form.items, earlier: 0, asked };
  if (refersToKept(form) && !place.kept.isOn) throw notKept(form);
  const [before, found] = await Promise.all([earlierItems(form, place), referredItems(form, place)]);
  // What is in the conversation is known by its id, too: it is refused as such.
  const inConversation = form.conversationId === undefined ? [] : before.items;
  const sent = resolveItems(form, new Map([...found, ...inConversation.map((item) => [item.id, item] as const)]));
  if (form.conversationId !== undefined) refuseInConversation(before, sent);
  const items = [...before.items, ...sent];
  const messages = messagesFrom(form.instructions, await openItems(items, place));
  return { items, earlier: before.items.length, asked: { form, chat: { ...chat, messages } } };
}

/** Before it costs anything: what is sent must be new to the conversation, and fit into it together with an answer. */
function refuseInConversation({ items, characters }: Earlier, sent: readonly Item[]): void {
  if (items.length + sent.length === 0) throw wrongInput('input is missing; the conversation has no items yet.');
  const known = items.map(({ id }) => id);
  refuseIds(sent, 'input', known);
  const { itemsMax, charactersMax } = CONVERSATION_BOUNDS;
  const isFull = items.length + sent.length >= itemsMax || characters + charactersIn(sent) >= charactersMax;
  if (isFull) throw conversationFull('conversation');
}

/** Each takes a key of its own to open. A conversation that was compacted again has one of them. */
const COMPACTIONS_MAX = 16;

async function openItems(items: readonly Item[], place: Place): Promise<readonly OpenItem[]> {
  const sealed = items.filter(({ type }) => type === 'compaction').length;
  if (sealed > COMPACTIONS_MAX) throw wrongInput(`input has more than ${COMPACTIONS_MAX} compaction items.`);
  return Promise.all(items.map((item) => (item.type === 'compaction' ? openCompaction(item, place) : item)));
}

async function openCompaction(item: Compaction, { compactions, accountId }: Place): Promise<OpenItem> {
  const summary = await compactions.open(accountId, item.encrypted_content);
  if (summary !== undefined) return summaryText(item.id, summary);
  throw wrongInput(
    'input has a compaction item whose encrypted_content cannot be read: it was changed, or was not made for this account. Send the conversation itself.',
  );
}

/** The items before the input. */
type Earlier = {
  readonly items: readonly Item[];
  /** So much of a conversation's bounds is used. */
  readonly characters: number;
};

async function earlierItems(form: ResponsesForm, place: Place): Promise<Earlier> {
  const { previousId, conversationId } = form;
  if (conversationId !== undefined) return itemsOfConversation(conversationId, place);
  return { items: previousId === undefined ? [] : await itemsOfPrevious(previousId, place), characters: 0 };
}

async function itemsOfConversation(id: string, { conversations, accountId }: Place): Promise<Earlier> {
  requireConversations(conversations);
  const found = await conversations.items(accountId, id);
  if (found) return { ...found, items: itemsFromKept(found.items) };
  throw conversationNotFound(id);
}

/** Everything up to the previous response, and what came of it. Its instructions are not carried over. */
async function itemsOfPrevious(previousId: string, { kept, accountId }: Place): Promise<readonly Item[]> {
  const previous = await kept.find(accountId, previousId);
  if (previous && !hasOutput(previous.response)) throw noOutput(previousId);
  if (previous) return [...inputOf(previous), ...outputItems(previous.response)];
  throw new ServiceError('previous_response_not_found', `Previous response with id '${previousId}' not found.`, {
    param: 'previous_response_id',
  });
}

const noOutput = (id: string): ServiceError =>
  new ServiceError(
    'invalid_request',
    `Previous response with id '${id}' has no output: it was made in the background, and is not completed.`,
    { param: 'previous_response_id' },
  );

/** Each response of them is read once, and of those whose output alone is meant, no more than that. */
const REFERRED_MAX = 512;
const REFERRED_INPUTS_MAX = 16;

async function referredItems(form: ResponsesForm, { kept, accountId }: Place): Promise<ReadonlyMap<string, Item>> {
  const homes = referencesIn(form)
    .map(homeOf)
    .filter((home) => home !== undefined);
  const outputs = new Set(homes.filter(({ isInput }) => !isInput).map(({ responseId }) => responseId));
  const inputs = new Set(homes.filter(({ isInput }) => isInput).map(({ responseId }) => responseId));
  if (outputs.size > REFERRED_MAX || inputs.size > REFERRED_INPUTS_MAX) throw tooManyReferred();
  const [responses, wholes] = await Promise.all([
    outputs.size === 0 ? new Map() : kept.findResponses(accountId, [...outputs]),
    Promise.all([...inputs].map((id) => kept.find(accountId, id))),
  ]);
  const items = [...responses.values()].flatMap(outputItems);
  const sent = wholes.filter((one) => one !== undefined).flatMap(inputOf);
  return new Map([...items, ...sent].map((item) => [item.id, item]));
}

export const inputOf = ({ input }: KeptResponse): readonly Item[] => itemsFromKept(input);

const tooManyReferred = (): ServiceError => wrongInput(`input refers to items of more than ${REFERRED_MAX} responses.`);

const wrongInput = (message: string): ServiceError => new ServiceError('invalid_request', message, { param: 'input' });

function notKept({ previousId }: ResponsesForm): ServiceError {
  const param = previousId === undefined ? 'input' : 'previous_response_id';
  const message = `${param} refers to an earlier response, but this service keeps none: send the whole input, with store set to false.`;
  return new ServiceError('invalid_request', message, { param });
}
