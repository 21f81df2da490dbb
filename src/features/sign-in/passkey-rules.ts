/**
 * A passkey counts as two factors, so its device must have asked its owner for a fingerprint, a face or a PIN. The
 * plugin asks for it only where it is convenient; here it is required.
 */
import type { PasskeyOptions } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { type AuthRows, is } from './auth-rows.ts';

const PASSKEYS_MAX = 50;
/** How devices are reached, as the standard names it. What else a client writes here would be kept as it is. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const refused = { code: 'AUTHENTICATION_FAILED', message: 'The passkey was refused.' };

export const passkeyRules = (rows: AuthRows) =>
  ({
    authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
    registration: {
      afterVerification: async ({ verification, user, clientData }) => {
        if (!verification.registrationInfo?.userVerified) throw new APIError('BAD_REQUEST', refused);
        const others = await rows.count('passkey', [is('userId', user.id)]);
        if (others >= PASSKEYS_MAX) throw new APIError('BAD_REQUEST', refused);
        // The id is chosen by the device: one that is there already belongs to a person, perhaps to another one.
        const { id } = verification.registrationInfo.credential;
        if ((await rows.count('passkey', [is('credentialID', id)])) > 0) throw new APIError('BAD_REQUEST', refused);
        const { response } = clientData;
        response.transports = response.transports?.filter((one) => TRANSPORTS.includes(one)) ?? [];
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED', refused);
      },
    },
  }) satisfies PasskeyOptions;
