/** Every route of a contract is a command too, or says why only pages and programs ask it. */
import { expect, test } from 'bun:test';
import { CONTRACT_ROUTES } from '../api/contracts.ts';
import { ALL_COMMANDS } from './help.ts';

/** Routes without a command. The list may only shrink, or grow with a reason that an operator understands. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  'GET /api/me': 'page only: the person who is signed in',
  'PATCH /api/me': 'page only: how a person is called and which language they read',
  'GET /api/service': 'page only: what a visitor sees before signing in',
  'GET /api/openapi.json': 'asked of a server: the description of its API',
  'GET /api/operator/openapi.json': 'asked of a server: the description of its API',
  'POST /api/organisation/leave': 'page only: a person leaves for themselves; an operator has `member remove`',
  'POST /api/invitation/look': 'page only: for the person who has the link',
  'POST /api/invitation/join': 'page only: for the person who has the link',
  'POST /api/billing/card': 'page only: the customer agrees to charges, at the page of the card provider',
  'POST /api/billing/card/finish': 'page only: the customer comes back from the page of the card provider',
  'POST /api/orders': 'page only: a customer buys; an operator has `credit grant`, `package grant` and `plan set`',
  'POST /api/vouchers/redeem': 'page only: a customer uses their code; an operator has `credit grant`',
  'GET /api/batches/{id}/results': 'of the customer: what was answered; programs read it with their API key',
  'GET /api/operator/emails': 'page only: the names beside ids in its lists',
  'GET /api/operator/feed': 'of a running server: requests as they end; afterwards `receipt list` has them',
  'GET /api/operator/engines': 'of a running server: how busy its engines are; also in its metrics',
  'POST /api/operator/engines/{name}/drain': 'of a running server: which of its engines get new requests',
  'GET /v1/organization/usage/completions': "for programs that know OpenAI's API; `usage show` has the same",
  'GET /v1/organization/projects/{project_id}/api_keys': "for programs that know OpenAI's API; `key list` has the same",
  'GET /v1/organization/admin_api_keys': "for programs that know OpenAI's API; `token list` has the same",
  'GET /v1/organization/costs': "for programs that know OpenAI's API; `usage show` has the same",
  'POST /api/operator/reload': 'of a running server: SIGHUP makes it read its configuration again',
};

const done = new Set(ALL_COMMANDS.flatMap(({ does = [] }) => does));

test('a route has a command, or a reason why there is none', () => {
  const neither = Object.keys(CONTRACT_ROUTES).filter((name) => !done.has(name) && !WITHOUT_COMMAND[name]);

  expect(neither).toEqual([]);
});

test('no command is listed as missing, and no route is named that is not there', () => {
  const known = (name: string) => Object.hasOwn(CONTRACT_ROUTES, name);

  expect(Object.keys(WITHOUT_COMMAND).filter((name) => done.has(name) || !known(name))).toEqual([]);
  expect([...done].filter((name) => !known(name))).toEqual([]);
});
