/** Which providers can be reached. One that is down must not keep the others from working. */

import type { Log } from '../../platform/telemetry/log.ts';

export type OidcProvider = {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

const ANSWER_MS = 5_000;
const AGAIN_MS = 60_000;

export const discoveryAddressOf = ({ issuer }: Pick<OidcProvider, 'issuer'>): string =>
  `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;

export type OidcWatch = { stop(): void };

/** Tells `onFound` all providers that answer, whenever there are more of them; asks the others again each minute. */
export function watchProviders(
  providers: readonly OidcProvider[],
  { log, onFound }: { readonly log: Log; readonly onFound: (found: readonly OidcProvider[]) => void },
): OidcWatch {
  const found = new Set<OidcProvider>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function look(): Promise<void> {
    const missing = providers.filter((provider) => !found.has(provider));
    const answers = await Promise.all(missing.map(isThere));
    if (isStopped) return;
    const fresh = missing.filter((_, i) => answers[i]);
    for (const provider of fresh) found.add(provider);
    if (fresh.length > 0) onFound(providers.filter((provider) => found.has(provider)));
    const absent = missing.filter((provider) => !found.has(provider)).map(({ id }) => id);
    if (absent.length === 0) return;
    log.warn({ providers: absent }, 'a provider for signing in does not answer; it is asked again in a minute');
    timer = setTimeout(() => void look(), AGAIN_MS);
    timer.unref();
  }

  if (providers.length > 0) void look();
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

async function isThere(provider: OidcProvider): Promise<boolean> {
  try {
    const response = await fetch(discoveryAddressOf(provider), { signal: AbortSignal.timeout(ANSWER_MS) });
    const { issuer, jwks_uri } = (await response.json()) as Readonly<Record<string, unknown>>;
    return response.ok && typeof issuer === 'string' && typeof jwks_uri === 'string';
  } catch {
    return false;
  }
}
