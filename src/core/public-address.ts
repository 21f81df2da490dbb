/** Where people reach the service, and what follows from that for cookies and for who may send forms. */
export type PublicAddress = {
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  readonly hostname: string;
  /** Every origin that our own pages can have. */
  readonly origins: readonly string[];
  /** True where browsers keep cookies that are marked Secure: https, or this very machine. */
  readonly keepsSecureCookies: boolean;
  /** True where it names this machine, which says nothing about who reaches the port. */
  readonly isThisMachine: boolean;
};

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Takes an http or https address without a path. On one's own machine all of its names are the same place. */
export function publicAddressOf(url: string): PublicAddress {
  const { origin, hostname, protocol, port } = new URL(url);
  const isLoopback = LOOPBACK.includes(hostname);
  return {
    origin,
    hostname,
    origins: isLoopback ? LOOPBACK.map((name) => `${protocol}//${name}${port && `:${port}`}`) : [origin],
    keepsSecureCookies: protocol === 'https:' || isLoopback,
    isThisMachine: isLoopback,
  };
}
