/** Passkeys by the browser's own means. The server speaks WebAuthn's JSON, and so do newer browsers. */
import { ApiError, callAuth } from '../../api.ts';
import type { Proof } from '../../auth.ts';

export type Passkey = { readonly id: string; readonly name?: string | null; readonly createdAt?: string | null };

/** False also where the page is not served over a safe connection: browsers hide passkeys there. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

export const listPasskeys = () => callAuth<readonly Passkey[]>('/passkey/list-user-passkeys');

export const deletePasskey = (id: string, proof: Proof) => callAuth('/passkey/delete-passkey', { id, ...proof });

/** `person` is what the device's own list will call the owner. */
export async function addPasskey({ name, person }: { readonly name: string; readonly person: string }): Promise<void> {
  const options = await callAuth<PublicKeyCredentialCreationOptionsJSON>(
    `/passkey/generate-register-options?name=${encodeURIComponent(person)}`,
  );
  const response = await asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  await callAuth('/passkey/verify-registration', { response, name });
}

export async function signInByPasskey(): Promise<void> {
  const options = await callAuth<PublicKeyCredentialRequestOptionsJSON>('/passkey/generate-authenticate-options');
  const response = await asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  );
  await callAuth('/passkey/verify-authentication', { response });
}

/** A refusal of the browser becomes an error like the server's, so that it is shown in the same way. */
async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'InvalidStateError') throw refusal('previously_registered');
    if (!(cause instanceof DOMException && cause.name === 'NotAllowedError')) throw refusal('passkey_failed');
  }
  throw refusal('passkey_cancelled');
}

const refusal = (code: string): ApiError => new ApiError({ status: 0, code, message: code });
