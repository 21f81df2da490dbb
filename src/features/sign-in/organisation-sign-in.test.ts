/** Google as the provider of an organisation: it knows addresses of companies that have nothing to do with it. */
import { expect, test } from 'bun:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { AskWeb } from '../../platform/guarded-web.ts';
import type { SignInTarget } from '../organisations/mail-domain.ts';
import { withCallContext } from './call-context.ts';
import { createOrganisationSignIn } from './organisation-sign-in.ts';

const GOOGLE = 'https://accounts.google.com';
const TARGET: SignInTarget = {
  id: 'dom_1',
  accountId: 'acc_1',
  domain: 'firma.example',
  provider: {
    issuer: GOOGLE,
    clientId: 'boreal',
    sealedSecret: 'sealed',
    setAtMs: 0,
    role: 'developer',
    isRequired: false,
    isEnabled: true,
  },
};

const keys = await generateKeyPair('RS256');
const PUBLISHED: Readonly<Record<string, object>> = {
  [`${GOOGLE}/.well-known/openid-configuration`]: {
    issuer: GOOGLE,
    authorization_endpoint: `${GOOGLE}/o/oauth2/v2/auth`,
    token_endpoint: 'https://oauth2.googleapis.com/token',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  'https://www.googleapis.com/oauth2/v3/certs': {
    keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', use: 'sig' }],
  },
};
const ask: AskWeb = async ({ url }) => ({ status: 200, text: JSON.stringify(PUBLISHED[url]) });

/** The address that a token of Google signs in, or the page where its refusal is read. */
async function signedInBy(claims: Readonly<Record<string, unknown>>) {
  const idToken = await new SignJWT({ email: 'jana@firma.example', email_verified: true, nonce: 'n', ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(GOOGLE)
    .setSubject('10769150350006150715113082367')
    .setAudience('boreal')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keys.privateKey);
  const log = { info() {}, warn() {}, error() {} };
  const { plugin } = createOrganisationSignIn(
    { log, origin: () => 'https://boreal.example' } as never,
    { ask } as never,
  );
  const [provider] = plugin.init({ socialProviders: [] } as never).context.socialProviders;
  const read = () =>
    provider!.getUserInfo({ raw: { idToken, accessToken: undefined }, expectedIdTokenNonce: 'n' } as never);
  const context = { path: '/callback/dom_1', language: 'en', organisation: TARGET } as const;
  return withCallContext(context, async () => (await read())?.user.email).catch((thrown: { headers?: object }) =>
    new Headers(thrown.headers as Record<string, string>).get('location'),
  );
}

test('Google signs in those whose account its customer with that domain runs, and no one else', async () => {
  const refused = 'https://boreal.example/sign-in?error=organisation_domain';

  expect(await signedInBy({ hd: 'firma.example' })).toBe('jana@firma.example');
  expect(await signedInBy({})).toBe(refused);
  expect(await signedInBy({ hd: 'other.example' })).toBe(refused);
  expect(await signedInBy({ hd: 'other.example', email: 'jana@other.example' })).toBe(refused);
  expect(await signedInBy({ hd: true })).toBe(refused);
});
