import type { Caller } from '../../core/api-key.ts';
import type { Person } from '../../core/person.ts';
import type { MemberAction } from '../../core/roles.ts';
import type { TokenScope } from '../../core/token-scopes.ts';
import type { Span } from '../../core/trace.ts';

/** The sender of a request. Its network address is asked of the system when it is read, which few requests need. */
export type Client = { readonly address: string };

/** One HTTP request on its way through the edge. */
export type Call = {
  readonly request: Request;
  readonly requestId: string;
  readonly client: Client;
  /** The values of `{name}` parts of the route's path. */
  readonly params: Readonly<Record<string, string>>;
  /** Facts of this call for the log and the counters; filled in on its way. */
  readonly note: CallNote;
  /** The span of the whole request, for steps of their own and for what is worth knowing of it. */
  readonly span: Span;
  /** To be called by a handler that answers with a stream, when it has ended. */
  readonly onStreamEnd: () => void;
};

/** Why a request has no end of its own, as its span says. */
export const CLIENT_LEFT = 'client_left';

export type CallNote = { accountId?: string; keyId?: string; model?: string };

/** A request that counts among those that run at once. */
export type RunningRequest = {
  /** It is over. Calling it twice is harmless. */
  end(): void;
  /** Lets it last for another part of the work too; returns how to end that part. */
  share(): () => void;
};

/** A call whose key was checked. */
export type KeyCall = Call & {
  readonly caller: Caller;
  /** For handlers that answer with a stream, or go on when the client has left. */
  readonly running: RunningRequest;
};

/** A call from a page, by a signed-in person; or by a program with a management token of theirs. */
export type PersonCall = Call & { readonly person: Person };

/** A call from a page by an operator. For all others its route does not exist. */
export type OperatorCall = Call & { readonly operator: Person };

/**
 * The guard is part of the route, never of a path's prefix: a route cannot be reached without it. `person` also wants
 * what changes anything to come from our own pages. `spender` is a person whose account pays, with a key of its own and
 * within the limits of that key. `operator` is a person with that role.
 */
export type Route = {
  readonly method: Method;
  readonly path: string;
  /** For routes that can cost something: operators see each request. */
  readonly isCharged?: boolean;
  /** Programs have a path of their own for it; this one, which the pages ask, answers them too and says so. */
  readonly isOldForPrograms?: true;
} & (
  | { readonly guard: 'none'; readonly handle: (call: Call) => Response | Promise<Response> }
  | { readonly guard: 'key' | 'spender'; readonly handle: (call: KeyCall) => Response | Promise<Response> }
  | {
      readonly guard: 'person';
      /** The action that their role must allow. */
      readonly action: MemberAction;
      /** Any of these lets a management token ask it. */
      readonly scopes: readonly TokenScope[];
      readonly handle: (call: PersonCall) => Response | Promise<Response>;
    }
  | {
      readonly guard: 'operator';
      /** Any of these lets a management token ask it. */
      readonly scopes: readonly TokenScope[];
      readonly handle: (call: OperatorCall) => Response | Promise<Response>;
    }
);

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
