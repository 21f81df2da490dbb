/** Encryption of what customers said: AES-256-GCM with a key for each account, derived from the server's secret. */
import type { Vault } from '../core/vault.ts';

const NONCE_BYTES = 12;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** `about` says what the text belongs to: what was sealed for one row cannot be opened as another. */
export function createVault(secret: string): Vault {
  const root = crypto.subtle.importKey('raw', ENCODER.encode(secret), 'HKDF', false, ['deriveKey']);

  const keyOf = async (accountId: string) =>
    crypto.subtle.deriveKey(
      { name: 'HKDF', hash: 'SHA-256', salt: ENCODER.encode(accountId), info: ENCODER.encode('stored responses') },
      await root,
      { name: 'AES-GCM', length: 256 },
      false,
      ['encrypt', 'decrypt'],
    );

  return {
    seal: async (accountId, about, text) => {
      const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const algorithm = { name: 'AES-GCM', iv, additionalData: ENCODER.encode(about) };
      const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(accountId), ENCODER.encode(text));
      return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64');
    },

    open: async (accountId, about, sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const iv = bytes.subarray(0, NONCE_BYTES);
      const algorithm = { name: 'AES-GCM', iv, additionalData: ENCODER.encode(about) };
      return DECODER.decode(
        await crypto.subtle.decrypt(algorithm, await keyOf(accountId), bytes.subarray(NONCE_BYTES)),
      );
    },
  };
}
