/** Every link that the service writes leads to a page that is there, with and without success. */
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkFor, PASSWORD, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { startService, type TestService } from '../support/service.ts';

const EMAIL = 'jana@example.com';
const NEW_EMAIL = 'jana.new@example.com';

type LinkWriter = (service: TestService, client: PageClient) => Promise<string>;

/** Without an address to land on: the pages name one, other programs need not. */
const LINKS: Readonly<Record<string, LinkWriter>> = {
  'to become the operator': async (service) =>
    String(service.log.findLast(({ message }) => message.startsWith('there is no operator yet'))?.link),
  'to confirm an address': async (service, client) => {
    await client.post('/api/auth/sign-up/email', { name: 'New', email: 'new@example.com', password: PASSWORD });
    return linkFor(service, 'new@example.com', 'verify');
  },
  'to confirm an address, asked for again': async (service, client) => {
    await client.post('/api/auth/sign-up/email', { name: 'New', email: 'new@example.com', password: PASSWORD });
    await client.post('/api/auth/send-verification-email', { email: 'new@example.com' });
    return linkFor(service, 'new@example.com', 'verify');
  },
  'for a new password': async (service, client) => {
    await client.post('/api/auth/request-password-reset', { email: EMAIL });
    return linkFor(service, EMAIL, 'reset');
  },
  'for a person who signs up again': async (service, client) => {
    await client.post('/api/auth/sign-up/email', { name: 'Again', email: EMAIL, password: PASSWORD });
    return linkFor(service, EMAIL, 'already-registered');
  },
  'to confirm a changed address': async (service, client) => {
    await client.post('/api/auth/change-email', { newEmail: NEW_EMAIL });
    return linkFor(service, NEW_EMAIL, 'verify');
  },
};

describe('a link', () => {
  test.each(Object.entries(LINKS))('%s leads to a page', async (_, write) => {
    await using service = await startService();
    const client = await signedUp(service, EMAIL);

    const link = await write(service, client);

    const ways = [
      await follow(client, link),
      await follow(client, withoutLastCharacter(link)),
      await follow(pageClient(service), link),
    ];
    expect(ways).toEqual(Array(3).fill({ status: 200, type: 'text/html; charset=utf-8' }));
  });
});

test('every page that the script knows can be opened by its address', async () => {
  await using service = await startService();
  const source = readFileSync(join(import.meta.dir, '../../web/src/app.tsx'), 'utf8');
  const paths = [...source.matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path!.replaceAll(/:\w+/g, 'x'));

  const answers = [];
  for (const path of paths) answers.push({ path, status: (await pageClient(service).get(path)).status });

  expect(paths.length).toBeGreaterThan(10);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
});

describe('an address that is not there', () => {
  const statusAndType = ({ status, headers }: Response) => [status, headers.get('content-type')?.split(';')[0]];
  const get = async (path: string, accept: string) => {
    await using service = await startService();
    return statusAndType(await fetch(`http://127.0.0.1:${service.port}${path}`, { headers: { accept } }));
  };

  test('is a page for people, with the status of what is missing', async () => {
    expect(await get('/nothing/here', 'text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([404, 'text/html']);
  });

  test('is an error in JSON for programs, and for browsers among the addresses of programs', async () => {
    expect(await get('/nothing/here', '*/*')).toEqual([404, 'application/json']);
    expect(await get('/v1/nothing', 'text/html')).toEqual([404, 'application/json']);
    expect(await get('/api/nothing', 'text/html')).toEqual([404, 'application/json']);
  });
});

/** Where a browser is at last, after all redirects. */
async function follow(client: PageClient, link: string) {
  let { pathname, search, origin } = new URL(link);
  for (let hops = 0; hops < 5; hops++) {
    const { status, headers } = await client.get(pathname + search);
    const location = headers.get('location');
    if (status !== 302 || location === null) return { status, type: headers.get('content-type') };
    ({ pathname, search, origin } = new URL(location, origin));
  }
  throw new Error(`${link} goes round in circles.`);
}

/** A token that got broken on its way, as links in e-mails do; the other parts of the address stay. */
function withoutLastCharacter(link: string): string {
  const url = new URL(link);
  for (const name of ['token', 'invitation']) {
    const token = url.searchParams.get(name);
    if (token) url.searchParams.set(name, token.slice(0, -1));
  }
  url.pathname = url.pathname.replace(/(?<=\/reset-password\/.*).$/, '');
  return url.href;
}
