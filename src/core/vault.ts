/** Encrypts with a key of the account. Text that was changed, or is another account's, cannot be opened. */
export interface Vault {
  seal(accountId: string, about: string, text: string): Promise<string>;
  open(accountId: string, about: string, sealed: string): Promise<string>;
}
