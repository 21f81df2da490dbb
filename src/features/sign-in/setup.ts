/** The stores, the settings and the outside world that sign-in works with, beside the platform. */

import type { Nanos } from '../../core/money.ts';
import type { Attempts, CountAttempt, SignUpMode } from '../../core/people.ts';
import type { PublicAddress } from '../../core/public-address.ts';
import type { Accounts } from '../../ledger/accounts.ts';
import type { AskWeb } from '../../platform/guarded-web.ts';
import type { Invitations, MailDomains, Members } from '../organisations/index.ts';
import type { AuthRows } from './auth-rows.ts';
import type { OidcProvider } from './oidc-discovery.ts';
import type { Passwords } from './passwords.ts';
import type { Proofs } from './proofs.ts';
import type { Owners } from './rules.ts';

export type SignInSetup = {
  readonly rows: AuthRows;
  readonly owners: Owners;
  readonly invitations: Invitations;
  readonly members: Pick<Members, 'signedUpFor'>;
  readonly mailDomains: Pick<MailDomains, 'signInTarget' | 'requiredIn' | 'hasLeft' | 'hasRoom'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly attempts: Attempts;
  readonly countAttempt: CountAttempt;
  readonly proofs: Proofs;
  readonly passwords: Passwords;
  /** Asks the providers of organisations. */
  readonly ask: AskWeb;
  /** Its origin is what better-auth sees as the address of every request. */
  readonly address: PublicAddress;
  readonly oidc: readonly OidcProvider[];
  /** The server's secret; the keys of sessions and cookies are derived from it. */
  readonly secret: string;
  /** Asked each time: the operator may change it while the server runs. */
  readonly signUp: () => SignUpMode;
  /** The credit with which new accounts try the service. */
  readonly trialCredit?: Nanos | undefined;
  /** The version of the terms that a new person accepts; null where there are none. */
  readonly termsVersion: string | null;
  /** Operators sign in with two factors. */
  readonly requireSecondFactor: boolean;
  /** The minutes for which a session may be unused. */
  readonly idleMinutes: number;
  /** The least time of an answer where its time could tell who is registered. */
  readonly discreetMs?: number | undefined;
};
