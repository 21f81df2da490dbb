/**
 * The engine's process gets these of our environment: what finds a home, a temporary folder, libraries, a proxy and
 * certificates for downloads, and a time zone. Nothing else: our own has the server's secret, passwords and keys, and the
 * process reads files and texts of others with native code.
 */
const PASSED_ON: readonly string[] = [
  'PATH',
  'HOME',
  'USER',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LANG',
  'LC_ALL',
  'TZ',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'DO_NOT_TRACK',
];

type Environment = Readonly<Record<string, string | undefined>>;

export const engineEnvironment = (ours: Environment): Record<string, string> =>
  Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = ours[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
