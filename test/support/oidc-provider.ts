/** A provider for signing in (OpenID Connect) on this machine: discovery, codes, signed tokens. It lets all in. */
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { type PageClient, pageClient } from './page-client.ts';
import { type TestService, until } from './service.ts';

/** The claims of an id token about a person. Providers have sent `email_verified` in every JSON type. */
type OidcPerson = {
  readonly sub: unknown;
  readonly email: unknown;
  readonly name?: unknown;
  readonly email_verified?: unknown;
  readonly emailVerified?: unknown;
  /** The claims of a false token. */
  readonly nonce?: string;
  readonly aud?: string;
  readonly iss?: string;
};

export type TestProvider = AsyncDisposable & {
  readonly issuer: string;
  /** The setting `oidc` for it. */
  readonly setting: string;
  /** The person at the keyboard. */
  person: OidcPerson;
  /** The client secrets that it was sent. */
  readonly secrets: readonly string[];
  /** Does as the browser does: follows the address that the service gave, and returns where it is sent back to. */
  agree(address: string): Promise<string>;
};

type Asked = { readonly nonce: string | null; readonly challenge: string | null; readonly person: OidcPerson };

/** All providers of a process sign with one: to make a pair takes longer than all else that a test does with it. */
let keys: ReturnType<typeof newKeys> | undefined;
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

export function startProvider(): TestProvider {
  keys ??= newKeys();
  const { privateKey, publicKey } = keys;
  const codes = new Map<string, Asked>();
  const secrets: string[] = [];
  let person: OidcPerson = { sub: 'one', email: 'jana@example.com', email_verified: true };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request): Promise<Response> => {
      const url = new URL(request.url);
      if (url.pathname === '/.well-known/openid-configuration') return Response.json(discovery());
      if (url.pathname === '/keys') {
        return Response.json({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      }
      if (url.pathname === '/authorize') return authorize(url.searchParams);
      const [, basic = ''] = (request.headers.get('authorization') ?? '').split(' ');
      const form = new URLSearchParams(await request.text());
      const [, inHeader] = Buffer.from(basic, 'base64').toString().split(':');
      secrets.push(decodeURIComponent(inHeader ?? form.get('client_secret') ?? ''));
      return token(form);
    },
  });
  const issuer: string = `http://127.0.0.1:${server.port}`;

  const discovery = (): object => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  });

  function authorize(asked: URLSearchParams): Response {
    const code = randomUUID();
    codes.set(code, { nonce: asked.get('nonce'), challenge: asked.get('code_challenge'), person });
    const back = new URL(asked.get('redirect_uri')!);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state')!);
    return Response.redirect(back.href, 302);
  }

  function token(form: URLSearchParams): Response {
    const asked = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!asked || asked.challenge !== challenge) return Response.json({ error: 'invalid_grant' }, { status: 400 });
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: 'boreal', iat: nowSeconds, exp: nowSeconds + 300, ...asked.person };
    const id_token = signed({ ...(asked.nonce && { nonce: asked.nonce }), name: 'Jana', ...claims });
    return Response.json({ access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token });
  }

  function signed(claims: object): string {
    const body = [{ alg: 'RS256', kid: 'one' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${body}.${createSign('RSA-SHA256').update(body).sign(privateKey).toString('base64url')}`;
  }

  return {
    issuer,
    setting: JSON.stringify([{ id: 'work', name: 'Work', issuer, clientId: 'boreal', clientSecret: 'oidc-secret' }]),
    secrets,
    get person() {
      return person;
    },
    set person(next: OidcPerson) {
      person = next;
    },
    agree: async (address) => {
      const response = await fetch(address, { redirect: 'manual' });
      const { pathname, search } = new URL(response.headers.get('location')!);
      return pathname + search;
    },
    [Symbol.asyncDispose]: async () => void (await server.stop(true)),
  };
}

/** A client whose person has signed in at the provider. */
export async function signedInAt(service: TestService, provider: TestProvider): Promise<PageClient> {
  const client = pageClient(service);
  await providerIsKnown(client);
  const begun = await client.post('/api/auth/sign-in/social', { provider: 'work', callbackURL: '/keys' });
  await client.get(await provider.agree(String(begun.json.url)));
  return client;
}

/** The service asks the provider what it offers after it has begun to listen. */
export const providerIsKnown = (client: PageClient): Promise<void> =>
  until('the provider is known', async () => {
    const { json } = await client.get('/api/service');
    return (json.oidc as readonly unknown[]).length === 1;
  });
