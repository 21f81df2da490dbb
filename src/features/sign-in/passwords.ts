/** Passwords as they are kept: slow to compute on purpose, so that a stolen table is of little use. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

type PasswordCost = { readonly memoryKib: number; readonly passes: number };

/** 19 MiB and two passes: enough to make guessing dear, little enough that many sign-ins at once fit into memory. */
const PASSWORD_COST: PasswordCost = { memoryKib: 19 * 1024, passes: 2 };

/** Argon2id on threads of the runtime: the loop that serves goes on meanwhile. */
export const createPasswords = ({ memoryKib, passes }: PasswordCost = PASSWORD_COST): Passwords => ({
  hash: (password) => Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: memoryKib, timeCost: passes }),
  verify: (password, hash) => Bun.password.verify(password, hash),
});
