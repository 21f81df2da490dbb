/** A person at the pages: keeps cookies as a browser does, says where it comes from, and reads links from e-mails. */
import type { TestService } from './service.ts';

export type PageAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: Readonly<Record<string, unknown>> & {
    readonly error?: { readonly code: string; readonly message: string };
  };
};

export type PageClient = {
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string): Promise<PageAnswer>;
  post(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  patch(path: string, body: object): Promise<PageAnswer>;
};

export function pageClient(
  service: Pick<TestService, 'port'>,
  sent: Readonly<Record<string, string>> = {},
): PageClient {
  const origin = `http://localhost:${service.port}`;
  const cookies = new Map<string, string>();

  async function ask(
    method: string,
    path: string,
    init: { body?: object; headers?: Readonly<Record<string, string>> },
  ) {
    const response = await fetch(new URL(path, `http://127.0.0.1:${service.port}`), {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { origin, 'content-type': 'application/json' }),
        ...sent,
        ...init.headers,
      },
      ...(init.body && { body: JSON.stringify(init.body) }),
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (attributes.some((one) => /^max-age=0$/i.test(one))) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    get: (path) => ask('GET', path, {}),
    post: (path, body = {}, headers = {}) => ask('POST', path, { body, headers }),
    patch: (path, body) => ask('PATCH', path, { body }),
  };
}

function parsed(text: string): PageAnswer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export const PASSWORD = 'correct horse battery';

/** The newest link that was written to the log for an address. */
export function linkFor(service: Pick<TestService, 'log'>, email: string, emailKind: string): string {
  const line = service.log.findLast((one) => one.to === email && one.emailKind === emailKind);
  if (typeof line?.link !== 'string') throw new Error(`No e-mail "${emailKind}" was written to ${email}.`);
  return line.link;
}

/** The token in the link that the first start has written to the log. */
export function operatorInvitation(service: Pick<TestService, 'log'>): string {
  const line = service.log.findLast((one) => one.message.startsWith('there is no operator yet'));
  return new URL(String(line?.link)).searchParams.get('invitation')!;
}

/** Signs up and confirms the address, which signs in. */
export async function signedUp(
  service: Pick<TestService, 'port' | 'log'>,
  email: string,
  password = PASSWORD,
): Promise<PageClient> {
  const client = pageClient(service);
  await client.post('/api/auth/sign-up/email', { name: 'Test', email, password });
  const { pathname, search } = new URL(linkFor(service, email, 'verify'));
  const answer = await client.get(pathname + search);
  if (![...client.cookies.keys()].some((name) => name.endsWith('session_token'))) {
    throw new Error(`Signing in has failed: ${answer.text}`);
  }
  return client;
}
