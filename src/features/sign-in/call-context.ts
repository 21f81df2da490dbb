/** The facts that our rules know of the request that better-auth is working on: it has no place for them in its own calls. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '../../core/people.ts';
import type { Invitation, SignInTarget } from '../organisations/index.ts';
import type { AuthRow } from './auth-rows.ts';

export type CallContext = {
  readonly path: string;
  readonly language: Language;
  /** The invitation that came with a sign-up and was found good. */
  readonly invitation?: Invitation | undefined;
  /** The address that a link moves a person away from. */
  readonly oldEmail?: string | undefined;
  /** The link that confirms an address, and whether this browser has signed that person up. */
  readonly confirming?: { readonly token: string; readonly hasSignedUp: (userId: string) => boolean } | undefined;
  /** The organisation at whose provider the person signs in. */
  readonly organisation?: SignInTarget | undefined;
  /** Set once a new person has used it up. */
  usedInvitationId?: string;
  /** True where what is begun travels with the client instead of being written. */
  readonly carries?: boolean | undefined;
  /** Set to what the client is to carry. */
  carried?: AuthRow;
  /** The row that the client has brought back. */
  readonly brought?: AuthRow | undefined;
  /** Resolves to true where this call is the first that brings it. */
  broughtFirst?: Promise<boolean>;
  /** Set to the person for whom a session is opened. */
  openedFor?: string;
  /** Set to the proof that the person gave for it; not where it takes the place of a session. */
  openedBy?: string;
  /** Set to the person whose second factor is looked at. */
  factorOf?: string;
  /** The failure of the database: better-auth would make a refusal of it. */
  failure?: unknown;
};

const storage = new AsyncLocalStorage<CallContext>();

export const withCallContext = <T>(context: CallContext, work: () => Promise<T>): Promise<T> =>
  storage.run(context, work);

export const callContext = (): CallContext | undefined => storage.getStore();
