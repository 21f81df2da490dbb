/** Every table and column that better-auth may touch, under the names it uses. Nothing else can get into a statement. */
export type AuthTable = {
  readonly table: string;
  /** The field as better-auth names it → the column. */
  readonly columns: Readonly<Record<string, string>>;
};

const TIMES = { createdAt: 'created_at_ms', updatedAt: 'updated_at_ms' };

export const AUTH_TABLES: Readonly<Record<string, AuthTable>> = {
  user: {
    table: 'auth_users',
    columns: {
      id: 'id',
      name: 'name',
      email: 'email',
      emailVerified: 'email_verified',
      image: 'image',
      role: 'role',
      language: 'language',
      termsVersion: 'terms_version',
      termsAcceptedAt: 'terms_accepted_at_ms',
      twoFactorEnabled: 'two_factor_enabled',
      linksVoidBefore: 'links_void_before_ms',
      ...TIMES,
    },
  },
  session: {
    table: 'auth_sessions',
    columns: {
      id: 'id',
      userId: 'user_id',
      token: 'token',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      signedInBy: 'signed_in_by',
      expiresAt: 'expires_at_ms',
      ...TIMES,
    },
  },
  account: {
    table: 'auth_accounts',
    columns: {
      id: 'id',
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      password: 'password',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at_ms',
      refreshTokenExpiresAt: 'refresh_token_expires_at_ms',
      scope: 'scope',
      ...TIMES,
    },
  },
  verification: {
    table: 'auth_verifications',
    columns: { id: 'id', identifier: 'identifier', value: 'value', expiresAt: 'expires_at_ms', ...TIMES },
  },
  twoFactor: {
    table: 'auth_two_factors',
    columns: {
      id: 'id',
      userId: 'user_id',
      secret: 'secret',
      backupCodes: 'backup_codes',
      verified: 'verified',
      failedVerificationCount: 'failures',
      lockedUntil: 'locked_until_ms',
      lastStep: 'last_step',
    },
  },
  passkey: {
    table: 'auth_passkeys',
    columns: {
      id: 'id',
      userId: 'user_id',
      name: 'name',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      counter: 'counter',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      transports: 'transports',
      aaguid: 'aaguid',
      createdAt: 'created_at_ms',
    },
  },
};
