import type { Visitor } from './browser.ts';

/** Gives a visitor a device for passkeys that says yes to everything. */
export async function addPasskeyDevice({ page, context }: Visitor) {
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  /** As another device: with a passkey of the account it would say that it has one already. */
  return { forget: () => device.send('WebAuthn.clearCredentials', { authenticatorId }) };
}
