/**
 * Networks that may be called on behalf of a customer: those of the open Internet. What is not named here is refused, so
 * that a form of IPv6 that is missing in a list, or that is yet to come, leads nowhere.
 */
export const OPEN_RANGES: readonly string[] = ['0.0.0.0/0', '2000::/3'];

/**
 * Networks among them that are not the open Internet: this machine, private networks, link-local (where clouds keep their
 * keys), multicast, documentation, forms of IPv6 that carry an IPv4 address inside, and all else in the special-purpose
 * registries of IANA, where no customer has a server.
 */
export const PRIVATE_RANGES: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
];

export const LOOPBACK_RANGES: readonly string[] = ['127.0.0.0/8', '::1'];
