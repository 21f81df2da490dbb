/** /healthz: the process is alive. /readyz: a completion could be served now. */
type Readiness = { readonly ready: boolean; readonly problems: readonly string[] };

export const healthz = (): Response => Response.json({ status: 'ok' });

export const readyz = (readiness: () => Promise<Readiness>) => async (): Promise<Response> => {
  const { ready, problems } = await readiness();
  return Response.json({ status: ready ? 'ready' : 'not ready', problems }, { status: ready ? 200 : 503 });
};
