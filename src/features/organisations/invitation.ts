/** Invitations to sign up: a link with a token, for anyone or for one address, used once. */

export type Role = 'customer' | 'operator';

export type Invitation = {
  readonly id: string;
  readonly role: Role;
  /** Only this address may use it; null means any. */
  readonly email: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
};

export type NewInvitation = Invitation & { readonly fingerprint: string };

/** The fingerprint of the token of an invitation, or the address that it names. */
type InvitationKey = { readonly fingerprint: string } | { readonly email: string };

export interface Invitations {
  add(invitation: NewInvitation): Promise<void>;
  /** Adds the invitation of the first operator and removes older unused ones by the same maker. */
  replaceFirst(invitation: NewInvitation): Promise<void>;
  /** One that can still be used. */
  find(key: InvitationKey, nowMs: number): Promise<Invitation | undefined>;
  /** Uses it up. Of several at once, one succeeds. */
  use(id: string, atMs: number): Promise<boolean>;
  /** The sign-up did not happen after all. */
  giveBack(id: string): Promise<void>;
}
