/** /v1/files: what customers send for batches, and what batches leave, as OpenAI's clients know files. */

import { ServiceError } from '../../core/errors.ts';
import { type BatchFile, contentOf } from '../../features/batches/files.ts';
import type { KeyCall, Route } from '../../platform/http/call.ts';
import type { SendFile } from '../../platform/http/file-stream.ts';
import { limitIn, orderIn } from './page-of.ts';
import { receiveFile, type Uploads } from './upload.ts';

type FileNeeds = Uploads & {
  readonly sendFile: SendFile;
  /** The lines of a batch that a result is made of. */
  readonly linesOf: (file: BatchFile) => AsyncGenerator<string, void>;
};

const LISTED_MAX = 10_000;

export function fileRoutes(needs: FileNeeds): readonly Route[] {
  const on = (handle: (call: KeyCall, needs: FileNeeds) => Promise<Response>) => (call: KeyCall) => handle(call, needs);
  return [
    { method: 'POST', path: '/v1/files', guard: 'key', handle: on(createFile) },
    { method: 'GET', path: '/v1/files', guard: 'key', handle: on(listFiles) },
    { method: 'GET', path: '/v1/files/{id}', guard: 'key', handle: on(showFile) },
    { method: 'GET', path: '/v1/files/{id}/content', guard: 'key', handle: on(showContent) },
    { method: 'DELETE', path: '/v1/files/{id}', guard: 'key', handle: on(deleteFile) },
  ];
}

const createFile = async (call: KeyCall, needs: FileNeeds): Promise<Response> =>
  Response.json(fileToWire(await receiveFile(call, needs)));

/** One more than asked for is read, which tells whether there are others behind them. */
async function listFiles({ request, caller }: KeyCall, { files, clock }: FileNeeds): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const limit = limitIn(query, { usual: LISTED_MAX, max: LISTED_MAX });
  const page = { limit: limit + 1, after: query.get('after'), order: orderIn(query), purpose: query.get('purpose') };
  const found = await files.list(caller.accountId, page, clock.nowMs());
  const data = found.slice(0, limit).map(fileToWire);
  return Response.json({
    object: 'list',
    data,
    first_id: data.at(0)?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: found.length > limit,
  });
}

const showFile = async (call: KeyCall, needs: FileNeeds): Promise<Response> =>
  Response.json(fileToWire(await found(call, needs)));

async function showContent(call: KeyCall, needs: FileNeeds): Promise<Response> {
  const file = await found(call, needs);
  const pieces = file.of ? needs.linesOf(file) : contentOf(needs, file);
  return needs.sendFile(call, { name: `${file.id}.jsonl`, type: 'application/jsonl', pieces });
}

async function deleteFile({ caller, params }: KeyCall, { files, clock }: FileNeeds): Promise<Response> {
  const id = params.id ?? '';
  if (!(await files.remove(caller.accountId, id, clock.nowMs()))) throw fileNotFound(id);
  return Response.json({ id, object: 'file', deleted: true });
}

async function found({ caller, params }: KeyCall, { files, clock }: FileNeeds): Promise<BatchFile> {
  const id = params.id ?? '';
  const file = await files.find(caller.accountId, id, clock.nowMs());
  if (file) return file;
  throw fileNotFound(id);
}

export const fileNotFound = (id: string, param?: string): ServiceError =>
  new ServiceError('not_found', `No such File object: ${id.slice(0, 80)}.`, param ? { param } : {});

const fileToWire = ({ id, bytes, createdAtMs, expiresAtMs, filename, purpose }: BatchFile) => ({
  id,
  object: 'file',
  bytes,
  created_at: Math.floor(createdAtMs / 1000),
  expires_at: Math.floor(expiresAtMs / 1000),
  filename,
  purpose,
  status: 'processed',
  status_details: null,
});
