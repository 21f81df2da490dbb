/** Answers with a file in the smallest form that the client takes. */
import type { CompressedFile } from '../../lib/compressed-file.ts';
import type { Call } from './call.ts';

export function answerCompressed(
  { request }: Call,
  file: CompressedFile,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoding = preferredEncoding(request.headers.get('accept-encoding') ?? '');
  const varies = headers.vary ? `${headers.vary}, accept-encoding` : 'accept-encoding';
  return new Response(encoding === undefined ? file.plain : file[ENCODINGS[encoding]], {
    headers: {
      ...headers,
      'content-type': file.type,
      vary: varies,
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

const ENCODINGS = { br: 'brotli', gzip: 'gzip' } as const;

function preferredEncoding(accepted: string): keyof typeof ENCODINGS | undefined {
  const names = accepted.split(',').map((part) => part.trim().toLowerCase());
  const isAccepted = (name: string) =>
    names.some((one) => one === name || (one.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(one)));
  return isAccepted('br') ? 'br' : isAccepted('gzip') ? 'gzip' : undefined;
}
