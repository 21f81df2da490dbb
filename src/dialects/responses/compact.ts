/** POST /v1/responses/compact: a conversation in, its user messages and a sealed summary out. */
import type { AnswerEvents, AnswerHead, ChatRequest } from '../../core/chat.ts';
import { ServiceError } from '../../core/errors.ts';
import { answerIdOf } from '../../core/request-id.ts';
import { nextTurn } from '../../lib/next-turn.ts';
import type { Dialect } from '../dialect.ts';
import { LongText } from '../long-text.ts';
import { type Item, type OpenItem, withStatus } from './items.ts';
import { withIds } from './kept.ts';
import { createResponsesReader, isWhole, type ResponsesForm } from './reader.ts';
import { usageToWire } from './response.ts';
import { compactSchema } from './schema.ts';

export type CompactForm = ResponsesForm & {
  /** Known once the conversation is whole. */
  readonly whole?: { readonly items: readonly Item[]; seal(summary: string): Promise<string> };
};

const ID_PREFIX = 'resp_';

export const compactDialect: Dialect<CompactForm> = {
  name: 'responses-compact',
  limit: { field: 'max_output_tokens', isHint: true },
  createReader: (rules) => {
    const read = createResponsesReader(rules);
    const taken = Object.keys(compactSchema(rules).shape);
    return (body) => {
      const { chat, form } = read(Object.fromEntries(Object.entries(body).filter(([name]) => taken.includes(name))));
      return { chat: isWhole(form) ? withSummaryTask(chat) : chat, form };
    };
  },
  toBody: toCompaction,
  toStream: () => {
    throw new Error('Unreachable: compactions are never streamed.');
  },
};

const ORDER =
  'Summarise this conversation for a model that will continue it and cannot read it. Keep the goals, decisions, facts, names, ' +
  'numbers, files and results that are still needed, what was tried and failed, and what is to be done next. Do not call tools ' +
  'and do not answer the last message. Answer only with the summary.';

/** Added where the conversation is whole: by the reader, unless something must be looked up first. */
export const withSummaryTask = (chat: ChatRequest): ChatRequest => ({
  ...chat,
  messages: [...chat.messages, { role: 'user', content: ORDER }],
});

/** As a user's message: what a model once wrote must not weigh as much as instructions. */
export const summaryText = (id: string, summary: string): OpenItem => ({
  type: 'message',
  id,
  role: 'user',
  content: [{ type: 'input_text', text: `Summary of the conversation so far:\n\n${summary}` }],
});

async function toCompaction(
  events: AnswerEvents,
  head: AnswerHead,
  { whole }: CompactForm,
): Promise<readonly string[]> {
  if (!whole) throw new Error('Unreachable: the conversation is made whole before it is summarised.');
  let text = '';
  let reasoning = '';
  for await (const together of events) {
    for (const event of together) {
      if (event.type === 'text') text += event.text;
      else if (event.type === 'reasoning') reasoning += event.text;
      else if (event.type === 'end') {
        const usage = usageToWire(event.usage, event.cost);
        return writeCompaction(head, { summary: text.trim() || reasoning.trim(), usage, ...whole });
      }
    }
  }
  throw new Error('Unreachable: the events of an answer end with `end` or throw.');
}

/** So much is written before others get their turn: some milliseconds. */
const TURN_CHARACTERS_MAX = 128 * 1024;

type Summarised = NonNullable<CompactForm['whole']> & { readonly summary: string; readonly usage: object };

async function writeCompaction(head: AnswerHead, { summary, usage, items, seal }: Summarised) {
  // An empty summary would make the client forget its conversation.
  if (summary === '') {
    throw new ServiceError('upstream_incomplete', 'The model wrote no summary: keep the conversation as it is.');
  }
  const id = answerIdOf(head.id, ID_PREFIX);
  const about = { id, object: 'response.compaction', created_at: Math.floor(head.createdAtMs / 1000), usage };
  const json = new LongText().add(JSON.stringify(about).slice(0, -1), ',"output":[');
  let written = 0;
  for (const item of withIds(items, id).filter(isOfUser)) {
    if (written > TURN_CHARACTERS_MAX) {
      written = 0;
      await nextTurn();
    }
    const one = JSON.stringify(withStatus(item));
    written += one.length;
    json.add(one, ',');
  }
  const sealed = {
    id: `cmp_${id.slice(ID_PREFIX.length)}_0`,
    type: 'compaction',
    encrypted_content: await seal(summary),
  };
  return json.add(JSON.stringify(sealed), ']}').pieces;
}

const isOfUser = (item: Item): boolean => item.type === 'message' && item.role === 'user';
