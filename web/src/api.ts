/** The server, as pages see it: every call is checked against the one description that both sides share. */
import useSWR, { type SWRConfiguration, type SWRResponse, useSWRConfig } from 'swr';
import type { BankFileProblem } from '../../src/core/bank-file-problem.ts';
import type { FieldProblem } from '../../src/core/errors.ts';
import type { ProofChallenge } from '../../src/core/proof-of-work.ts';
import type { ErrorBody } from '../../src/platform/http/error-body.ts';
import type { ContractApi as Api } from '../../src/server/api/contracts.ts';
import { proving } from './proof.ts';
import { asViewed, viewedAccount } from './viewing.ts';

type ApiRoute = keyof Api;

type Input<Name extends ApiRoute> = {
  readonly params?: Readonly<Record<string, string>>;
} & (Api[Name] extends { readonly query: infer Query } ? { readonly query: Query } : unknown) &
  (Api[Name] extends { readonly body: infer Body } ? { readonly body: Body } : unknown);

type Reply<Name extends ApiRoute> = Api[Name]['reply'];

/** A refusal of the server. `code` is stable; `message` is a sentence in English. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly statement: BankFileProblem | undefined;
  /** All fields at fault, where a form has more than one. */
  readonly problems: readonly FieldProblem[] | undefined;
  /** The message is a sentence of the page, and not the server's English. */
  readonly isTranslated: boolean;

  constructor(about: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly param?: string | undefined;
    readonly retryAfterSeconds?: number | undefined;
    readonly statement?: BankFileProblem | undefined;
    readonly problems?: readonly FieldProblem[] | undefined;
    readonly isTranslated?: boolean;
  }) {
    super(about.message);
    this.status = about.status;
    this.code = about.code;
    this.param = about.param;
    this.retryAfterSeconds = about.retryAfterSeconds;
    this.statement = about.statement;
    this.problems = about.problems;
    this.isTranslated = about.isTranslated ?? false;
  }
}

export function call<Name extends ApiRoute>(name: Name, input?: Input<Name>): Promise<Reply<Name>> {
  const { method, path, body } = requestOf(name, input as AnyInput | undefined);
  return send(method, path, body) as Promise<Reply<Name>>;
}

/** The data of a page: fetched, kept while the page is open, refreshed when the person comes back. */
export function useApi<Name extends ApiRoute>(
  name: Name | null,
  input?: Input<Name>,
  options?: SWRConfiguration,
): SWRResponse<Reply<Name>, ApiError> {
  const path = name && requestOf(name, input as AnyInput | undefined).path;
  return useSWR<Reply<Name>, ApiError>(path, () => call(name!, input), { shouldRetryOnError: false, ...options });
}

/** Shows everywhere what has changed: the given reply, or what the server answers when it is asked again. */
export function useRefresh<Name extends ApiRoute>(name: Name): (reply?: Reply<Name>) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  const { path } = requestOf(name, undefined);
  return (reply) => (reply === undefined ? mutate(path) : mutate(path, reply, { revalidate: false }));
}

/** A call to the part of the server that signs people in. */
export const callAuth = <Answer = unknown>(path: string, body?: unknown): Promise<Answer> => {
  // An operator who looks at a customer's pages must not change their own sign-in there.
  if (body !== undefined && viewedAccount() !== null) return Promise.reject(READ_ONLY);
  return send(body === undefined ? 'GET' : 'POST', `/api/auth${path}`, body) as Promise<Answer>;
};

const READ_ONLY = new ApiError({ status: 0, code: 'read_only', message: 'Nothing can be changed here.' });

type AnyInput = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

function requestOf(name: ApiRoute, input: AnyInput | undefined) {
  const [method, template] = name.split(' ') as [string, string];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(input?.params?.[part] ?? ''));
  const query = queryText(input?.query ?? {});
  return { method, path: asViewed(query ? `${path}?${query}` : path), body: input?.body };
}

/** Leaves out what is not set. */
export function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
}

type Sent = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly proof?: string;
};

/** While many strangers ask at once the server wants some work done first: then the same is sent again with it. */
async function send(method: string, path: string, body: unknown): Promise<unknown> {
  const sent = { method, path, body };
  try {
    return await sendOnce(sent);
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.code === 'proof_required')) throw thrown;
    const challenge = { method: 'GET', path: '/api/auth/proof' };
    return sendOnce({ ...sent, proof: await proving(async () => (await sendOnce(challenge)) as ProofChallenge) });
  }
}

async function sendOnce({ method, path, body, proof }: Sent): Promise<unknown> {
  const hasBody = body !== undefined;
  const response = await reach(path, {
    method,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...(proof && { 'boreal-proof': proof }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorFrom(response, answer);
  return answer;
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError({ status: 0, code: 'unreachable', message: 'The server cannot be reached.' });
  }
}

/** Also for answers that are read by hand, such as streams. */
export function errorFrom(response: Response, answer: unknown): ApiError {
  const error = (answer as { error?: Partial<ErrorBody['error']> } | undefined)?.error;
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    code: error?.code ?? error?.type ?? 'unknown',
    message: error?.message ?? `The server answered ${response.status}.`,
    param: error?.param ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
    statement: error?.statement,
    problems: error?.problems,
  });
}
