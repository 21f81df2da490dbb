/** Links of the service lead to the service, whatever a stranger has written into them. */
import { describe, expect, test } from 'bun:test';
import { HOSTILE_PATHS, randomPath } from '../support/hostile-paths.ts';
import { providerIsKnown, startProvider } from '../support/oidc-provider.ts';
import { linkFor, type PageClient, pageClient, signedUp } from '../support/page-client.ts';
import { seeded } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';

const SEED = Number(process.env.SEED ?? 14);
const ROUNDS = 300;
const MANY = { BOREAL_LIMITS_PAGE_REQUESTS_PER_MINUTE: '1000000' };
const EMAIL = 'jana@example.com';

/** Where a browser that follows the answer ends up, as an origin; undefined where it stays. */
function originAfter(service: TestService, location: string | null): string | undefined {
  if (location === null) return undefined;
  const here = `http://localhost:${service.port}`;
  return URL.canParse(location, here) ? new URL(location, here).origin : `no address: ${location}`;
}

const texts = (): readonly string[] => {
  const random = seeded(SEED);
  return [...HOSTILE_PATHS, ...Array.from({ length: ROUNDS }, () => randomPath(random))];
};

async function strays(service: TestService, path: (text: string) => string, client: PageClient): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts()) {
    const { status, headers } = await client.get(path(encodeURIComponent(text)));
    expect(status).not.toBe(429);
    const origin = originAfter(service, headers.get('location'));
    if (origin !== undefined && origin !== `http://localhost:${service.port}`) {
      found.push(`${JSON.stringify(text)} leads to ${headers.get('location')}`);
    }
  }
  return found;
}

describe(`a link with a hostile address to land on (seed ${SEED})`, () => {
  test('that confirms an address stays here, with a good token, a bad one and none', async () => {
    await using service = await startService({ env: MANY });
    const client = await signedUp(service, EMAIL);
    const token = new URL(linkFor(service, EMAIL, 'verify')).searchParams.get('token')!;

    const found = [
      ...(await strays(service, (text) => `/api/auth/verify-email?token=${token}&callbackURL=${text}`, client)),
      ...(await strays(service, (text) => `/api/auth/verify-email?token=x&callbackURL=${text}`, client)),
      ...(await strays(
        service,
        (text) => `/api/auth/verify-email?callbackURL=${text}&errorCallbackURL=${text}`,
        client,
      )),
      ...(await strays(
        service,
        (text) => `/api/auth/verify-email?token=x&callbackURL=/keys&callbackURL=${text}`,
        client,
      )),
    ];

    expect(found).toEqual([]);
  });

  test('that sets a new password stays here', async () => {
    await using service = await startService({ env: MANY });
    const client = await signedUp(service, EMAIL);
    await client.post('/api/auth/request-password-reset', { email: EMAIL });
    const { pathname } = new URL(linkFor(service, EMAIL, 'reset'));

    const found = [
      ...(await strays(service, (text) => `${pathname}?callbackURL=${text}`, client)),
      ...(await strays(service, (text) => `/api/auth/reset-password/x?callbackURL=${text}`, client)),
    ];

    expect(found).toEqual([]);
  });

  test('is refused where a form names it, and a path of the service is taken', async () => {
    await using service = await startService({ env: MANY });
    await signedUp(service, EMAIL);
    const client = pageClient(service);
    const ask = (redirectTo: string) => client.post('/api/auth/request-password-reset', { email: EMAIL, redirectTo });

    const refused = await Promise.all(HOSTILE_PATHS.map(async (path) => (await ask(path)).status));
    const taken = await ask('/reset?from=form');

    expect(refused).toEqual(HOSTILE_PATHS.map(() => 400));
    expect(taken.status).toBe(200);
  });

  test('does not lead away through a provider, neither after success nor after an error', async () => {
    await using provider = startProvider();
    await using service = await startService({ env: { BOREAL_OIDC: provider.setting } });
    const client = pageClient(service);
    await providerIsKnown(client);
    const begin = (body: object) => client.post('/api/auth/sign-in/social', { provider: 'work', ...body });

    const refused = await Promise.all(
      HOSTILE_PATHS.flatMap((path) => [begin({ callbackURL: path }), begin({ errorCallbackURL: path })]),
    );
    const begun = await begin({ callbackURL: '/usage', errorCallbackURL: '/sign-in?x=1' });
    const state = new URL(String(begun.json.url)).searchParams.get('state');
    const denied = await client.get(
      `/api/auth/callback/work?state=${state}&error=access_denied&callbackURL=//evil.example`,
    );

    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect(originAfter(service, denied.headers.get('location'))).toBe(`http://localhost:${service.port}`);
    expect(denied.headers.get('location')).toContain('/sign-in?x=1');
  });
});
