/** A customer whose second factor is set up, and the codes of their app. */
import { PASSWORD, type PageAnswer, type PageClient, signedUp } from './page-client.ts';
import type { TestService } from './service.ts';
import { totpCode } from './totp.ts';

export const VERIFY_CODE = '/api/auth/two-factor/verify-totp';
export const STEP_MS = 30_000;

type Enrolled = {
  readonly client: PageClient;
  readonly address: string;
  readonly backupCodes: readonly string[];
};

/** Sets up a second factor for a client who is signed in. */
export async function enrol(client: PageClient): Promise<Enrolled> {
  const { json } = await client.post('/api/auth/two-factor/enable', { password: PASSWORD });
  const address = String(json.totpURI);
  const confirmed = await client.post(VERIFY_CODE, { code: totpCode(address, Date.now()) });
  if (confirmed.status !== 200) throw new Error(`The second factor was not set up: ${confirmed.text}`);
  return { client, address, backupCodes: json.backupCodes as string[] };
}

export const enrolled = async (service: TestService, email: string): Promise<Enrolled> =>
  enrol(await signedUp(service, email));

/** The code that set the second factor up has been used; the next one is good already. */
export const nextCode = (address: string): string => totpCode(address, Date.now() + STEP_MS);

export const signIn = (client: PageClient, email: string): Promise<PageAnswer> =>
  client.post('/api/auth/sign-in/email', { email, password: PASSWORD });
