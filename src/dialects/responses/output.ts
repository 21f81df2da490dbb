/**
 * The output of a response as it grows: pieces → items. With a listener it also says what happens to them, in the order
 * and with the numbers that clients of the stream expect; without one it only collects.
 */
import type { JsonObject, Piece, SealedThought, TokenLogprob } from '../../core/chat.ts';
import { logprobToWire } from '../chat/chat-answer.ts';
import { LongText } from '../long-text.ts';
import { packThoughts } from '../sealed-thoughts.ts';
import { type CallTarget, customInputOf } from './tools.ts';

/** Gets the type of an event, and its fields as they are inside the braces. */
type Say = (type: string, fields: string) => void;

type TextItem = {
  readonly kind: 'message' | 'reasoning';
  text: string;
  /** As JSON, without brackets: there may be very many, so they are written as they come. */
  logprobs: LongText;
  /** The thoughts of a reasoning that its engine wants back. */
  readonly sealed: SealedThought[];
  /** Nothing of it may be shown. */
  readonly isHidden?: boolean;
};
type CallItem = { readonly kind: 'call'; readonly callId: string; readonly target: CallTarget; written: string };
type OpenItem = (TextItem | CallItem) & {
  readonly id: string;
  readonly index: number;
  /** How events name it. */
  readonly place: string;
  isDone: boolean;
};
type Status = 'in_progress' | 'completed' | 'incomplete';

type OutputForm = {
  /** All ids of this answer share it. */
  readonly key: string;
  readonly reasoningAs: 'summary' | 'content';
  readonly targets: Readonly<Record<string, CallTarget>>;
};

const LOGPROBS_SAID_AGAIN_MAX = 10_000;
const ID_PREFIX = { message: 'msg_', reasoning: 'rs_', call: 'fc_', custom: 'ctc_' } as const;

export class ResponseOutput {
  readonly #form: OutputForm;
  readonly #say: Say | undefined;
  readonly #items: OpenItem[] = [];
  readonly #calls = new Map<number, OpenItem & CallItem>();
  /** Tokens with a likelihood, candidates included. */
  #logprobs = 0;
  /** The text that further text is added to. */
  #text: (OpenItem & TextItem) | undefined;

  constructor(form: OutputForm, say?: Say) {
    this.#form = form;
    this.#say = say;
  }

  add(piece: Piece): void {
    if (piece.type === 'text') this.#addText('message', piece.text, piece.logprobs);
    else if (piece.type === 'reasoning') this.#addText('reasoning', piece.text);
    else if (piece.type === 'sealed-thought') this.#addThought(piece.thought);
    else if (piece.type === 'tool-call-start') this.#beginCall(piece);
    else if (piece.type === 'tool-call-arguments') this.#addArguments(piece.index, piece.text);
  }

  /** Ends what is still open. An answer that was cut short ends in an item that is not whole. */
  end(status: 'completed' | 'incomplete'): readonly string[] {
    if (this.#items.length === 0) this.#openText('message');
    const open = this.#items.filter(({ isDone }) => !isDone);
    for (const item of open) this.#close(item, item === open.at(-1) ? status : 'completed');
    return this.whole(status);
  }

  /** The items as they are now, as JSON without brackets. */
  whole(lastStatus: Status): readonly string[] {
    return this.#items.flatMap((item, i) => {
      const written = this.#toWire(item, i === this.#items.length - 1 ? lastStatus : 'completed');
      return i === 0 ? written : [',', ...written];
    });
  }

  /** The items of an answer that has ended, without logprobs. */
  ended(lastStatus: Status): readonly (JsonObject & { readonly id: string })[] {
    return this.#items.map((item, i) => {
      const bare = item.kind === 'call' ? item : { ...item, logprobs: new LongText() };
      return JSON.parse(this.#toWire(bare, i === this.#items.length - 1 ? lastStatus : 'completed').join(''));
    });
  }

  #addText(kind: TextItem['kind'], text: string, logprobs: readonly TokenLogprob[] = []): void {
    const item = this.#text?.kind === kind ? this.#text : this.#openText(kind);
    item.text += text;
    const written = logprobsJson(logprobs);
    this.#collect(item, logprobs, written);
    const end = kind === 'message' ? `,"logprobs":[${written}]` : '';
    this.#say?.(this.#textEvent(kind, 'delta'), `${item.place},"delta":${JSON.stringify(text)}${end}`);
  }

  /** A client that streams has seen them already: many are not repeated, which would hold up all others. */
  #collect(item: TextItem, logprobs: readonly TokenLogprob[], written: string): void {
    if (written === '') return;
    for (const { top } of logprobs) this.#logprobs += 1 + top.length;
    if (this.#say && this.#logprobs > LOGPROBS_SAID_AGAIN_MAX) item.logprobs = new LongText();
    else item.logprobs.add(item.logprobs.isEmpty ? '' : ',', written);
  }

  #openText(kind: TextItem['kind'], isHidden = false): OpenItem & TextItem {
    if (this.#text) this.#close(this.#text, 'completed');
    const item = this.#open({ kind, text: '', logprobs: new LongText(), sealed: [], isHidden });
    this.#text = item;
    return item;
  }

  /** The reasoning that it seals has come already, unless it is not shown. */
  #addThought(thought: SealedThought): void {
    const known = this.#text?.kind === 'reasoning' ? this.#text : undefined;
    const item = known ?? this.#openText('reasoning', true);
    item.sealed.push(thought);
    if (!known) this.#close(item, 'completed');
  }

  #beginCall({ index, id, name }: Extract<Piece, { type: 'tool-call-start' }>): void {
    if (this.#text) this.#close(this.#text, 'completed');
    const target = this.#form.targets[name] ?? { name };
    this.#calls.set(index, this.#open({ kind: 'call', callId: id, target, written: '' }));
  }

  /** A custom tool has text for an input, which is known when its arguments are whole. */
  #addArguments(index: number, text: string): void {
    const item = this.#calls.get(index)!;
    item.written += text;
    if (item.target.isCustom) return;
    this.#say?.('response.function_call_arguments.delta', `${item.place},"delta":${JSON.stringify(text)}`);
  }

  #open<T extends TextItem | CallItem>(item: T): T & OpenItem {
    const index = this.#items.length;
    const id = `${ID_PREFIX[kindOf(item)]}${this.#form.key}_${index}`;
    const inItem = item.kind === 'call' ? '' : `,"${this.#isSummary(item.kind) ? 'summary_index' : 'content_index'}":0`;
    const place = `"item_id":"${id}","output_index":${index}${inItem}`;
    const open = Object.assign(item, { id, index, place, isDone: false }) as T & OpenItem;
    this.#items.push(open);
    this.#sayItem('added', open, 'in_progress');
    if (open.kind !== 'call' && !open.isHidden) this.#say?.(this.#partEvent(open, 'added'), this.#partFields(open, ''));
    return open;
  }

  #close(item: OpenItem, status: Status): void {
    item.isDone = true;
    if (item.kind === 'call') this.#closeCall(item);
    else {
      this.#text = undefined;
      if (!item.isHidden) this.#sayText(item);
    }
    this.#sayItem('done', item, status);
  }

  #sayText(item: OpenItem & TextItem): void {
    this.#say?.(this.#textEvent(item.kind, 'done'), textFields(item));
    this.#say?.(this.#partEvent(item, 'done'), this.#partFields(item, item.text));
  }

  #closeCall(item: OpenItem & CallItem): void {
    // Engines write nothing where a function takes nothing.
    item.written ||= item.target.isCustom ? '' : '{}';
    if (!item.target.isCustom) {
      const fields = `"name":${JSON.stringify(item.target.name)},"arguments":${JSON.stringify(item.written)}`;
      this.#say?.('response.function_call_arguments.done', `${item.place},${fields}`);
      return;
    }
    const input = JSON.stringify(customInputOf(item.written));
    this.#say?.('response.custom_tool_call_input.delta', `${item.place},"delta":${input}`);
    this.#say?.('response.custom_tool_call_input.done', `${item.place},"input":${input}`);
  }

  #sayItem(what: 'added' | 'done', item: OpenItem, status: Status): void {
    this.#say?.(
      `response.output_item.${what}`,
      `"output_index":${item.index},"item":${this.#toWire(item, status).join('')}`,
    );
  }

  #isSummary = (kind: TextItem['kind']): boolean => kind === 'reasoning' && this.#form.reasoningAs === 'summary';

  #textEvent(kind: TextItem['kind'], what: 'delta' | 'done'): string {
    if (kind === 'message') return `response.output_text.${what}`;
    return this.#isSummary(kind) ? `response.reasoning_summary_text.${what}` : `response.reasoning_text.${what}`;
  }

  #partEvent({ kind }: TextItem, what: 'added' | 'done'): string {
    return this.#isSummary(kind) ? `response.reasoning_summary_part.${what}` : `response.content_part.${what}`;
  }

  #partFields(item: OpenItem & TextItem, text: string): string {
    return `${item.place},"part":${this.#partOf(item, text).join('')}`;
  }

  #partOf(item: TextItem, text: string): readonly string[] {
    const written = JSON.stringify(text);
    if (item.kind === 'message') {
      const logprobs = text === '' ? [] : item.logprobs.pieces;
      return ['{"type":"output_text","annotations":[],"logprobs":[', ...logprobs, `],"text":${written}}`];
    }
    return [`{"type":"${this.#isSummary(item.kind) ? 'summary_text' : 'reasoning_text'}","text":${written}}`];
  }

  /** As JSON, in pieces because of its logprobs. */
  #toWire(item: OpenItem, status: Status): readonly string[] {
    if (item.kind === 'call') return [JSON.stringify(callToWire(item, status))];
    const isNew = status === 'in_progress' && item.text === '';
    const sealed = item.sealed.length > 0 ? `,"encrypted_content":"${packThoughts(item.sealed)}"` : '';
    const parts = isNew || item.isHidden ? [] : this.#partOf(item, item.text);
    return [
      `{"id":"${item.id}","type":"${item.kind}","status":"${status}"${this.#placeOfParts(item)}[`,
      ...parts,
      `]${sealed}}`,
    ];
  }

  #placeOfParts({ kind }: TextItem): string {
    if (kind === 'message') return ',"role":"assistant","content":';
    return this.#isSummary(kind) ? ',"summary":' : ',"summary":[],"content":';
  }
}

function textFields({ kind, place, text, logprobs }: OpenItem & TextItem): string {
  const chances = kind === 'message' ? `,"logprobs":[${logprobs.pieces.join('')}]` : '';
  return `${place},"text":${JSON.stringify(text)}${chances}`;
}

function callToWire({ id, callId, target, written }: OpenItem & CallItem, status: Status): JsonObject {
  const { name, namespace, isCustom } = target;
  const call = { call_id: callId, name, ...(namespace !== undefined && { namespace }) };
  if (isCustom) return { id, type: 'custom_tool_call', status, ...call, input: customInputOf(written) };
  return { id, type: 'function_call', status, ...call, arguments: written };
}

const kindOf = (item: TextItem | CallItem): keyof typeof ID_PREFIX =>
  item.kind === 'call' && item.target.isCustom ? 'custom' : item.kind;

const logprobsJson = (logprobs: readonly TokenLogprob[]): string =>
  logprobs.map((token) => JSON.stringify(logprobToWire(token))).join(',');
