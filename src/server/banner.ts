/** The text that a person at a terminal reads when the service has started: where it is, and what to do next. */

export type Listening = {
  /** Scheme and host of the pages. */
  readonly origin: string;
  /** The base address for clients; its path ends in /v1. */
  readonly baseUrl: string;
  /** The link by which the first operator signs up; undefined where there is an operator, or a worker has told it. */
  readonly operatorLink?: string | undefined;
};

type About = { readonly serviceName: string; readonly dataDir: string };

export const bannerOf = ({ serviceName, dataDir }: About, { origin, baseUrl, operatorLink }: Listening): string =>
  [
    '',
    `${serviceName} is running: open ${origin}`,
    ...(operatorLink ? ['', 'Open this link once, and you become the operator:', `  ${operatorLink}`] : []),
    '',
    'Then, in another terminal in this folder, an account, a key, and a first answer:',
    '  npx boreal account create --email you@example.com --credit 100',
    '  npx boreal key create --account you@example.com',
    `  curl ${baseUrl}/chat/completions -H "Authorization: Bearer KEY" -H "Content-Type: application/json" \\`,
    `    -d '{"messages":[{"role":"user","content":"Hello"}]}'`,
    '',
    `Data is kept in ${dataDir}. Ctrl+C stops it when running answers have finished.`,
    '',
  ].join('\n');
