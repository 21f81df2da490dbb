/** one-api and new-api as the people who use them ask them, over HTTP. */

export type OneApiPerson = {
  readonly id: number;
  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<unknown>;
};

type Answer = { readonly success: boolean; readonly message: string; readonly data: unknown };

export async function signInToOneApi(url: string, login: Readonly<Record<string, string>>): Promise<OneApiPerson> {
  const { answer, cookie } = await askOneApi(url, { method: 'POST', path: 'user/login', body: login });
  const { id } = answer as { readonly id: number };
  // new-api wants to be told whose session it is.
  const headers = { cookie, 'new-api-user': String(id) };
  return {
    id,
    ask: async (method, path, body) => (await askOneApi(url, { method, path, body, headers })).answer,
  };
}

type Asked = {
  readonly method: string;
  readonly path: string;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What it answers; it says in the body whether it has done what was asked. */
export async function askOneApi(url: string, { method, path, body, headers }: Asked) {
  const response = await fetch(`${url}/api/${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { success, message, data } = (await response.json()) as Answer;
  if (!success) throw new Error(`${method} ${path} is refused: ${message}`);
  return { answer: data, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}
