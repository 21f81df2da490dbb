/**
 * The targets of the guided fuzzer, called with bytes of its own, one function for each reader. One that throws has found something.
 * Nothing of the runtime is used here: the fuzzer runs on Node.
 */

import { ServiceError } from '../../../src/core/errors.ts';
import { createRequestReader } from '../../../src/dialects/chat/chat-request.ts';
import { AnswerReader, BrokenAnswer } from '../../../src/engines/upstream/upstream-answer.ts';
import { toUpstreamBody } from '../../../src/engines/upstream/upstream-request.ts';
import type { BankFileFormat } from '../../../src/features/bank/bank.ts';
import { readBankFile } from '../../../src/features/bank/read-bank-file.ts';
import { statusOf } from '../../../src/platform/http/error-body.ts';
import { parseJsonBody } from '../../../src/platform/http/json-body.ts';
import { EventTooLarge, sseData } from '../../../src/platform/http/sse.ts';
import { pathOf } from '../../../src/platform/http/target.ts';
import { isSoundMovement } from '../../support/sound-movement.ts';

const RULES = {
  ...{ messagesMax: 300, toolsMax: 128, stopMax: 4, hasTools: true, defaultModel: 'svc-glacier' },
  attachmentBytesMax: 1000,
};
const DIALECT = { model: 'm', maxTokensField: 'max_tokens', runningUsage: 'none' } as const;
const JSON_LIMITS = { depthMax: 64, keysMax: 20_000, valuesMax: 50_000 };
const EVENT_BYTES_MAX = 100_000;
const readChat = createRequestReader(RULES);

/** A body is read as JSON.parse reads it and becomes a chat, or it is refused with 400 in one sentence. */
export function request(bytes: Buffer): void {
  refusedOr(() => {
    const body = parseJsonBody(bytes, JSON_LIMITS);
    same(JSON.stringify(body), JSON.stringify(JSON.parse(bytes.toString('utf8'))), 'JSON.parse reads it otherwise');
    JSON.parse(toUpstreamBody(readChat(body), 10, DIALECT) as string);
  });
}

/** A stream is the same answer whole and in pieces, or broken both times. */
export async function stream(bytes: Buffer): Promise<void> {
  const [whole, pieces] = [await answerOf(bytes, bytes.length || 1), await answerOf(bytes, 3)];
  same(whole, pieces, 'pieces are read otherwise');
}

/** A target has a path that begins with a slash, or it is refused. */
export function target(bytes: Buffer): void {
  const line = bytes.toString('latin1');
  const headers = new Headers({ host: 'example.com' });
  refusedOr(() => {
    const path = pathOf({ url: `http://example.com/${line}`, method: 'GET', headers } as Request);
    if (!path.startsWith('/') || path.includes('//')) throw new Error(`The path is ${path}.`);
  });
}

/** A bank statement of a format is sound movements, the same each time, or it is refused as a file. */
const statement =
  (format: BankFileFormat) =>
  (bytes: Buffer): void =>
    refusedOr(() => {
      const [first, second] = [statementOf(bytes, format), statementOf(bytes, format)];
      same(first, second, 'it is read otherwise the second time');
    });

export const csv = statement('csv');
export const gpc = statement('gpc');
export const camt = statement('camt');
export const fio = statement('fio-json');

function statementOf(bytes: Buffer, format: BankFileFormat): string {
  const { movements, ...about } = readBankFile(bytes, format);
  const unsound = movements.find((movement) => !isSoundMovement(movement));
  const written = JSON.stringify({ about, movements }, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  if (unsound) throw new Error(`A movement is not sound: ${written}`);
  return written;
}

function refusedOr(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ServiceError) || statusOf(error) !== 400 || error.message.length > 2000) throw error;
  }
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function answerOf(bytes: Buffer, length: number): Promise<string> {
  let ids = 0;
  const reader = new AnswerReader({ newToolCallId: () => `call_${++ids}`, thinking: 'tags' });
  const events: unknown[] = [];
  try {
    for await (const list of sseData(inPieces(bytes, length), EVENT_BYTES_MAX)) {
      for (const data of list) if (data.startsWith('{')) events.push(...reader.read(parsed(data)));
    }
    return JSON.stringify([...events, ...reader.end()]);
  } catch (error) {
    if (error instanceof BrokenAnswer || error instanceof EventTooLarge) return 'broken';
    throw error;
  }
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new BrokenAnswer('An event is not JSON.');
  }
}

function same(found: string, wanted: string, what: string): void {
  if (found !== wanted) throw new Error(`${what}: ${found.slice(0, 200)} and ${wanted.slice(0, 200)}`);
}
