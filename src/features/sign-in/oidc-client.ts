/** One provider of an organisation, asked as OpenID Connect says. Every address is guarded: customers choose them. */
import { createLocalJWKSet, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { ServiceError } from '../../core/errors.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import type { AskWeb, WebRequest } from '../../platform/guarded-web.ts';
import { discoveryAddressOf } from './oidc-discovery.ts';

/** Those with a public key: with a shared secret, each holder of it could write tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_S = 60;
const QUOTED_MAX = 200;
const ADDRESS_MAX = 2000;

export type Discovery = {
  /** As the provider writes it, which is what its tokens say. */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint: string | undefined;
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
  /** True where the secret is sent in the body of the request for tokens; else it is in the header, as the standard has it. */
  readonly sendsSecretInBody: boolean;
};

type Client = { readonly clientId: string; readonly clientSecret: string };
export type Tokens = { readonly idToken: string; readonly accessToken: string | undefined };

/** Reads what a provider says of itself, and refuses what cannot be used, in words. */
export async function discover(ask: AskWeb, issuer: string): Promise<Discovery> {
  const says = await askJson(ask, { url: discoveryAddressOf({ issuer }) });
  const endpoints = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((name) =>
    addressIn(says, name, issuer),
  );
  const [authorizationEndpoint, tokenEndpoint, jwksUri] = endpoints as [string, string, string];
  if (typeof says.issuer !== 'string' || withoutSlash(says.issuer) !== withoutSlash(issuer)) {
    throw mismatch(`it calls itself ${quoted(says.issuer)}: type exactly that`);
  }
  const offered = listIn(says, 'id_token_signing_alg_values_supported') ?? ['RS256'];
  const algorithms = offered.filter((one) => ALGORITHMS.includes(one));
  if (algorithms.length === 0) throw mismatch('it signs its tokens in no way that can be checked with a public key');
  if (!(listIn(says, 'response_types_supported') ?? ['code']).includes('code')) throw mismatch('it gives no codes');
  const methods = listIn(says, 'token_endpoint_auth_methods_supported') ?? ['client_secret_basic'];
  return {
    issuer: says.issuer,
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    userinfoEndpoint: says.userinfo_endpoint === undefined ? undefined : addressIn(says, 'userinfo_endpoint', issuer),
    algorithms,
    sendsSecretInBody: !methods.includes('client_secret_basic') && methods.includes('client_secret_post'),
  };
}

type Exchange = Client & { readonly code: string; readonly codeVerifier: string; readonly redirectURI: string };

export async function exchangeCode(ask: AskWeb, found: Discovery, exchange: Exchange): Promise<Tokens> {
  const { clientId, clientSecret, code, codeVerifier, redirectURI } = exchange;
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectURI,
    code_verifier: codeVerifier,
    ...(found.sendsSecretInBody && { client_id: clientId, client_secret: clientSecret }),
  });
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  const answer = await askJson(ask, {
    url: found.tokenEndpoint,
    body: `${form}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(!found.sendsSecretInBody && { authorization: `Basic ${basic}` }),
    },
  });
  const { id_token: idToken, access_token: accessToken } = answer;
  if (typeof idToken !== 'string') throw mismatch('it gave no id token');
  return { idToken, accessToken: typeof accessToken === 'string' ? accessToken : undefined };
}

type Expected = { readonly clientId: string; readonly nonce: string };

/** The claims of a token that the provider has signed for us, for this very sign-in, and that is not over. */
export async function verifiedClaims(
  ask: AskWeb,
  found: Discovery,
  { idToken }: Tokens,
  { clientId, nonce }: Expected,
) {
  const { keys } = await askJson(ask, { url: found.jwksUri });
  if (!Array.isArray(keys)) throw mismatch('it shows no keys');
  const { payload } = await jwtVerify(idToken, createLocalJWKSet({ keys: keys as JWK[] }), {
    issuer: found.issuer,
    audience: clientId,
    algorithms: [...found.algorithms],
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  });
  if (payload.nonce !== nonce) throw mismatch('its token is not for this sign-in');
  // A token for several is good where we are the party that it was given to.
  if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId) {
    throw mismatch('its token was given to another program');
  }
  return payload;
}

/** Some providers keep the address out of the token. What they say of another person does not count. */
export async function withUserinfo(ask: AskWeb, found: Discovery, { accessToken }: Tokens, claims: JWTPayload) {
  if (claims.email !== undefined || !found.userinfoEndpoint || !accessToken) return claims;
  const headers = { authorization: `Bearer ${accessToken}` };
  const says = await askJson(ask, { url: found.userinfoEndpoint, headers });
  return says.sub === claims.sub ? { ...says, ...claims } : claims;
}

async function askJson(ask: AskWeb, request: WebRequest): Promise<Readonly<Record<string, unknown>>> {
  const { status, text } = await ask({ ...request, headers: { accept: 'application/json', ...request.headers } });
  const says = parseJson(text);
  if (status !== 200 || !isRecord(says)) {
    throw new ServiceError('provider_unreachable', `${request.url} answered with status ${status} and no usable JSON.`);
  }
  return says;
}

function addressIn(says: Readonly<Record<string, unknown>>, name: string, issuer: string): string {
  const url = typeof says[name] === 'string' ? URL.parse(says[name]) : null;
  const isSafe = url !== null && (url.protocol === 'https:' || url.protocol === URL.parse(issuer)?.protocol);
  if (!isSafe || url.username || url.password || url.href.length > ADDRESS_MAX)
    throw mismatch(`it names no https address as ${name}`);
  return url.href;
}

/** The provider's words may be long. */
const quoted = (said: unknown): string => JSON.stringify(said ?? null).slice(0, QUOTED_MAX);

const listIn = (says: Readonly<Record<string, unknown>>, name: string): readonly string[] | undefined =>
  Array.isArray(says[name]) ? says[name].filter((one) => typeof one === 'string') : undefined;

const withoutSlash = (issuer: string): string => (issuer.endsWith('/') ? issuer.slice(0, -1) : issuer);

const mismatch = (why: string): ServiceError =>
  new ServiceError('provider_mismatch', `The provider cannot be used: ${why}.`, { param: 'issuer' });
