import { expect, test } from 'bun:test';
import { totpCode } from './totp.ts';

test('codes are those of RFC 6238', () => {
  // The secret of the RFC's test vectors, "12345678901234567890", in base 32.
  const address = 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  const codes = [59, 1111111109, 1234567890].map((seconds) => totpCode(address, seconds * 1000));

  expect(codes).toEqual(['287082', '081804', '005924']);
});
