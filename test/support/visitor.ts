/** A person at the pages, known by a cookie, who asks as the pages do. */
import type { Person } from '../../src/core/person.ts';
import type { ErrorBody } from '../../src/platform/http/error-body.ts';
import type { ContractApi as Api } from '../../src/server/api/contracts.ts';
import { settingsDocument } from '../../src/server/api/settings-openapi.ts';
import { schemaProblems } from './json-schema-check.ts';

type SettingsRoute = keyof Api;

type Known = Pick<Person, 'userId' | 'accountId' | 'email'>;

export type Visitor = {
  readonly accountId: string;
  readonly person: Known;
  /**
   * Asks as a page does: with the cookie, from our own origin, in the shapes of the settings API. An answer that is not as
   * its description says fails the test.
   */
  ask<Name extends SettingsRoute>(name: Name, asking?: Asking): Promise<Reply<Name>>;
  /** The answer as it comes. The route need not be one of the settings API. */
  open(name: string, asking?: Asking): Promise<Response>;
};

type Asking = {
  readonly id?: string;
  readonly keyId?: string;
  readonly name?: string;
  readonly month?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** `body` is what was promised, `error` what was refused. */
export type Reply<Name extends SettingsRoute> = {
  readonly status: number;
  readonly body: Api[Name]['reply'];
  readonly error: ErrorBody['error'] | undefined;
};

type Described = { readonly content: Readonly<Record<string, { readonly schema: object }>> };

/** Where the pages are, as far as the service knows. */
export const ORIGIN = 'https://boreal.example';

/** A person at the pages of the service at this address. */
export function visitorOf(person: Known, url: string): Visitor {
  const open: Visitor['open'] = (
    name,
    { id = '', keyId = '', name: part = '', month = '', query = {}, body, headers, signal } = {},
  ) => {
    const [method, path] = name.split(' ') as [string, string];
    const written = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const isHarmless = method === 'GET';
    return fetch(
      `${url}${path.replace('{id}', id).replace('{keyId}', keyId).replace('{name}', part).replace('{month}', month)}?${written}`,
      {
        method,
        headers: {
          cookie: `session=${person.userId}`,
          ...(!isHarmless && { origin: ORIGIN, 'content-type': 'application/json' }),
          ...headers,
        },
        ...(!isHarmless && { body: JSON.stringify(body ?? {}) }),
        ...(signal && { signal }),
      },
    );
  };
  const ask: Visitor['ask'] = async <Name extends SettingsRoute>(name: Name, asking?: Asking) => {
    const response = await open(name, asking);
    const body = (await response.json()) as Api[Name]['reply'] & Partial<ErrorBody>;
    expectDescribed(name, response.status, body);
    return { status: response.status, body, error: body.error };
  };
  return { accountId: person.accountId, person, open, ask };
}

const AREAS = (['customer', 'operator'] as const).map((area) => settingsDocument(area, { serviceName: 'Boreal' }));

/** Checks also the body of a status that is not described. */
function expectDescribed(name: SettingsRoute, status: number, body: unknown): void {
  const [method, path] = name.split(' ') as [string, string];
  const area = AREAS.find(({ paths }) => paths[path])!;
  const responses = area.paths[path]![method.toLowerCase()]!.responses as Readonly<Record<string, Described>>;
  const schema = responses[status]?.content['application/json']?.schema;
  const { components } = area;
  const problems = schema ? schemaProblems({ components, ...schema }, body) : ['there is no such status'];
  if (problems.length === 0) return;
  throw new Error(`${name} is not answered ${status} as described: ${problems.join(', ')}: ${JSON.stringify(body)}`);
}
