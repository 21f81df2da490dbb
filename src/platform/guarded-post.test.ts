import { describe, expect, test } from 'bun:test';
import type { Socket } from 'bun';
import { until } from '../../test/support/service.ts';
import { AUTHORITY, ELSEWHERE, HERE, SELF_SIGNED } from '../engines/upstream/http-client-tls.fixture.ts';
import { checkedAddress, guardedPost } from './guarded-post.ts';

const POST = { body: '{"id":"one"}', headers: { 'boreal-notice-id': 'one' } };
const answersWith =
  (...addresses: readonly string[]) =>
  async () =>
    addresses;

describe('an address is refused before a connection is made', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
  ])('because its name leads to %s', async (address) => {
    const target = { url: 'https://hooks.example.com/boreal', network: 'public' } as const;

    await expect(checkedAddress(target, answersWith(address))).rejects.toThrow('not on the open Internet');
    await expect(checkedAddress(target, answersWith('93.184.216.34', address))).rejects.toThrow('open Internet');
  });

  test.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://0x7f.1/'])(
    'because it is %s itself',
    async (url) => {
      await expect(checkedAddress({ url, network: 'public' })).rejects.toThrow('not on the open Internet');
    },
  );

  test('because it has no TLS, also where private networks are allowed, except on this machine', async () => {
    const url = 'http://hooks.example.com/';

    await expect(checkedAddress({ url, network: 'public' }, answersWith('93.184.216.34'))).rejects.toThrow('https');
    await expect(checkedAddress({ url, network: 'any' }, answersWith('10.0.0.1'))).rejects.toThrow('https');
    expect(await checkedAddress({ url, network: 'any' }, answersWith('127.0.0.1'))).toBe('127.0.0.1');
  });

  test('because it holds a password, is no web address, or its name has no address', async () => {
    const open = answersWith('93.184.216.34');

    await expect(checkedAddress({ url: 'https://a:b@example.com/', network: 'any' }, open)).rejects.toThrow('password');
    await expect(checkedAddress({ url: 'ftp://example.com/', network: 'any' }, open)).rejects.toThrow('https');
    await expect(checkedAddress({ url: 'https://x.example/', network: 'any' }, answersWith())).rejects.toThrow(
      'no address',
    );
  });
});

/** The first and the last address of each entry of IANA's special-purpose registries, and of what surrounds 2000::/3. */
const SPECIAL = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['shared address space', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['IETF protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['service continuity', '192.0.0.0', '192.0.0.7'],
  ['dummy address', '192.0.0.8', '192.0.0.8'],
  ['anycast of PCP and TURN', '192.0.0.9', '192.0.0.10'],
  ['discovery of NAT64', '192.0.0.170', '192.0.0.171'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['AS112', '192.31.196.0', '192.31.196.255'],
  ['AMT', '192.52.193.0', '192.52.193.255'],
  ['relays of 6to4', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['delegation of AS112', '192.175.48.0', '192.175.48.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved', '240.0.0.0', '255.255.255.254'],
  ['broadcast', '255.255.255.255', '255.255.255.255'],
  ['unspecified and loopback', '::', '::1'],
  ['IPv4-compatible', '::7f00:1', '::ffff:ffff'],
  ['IPv4-mapped', '::ffff:10.0.0.1', '::ffff:192.168.255.255'],
  ['IPv4-translated, SIIT', '::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['IPv4-translated, SIIT', '::ffff:0:127.0.0.1', '::ffff:0:169.254.169.254'],
  ['translation', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['local translation', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
  ['below 2000::/3', '200::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['IETF protocol assignments', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['anycast of PCP, TURN and DNS-SD', '2001:1::1', '2001:1::3'],
  ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['AS112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['drone remote id', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['delegation of AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['the 6bone', '3ffe::', '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['above 2000::/3', '4000::', '5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['with a zone', 'fe80::1%eth0', '2001:db8::1%eth0'],
] as const;

describe('of the registries', () => {
  const target = { url: 'https://hooks.example.com/', network: 'public' } as const;

  test.each(SPECIAL)('nothing is called that is %s: %s to %s', async (_, first, last) => {
    await expect(checkedAddress(target, answersWith(first))).rejects.toThrow('not on the open Internet');
    await expect(checkedAddress(target, answersWith(last))).rejects.toThrow('not on the open Internet');
  });

  test.each([
    ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '93.184.216.34', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.169.0.0', '198.20.0.0', '223.255.255.255'],
    ...['2001:200::', '2001:4860:4860::8888', '2003::', '2606:2800:21f::1', '2a00:1450::1', '3fff:1000::'],
    ...['2400::', '2001:db7::', '2001:db9::', '::ffff:93.184.216.34'],
  ])('%s is called', async (address) => {
    expect(await checkedAddress(target, answersWith(address))).toBe(address);
  });

  test('what is no address is not called', async () => {
    await expect(checkedAddress(target, answersWith('2606:2800::1::2'))).rejects.toThrow('not on the open Internet');
  });
});

describe('a call over TLS', () => {
  function serve(tls: { readonly cert: string; readonly key: string }, answer: (request: Request) => Response) {
    const seen: { body: string; host: string | null; path: string }[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      tls,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        seen.push({ body: await request.text(), host: request.headers.get('host'), path: pathname + search });
        return answer(request);
      },
    });
    const targetAt = (name: string) =>
      ({ url: `https://${name}:${server.port}/hook?a=1`, network: 'any', ca: AUTHORITY }) as const;
    return { seen, targetAt, port: server.port, [Symbol.dispose]: () => void server.stop(true) };
  }
  const here = answersWith('127.0.0.1');

  test('goes to the address that was looked at, with the name of the certificate, and returns the status', async () => {
    using server = serve(HERE, () => new Response('thanks', { status: 202 }));

    const status = await guardedPost(server.targetAt('localhost'), POST, here);

    expect(status).toBe(202);
    expect(server.seen).toEqual([{ body: POST.body, host: `localhost:${server.port}`, path: '/hook?a=1' }]);
  });

  test('asks once for the name: what it answers later does not matter', async () => {
    using server = serve(HERE, () => new Response());
    let asked = 0;
    const changing = async () => (asked++ === 0 ? ['127.0.0.1'] : ['203.0.113.1']);

    expect(await guardedPost(server.targetAt('localhost'), POST, changing)).toBe(200);
    expect(asked).toBe(1);
  });

  test('follows no redirect', async () => {
    using server = serve(HERE, () => Response.redirect('https://localhost/elsewhere', 307));

    expect(await guardedPost(server.targetAt('localhost'), POST, here)).toBe(307);
    expect(server.seen).toHaveLength(1);
  });

  test.each([
    ['another name', ELSEWHERE],
    ['itself only', SELF_SIGNED],
  ])('sends nothing to a server whose certificate is for %s', async (_, tls) => {
    using server = serve(tls, () => new Response());

    await expect(guardedPost(server.targetAt('localhost'), POST, here)).rejects.toThrow();
    expect(server.seen).toEqual([]);
  });

  test('is not made where the name leads to this machine and only public addresses are allowed', async () => {
    using server = serve(HERE, () => new Response());
    const target = { ...server.targetAt('localhost'), network: 'public' } as const;

    await expect(guardedPost(target, POST, here)).rejects.toThrow('not on the open Internet');
    expect(server.seen).toEqual([]);
  });
});

describe('a call ends', () => {
  const here = answersWith('127.0.0.1');
  const targetAt = (port: number) => ({ url: `http://localhost:${port}/`, network: 'any' }) as const;
  /** A server that answers a request with what is given, without HTTP's rules. */
  function raw(answer: (socket: Socket) => void) {
    const server = Bun.listen({ port: 0, hostname: '127.0.0.1', socket: { data: answer } });
    return { target: targetAt(server.port), [Symbol.dispose]: () => server.stop(true) };
  }

  test('where the answer is not HTTP', async () => {
    using server = raw((socket) => void socket.end('220 mail.example.com ESMTP\r\n'));

    await expect(guardedPost(server.target, POST, here)).rejects.toThrow('Expected HTTP/');
  });

  test('where the connection is closed before an answer', async () => {
    using server = raw((socket) => void socket.end());

    await expect(guardedPost(server.target, POST, here)).rejects.toThrow('hang up');
  });

  test('where there is no answer in time', async () => {
    using server = raw(() => {});

    await expect(guardedPost({ ...server.target, timeoutMs: 50 }, POST, here)).rejects.toThrow(
      'no answer within 0.05 seconds',
    );
  });

  test('where the headers never end', async () => {
    using server = raw((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`);
    });

    await expect(guardedPost(server.target, POST, here)).rejects.toThrow('Header overflow');
  });

  test('with the status: a body without end is not read', async () => {
    let isCut = false;
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
            cancel: () => {
              isCut = true;
            },
          }),
        ),
    });

    expect(await guardedPost(targetAt(server.port!), POST, here)).toBe(200);

    await until('the server notices', () => isCut);
    await server.stop(true);
  });
});
