/**
 * Requests of real agents after they had looked at a picture: recorded by `test/slow/agent-pictures.test.ts`. Those of Open
 * WebUI are what its server sent while a picture was pasted into its page, in Chromium, with all that it does by itself.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Exchange } from './recording-front.ts';

type RecordedRequest<Body> = Pick<Exchange, 'method' | 'path' | 'headers'> & {
  readonly turn: string;
  readonly body: Body;
};

const FOLDER = resolve(import.meta.dir, '../fixtures/agents');
const HEADERS = ['accept', 'content-type', 'user-agent', 'anthropic-version', 'anthropic-beta', 'x-app', 'originator'];
/** Instructions and descriptions are long, and not what is tested. */
const TEXT_CHARS_MAX = 160;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const LONG_HEX = /[0-9a-f]{64}/g;

/** `agent` is its name and version. */
export function recordedRequests<Body>(id: string) {
  const { agent, requests } = JSON.parse(readFileSync(resolve(FOLDER, `${id}.json`), 'utf8'));
  return (requests as readonly RecordedRequest<Body>[]).map((request) => ({ agent: String(agent), ...request }));
}

/** Writes requests without what tells of the machine; `folder` is where the agent worked. */
export function record(id: string, folder: string, turns: Readonly<Record<string, Exchange>>): void {
  const scrub = (text: string): string =>
    text.replaceAll(folder, '/project').replace(UUID, '00000000-0000-4000-8000-000000000000').replace(LONG_HEX, '0');
  const shorten = (text: string): string =>
    text.length > TEXT_CHARS_MAX && !text.startsWith('data:') ? `${text.slice(0, TEXT_CHARS_MAX)}…` : text;
  const requests = Object.entries(turns).map(([turn, { method, path, headers, body }]) => ({
    ...{ turn, method, path },
    headers: Object.fromEntries(HEADERS.flatMap((name) => (headers[name] ? [[name, ownName(headers[name])]] : []))),
    body: JSON.parse(JSON.stringify(body), (_, value) => (typeof value === 'string' ? shorten(scrub(value)) : value)),
  }));
  const lines = requests.map((request) => `    ${JSON.stringify(request)}`).join(',\n');
  mkdirSync(FOLDER, { recursive: true });
  const agent = requests[0]!.headers['user-agent'];
  writeFileSync(
    resolve(FOLDER, `${id}.json`),
    `{\n  "agent": ${JSON.stringify(agent)},\n  "requests": [\n${lines}\n  ]\n}\n`,
  );
}

/** An agent names the system that it runs on behind its own name. */
const ownName = (header: string): string => header.replace(/ \(.*/, '');
