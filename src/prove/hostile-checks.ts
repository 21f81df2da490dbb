/** Requests that only an attacker or a broken program sends, as bytes. */
import { parseJson } from '../lib/parse-json.ts';
import type { Check } from './check.ts';
import { demand, demandEqual, shorten } from './deviation.ts';
import { at } from './json-path.ts';
import type { Probe } from './probe.ts';

const MUCH = 2 ** 40;

export const HOSTILE_CHECKS: readonly Check[] = [
  {
    id: 'body-too-large',
    group: 'errors',
    rule: 'A body that announces itself as too large is a 413 with our error, before it is sent.',
    async run(probe) {
      const { text, statuses } = await probe.raw(
        post(probe, [
          `authorization: Bearer ${probe.target.key}`,
          'content-type: application/json',
          `content-length: ${MUCH}`,
        ]),
      );
      demandEqual('the status', statuses[0], 413);
      const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
      demandEqual('the code', at(parseJson(body), 'error.code'), 'request_too_large');
      return `413: ${shorten(String(at(parseJson(body), 'error.message')))}`;
    },
  },
  {
    id: 'two-hosts',
    group: 'errors',
    rule: 'A request with two Host headers is a 400 (RFC 9112, 3.2).',
    async run(probe) {
      const { text, statuses } = await probe.raw(
        lines([`GET ${pathOf(probe)}/models HTTP/1.1`, hostOf(probe), 'host: other.example', 'connection: close']),
      );
      demand(statuses[0] === 400, `the answer is ${shorten(text)}`);
      return '400';
    },
  },
  {
    id: 'no-host',
    group: 'errors',
    rule: 'A request without a Host header is a 400 (RFC 9112, 3.2).',
    async run(probe) {
      const { text, statuses } = await probe.raw(lines([`GET ${pathOf(probe)}/models HTTP/1.1`, 'connection: close']));
      demand(statuses[0] === 400, `the answer is ${shorten(text)}`);
      return '400';
    },
  },
  {
    id: 'two-lengths',
    group: 'errors',
    rule: 'A body with both a length and a transfer coding is never read as two requests (RFC 9112, 6.1).',
    async run(probe) {
      const hidden = lines([`GET ${pathOf(probe)}/models HTTP/1.1`, hostOf(probe)]);
      const content = `0\r\n\r\n${hidden}`;
      const { statuses, end } = await probe.raw(
        post(probe, [`content-length: ${content.length}`, 'transfer-encoding: chunked']) + content,
      );
      demand(statuses.length <= 1, `it was answered ${statuses.length} times: ${statuses.join(', ')}`);
      demand(statuses[0] !== 200, 'it was answered with 200');
      demandEqual('the connection', end, 'closed');
      return `${statuses[0] ?? 'no answer'}, connection closed`;
    },
  },
];

const post = (probe: Probe, headers: readonly string[]): string =>
  lines([`POST ${pathOf(probe)}/chat/completions HTTP/1.1`, hostOf(probe), ...headers]);

const lines = (all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const pathOf = ({ target }: Probe): string => new URL(target.base).pathname;
const hostOf = ({ target }: Probe): string => `host: ${new URL(target.base).host}`;
