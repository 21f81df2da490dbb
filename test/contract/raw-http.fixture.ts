/** Requests as bytes, and what became of them. */
import { expect } from 'bun:test';
import { requestRows, settledRows } from '../support/ledger-order.ts';
import { RawClient } from '../support/raw-client.ts';
import { type TestService, until } from '../support/service.ts';
import { CHAT } from './bad-input.fixture.ts';

export const BODY = JSON.stringify(CHAT);
export const POST = 'POST /v1/chat/completions HTTP/1.1';
export const HOST = 'Host: localhost';
export const JSON_TYPE = 'Content-Type: application/json';
export const LENGTH = `Content-Length: ${BODY.length}`;
export const CHUNKED = 'Transfer-Encoding: chunked';

export const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
export const chunked = (size = BODY.length.toString(16), end = '\r\n') => `${size}${end}${BODY}${end}0${end}${end}`;

type Exchange = { readonly statuses: readonly number[]; readonly text: string; readonly body: string };

export const FREE = { asked: 0, paid: 0n };
export const ONE_CHARGE = { asked: 1, paid: 65_000n };

/** Everything a test of bytes needs of its service, which starts later than this is called. */
export function rawRequests(service: () => TestService) {
  const key = () => `Authorization: Bearer ${service().key}`;

  /** A chat request whose head has these lines in place of, or beside, the usual ones. */
  const chat = (...extra: readonly string[]) => lines(POST, HOST, key(), JSON_TYPE, LENGTH, ...extra) + BODY;
  const chatFrom = (line: string) => lines(line, HOST, key(), JSON_TYPE, LENGTH) + BODY;
  const withHost = (...hosts: readonly string[]) => lines(POST, ...hosts, key(), JSON_TYPE, LENGTH) + BODY;
  const withType = (...types: readonly string[]) => lines(POST, HOST, key(), ...types, LENGTH) + BODY;
  const withLength = (...lengths: readonly string[]) => lines(POST, HOST, key(), JSON_TYPE, ...lengths) + BODY;
  const withCoding = (...codings: readonly string[]) => lines(POST, HOST, key(), JSON_TYPE, ...codings) + chunked();
  const withChunks = (chunks: string) => lines(POST, HOST, key(), JSON_TYPE, CHUNKED) + chunks;

  /** Sends these bytes and waits for the end of an answer, or of the connection. */
  async function exchange(
    bytes: string | Uint8Array,
    isOver: (text: string) => boolean = () => false,
  ): Promise<Exchange> {
    using client = new RawClient(service().port);
    client.send(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    const answered = until(
      'an answer has come',
      () => isOver(client.text) || /\r\n\r\n[\s\S]*[}\n]$/.test(client.text),
    );
    await Promise.race([client.over, answered.catch(() => {})]);
    const { text } = client;
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    return { statuses, text, body: text.slice(text.indexOf('\r\n\r\n') + 4) };
  }

  /** The requests to the engine and the payments while this ran. */
  async function costOf<T>(run: () => Promise<T>): Promise<{ result: T; asked: number; paid: bigint }> {
    const asked = service().upstream.requests.length;
    const before = await service().stores.ledger.balanceOf(service().accountId, Date.now());
    const result = await run();
    const after = await service().stores.ledger.balanceOf(service().accountId, Date.now());
    return { result, asked: service().upstream.requests.length - asked, paid: before.credit - after.credit };
  }

  /** A request that is answered and paid after all the others: what they had to pay was paid before it. */
  async function lastCharge(): Promise<void> {
    expect((await service().post(CHAT)).status).toBe(200);
  }

  /** Sends bytes that make the runtime hang up, and waits until the ledger knows what became of the request in them. */
  async function sendAndLose(client: RawClient, bytes: string): Promise<string> {
    const { dataDir } = service().config;
    const known = requestRows(dataDir).length;
    client.send(bytes);
    const over = await client.over;
    await settledRows(dataDir, known + 1);
    return over;
  }

  return {
    key,
    chat,
    chatFrom,
    withHost,
    withType,
    withLength,
    withCoding,
    withChunks,
    exchange,
    costOf,
    lastCharge,
    sendAndLose,
  };
}
