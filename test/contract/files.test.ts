/** /v1/files through the official client: what is sent comes back to the byte, and only to its own account. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { toFile } from 'openai';
import { startService, type TestService } from '../support/service.ts';
import { rejection } from './client.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({
    env: { BOREAL_LIMITS_FILE_BYTES_MAX: '2000000', BOREAL_LIMITS_FILES_BYTES_MAX: '3000000' },
  });
});
afterAll(() => service.stop());

const send = (content: string | Uint8Array, name = 'input.jsonl') =>
  toFile(Buffer.from(content), name).then((file) => service.client().files.create({ file, purpose: 'batch' }));

test('a file is sent, found, listed, read and deleted', async () => {
  const client = service.client();
  const content = `{"text":"příliš žluťoučký kůň 🐎"}\n${'x'.repeat(700_000)}\r\n\n`;

  const file = await send(content, 'kůň.jsonl');
  const found = await client.files.retrieve(file.id);
  const listed = await client.files.list({ purpose: 'batch' });
  const read = await (await client.files.content(file.id)).text();
  const deleted = await client.files.delete(file.id);

  expect(file).toMatchObject({ object: 'file', purpose: 'batch', filename: 'kůň.jsonl', status: 'processed' });
  expect(file.bytes).toBe(Buffer.byteLength(content));
  expect(file.expires_at! - file.created_at).toBe(30 * 86_400);
  expect(found).toEqual(file);
  expect(listed.data).toEqual([file]);
  expect(read).toBe(content);
  expect(deleted).toEqual({ id: file.id, object: 'file', deleted: true });
  expect((await rejection(client.files.retrieve(file.id))).status).toBe(404);
  expect((await rejection(client.files.delete(file.id))).status).toBe(404);
});

test('lists go on page by page', async () => {
  const client = service.client();
  const sent = [await send('1\n'), await send('2\n'), await send('3\n')].map(({ id }) => id);

  const newest: string[] = [];
  for await (const file of client.files.list({ limit: 2 })) newest.push(file.id);
  const oldest: string[] = [];
  for await (const file of client.files.list({ limit: 1, order: 'asc' })) oldest.push(file.id);

  expect(newest).toEqual(sent.toReversed());
  expect(oldest).toEqual(sent);
  for (const id of sent) await client.files.delete(id);
});

test('a file may be kept for less time than usual', async () => {
  const file = await service.client().files.create({
    file: await toFile(Buffer.from('1\n'), 'a.jsonl'),
    purpose: 'batch',
    expires_after: { anchor: 'created_at', seconds: 3600 },
  });

  expect(file.expires_at! - file.created_at).toBe(3600);
  await service.client().files.delete(file.id);
});

test('of another account nothing is seen', async () => {
  const file = await send('mine\n');
  const { secret } = await service.newKey({ accountId: await service.newAccount() });
  const stranger = service.client({ apiKey: secret });

  expect((await rejection(stranger.files.retrieve(file.id))).status).toBe(404);
  expect((await rejection(stranger.files.content(file.id))).status).toBe(404);
  expect((await rejection(stranger.files.delete(file.id))).status).toBe(404);
  expect((await stranger.files.list()).data).toEqual([]);
  await service.client().files.delete(file.id);
});

test('the database holds the content sealed', async () => {
  const file = await send('a very secret word\n');

  const part = await service.stores.batchFiles.part(file.id, 0);

  expect(part).toBeString();
  expect(Buffer.from(part!, 'base64').includes('secret')).toBe(false);
  await service.client().files.delete(file.id);
  expect(await service.stores.batchFiles.part(file.id, 0)).toBeUndefined();
});

const post = (form: FormData | string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, ...headers },
    body: form,
  });

function formOf(fields: Readonly<Record<string, string>>, content?: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  if (content !== undefined) form.set('file', new Blob([content]), 'input.jsonl');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

test.each([
  ['no file', () => formOf({ purpose: 'batch' }), 400, 'file'],
  ['another purpose', () => formOf({ purpose: 'fine-tune' }, '{}\n'), 400, 'purpose'],
  ['no purpose', () => formOf({}, '{}\n'), 400, 'purpose'],
  ['an empty file', () => formOf({ purpose: 'batch' }, ''), 400, 'file'],
  ['bytes that are no text', () => formOf({ purpose: 'batch' }, new Uint8Array([0xff, 0xfe])), 400, 'file'],
  ['a file that is too large', () => formOf({ purpose: 'batch' }, 'x'.repeat(2_000_001)), 413, 'file'],
  [
    'an odd expiry',
    () => formOf({ purpose: 'batch', 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': '1' }, '{}\n'),
    400,
    'expires_after',
  ],
] as const)('%s is refused, and leaves nothing', async (_, form, status, param) => {
  const response = await post(form());

  expect(response.status).toBe(status);
  expect(((await response.json()) as { error: { param: string } }).error.param).toBe(param);
  expect((await service.client().files.list()).data).toEqual([]);
});

test('a body that is no form, or ends before its end, is refused', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=x' };

  expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(400);
  expect((await post('--x\r\ncontent-disposition: form-data; name="file"\r\n\r\nab', type)).status).toBe(400);
  expect((await post('--x\r\n\r\nab\r\n--x--', type)).status).toBe(400);
  expect((await service.client().files.list()).data).toEqual([]);
});

test('an account keeps only so many bytes', async () => {
  const first = await send('x'.repeat(1_900_000));
  const refused = await rejection(send('x'.repeat(1_900_000)));
  await service.client().files.delete(first.id);
  const second = await send('x'.repeat(1_900_000));

  expect(refused).toMatchObject({ status: 400, param: 'file' });
  await service.client().files.delete(second.id);
});
