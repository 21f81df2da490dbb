/** A passkey in software, which says of itself what a test wants: with it, the server alone decides. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PageAnswer, PageClient } from './page-client.ts';

/** True where the device claims that it has asked its owner for a fingerprint, a face or a PIN. */
type Claim = { readonly isUserVerified: boolean };

type SoftPasskey = {
  register(client: PageClient, claim: Claim): Promise<PageAnswer>;
  signIn(client: PageClient, claim: Claim): Promise<PageAnswer>;
  /** The device's answer to the challenge of a sign-in. */
  answerTo(challenge: unknown, claim: Claim): object;
};

/** The service, and the page that the device believes to be asked by. */
type Where = { readonly port: number; readonly origin?: string };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

export function createSoftPasskey({ port, origin = `http://localhost:${port}` }: Where): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  function authData(flags: number, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), count, rest]);
  }
  const clientData = (type: string, challenge: unknown) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => ({
    response: {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    },
  });

  function answerTo(challenge: unknown, { isUserVerified }: Claim): object {
    const data = authData(PRESENT | (isUserVerified ? VERIFIED : 0));
    const about = clientData('webauthn.get', challenge);
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, sha256(about)]))
      .sign(privateKey);
    return credential({
      clientDataJSON: about.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  return {
    answerTo,
    register: async (client, { isUserVerified }) => {
      const { json } = await client.get('/api/auth/passkey/generate-register-options');
      const flags = PRESENT | WITH_KEY | (isUserVerified ? VERIFIED : 0);
      const length = Buffer.from([0, id.length]);
      const data = authData(flags, Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]));
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ]);
      const sent = credential({
        clientDataJSON: clientData('webauthn.create', json.challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', `made up ${'x'.repeat(5000)}`],
      });
      return client.post('/api/auth/passkey/verify-registration', { ...sent, name: 'Soft' });
    },
    signIn: async (client, claim) => {
      const { json } = await client.get('/api/auth/passkey/generate-authenticate-options');
      return client.post('/api/auth/passkey/verify-authentication', answerTo(json.challenge, claim));
    },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** The public key as COSE writes it: kty EC2, alg ES256, curve P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [one, two, three] = [Buffer.from([0x01]), Buffer.from([0x02]), Buffer.from([0x03])];
  return cborMap([
    [one, two],
    [three, Buffer.from([0x26])],
    [Buffer.from([0x20]), one],
    [Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
    [Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([Buffer.from([0xa0 + entries.length]), ...entries.flat()]);
