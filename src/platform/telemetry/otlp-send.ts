/** Sends messages of OTLP over HTTP, and says how much of each the receiver has refused. */
import { numberAt } from '../../lib/protobuf.ts';
import { ENCODINGS, type Protocol, type Written } from './otlp.ts';

/** A receiver as the configuration names it. */
type OtlpTarget = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: Protocol;
  readonly ca?: string | undefined;
};

/** Resolves with how many spans or values were refused; rejects when the message did not arrive. */
export type OtlpSend = (body: Written, signal: AbortSignal) => Promise<number>;

const ANSWER_BYTES_MAX = 64 * 1024;

/** The receiver's words stay out of errors, and so of the log: it may repeat our headers. */
export const otlpSender =
  ({ url, headers, protocol, ca }: OtlpTarget): OtlpSend =>
  async (body, signal) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': 'boreal', ...headers, 'content-type': ENCODINGS[protocol].contentType },
      body,
      signal,
      // A redirect would send what we know, and the headers that go with it, to a host that was not configured.
      redirect: 'manual',
      // Written out, because a variable of the environment could turn it off.
      tls: { rejectUnauthorized: true, ...(ca !== undefined && { ca }) },
    });
    const said = await answer.bytes();
    if (!answer.ok) throw new Error(`The receiver answered with status ${answer.status}.`);
    if (said.length > ANSWER_BYTES_MAX) return 0;
    const refused = protocol === 'http/json' ? refusedInJson(said) : numberAt(said, [1, 1]);
    return Number.isSafeInteger(refused) && Number(refused) > 0 ? Number(refused) : 0;
  };

function refusedInJson(said: Uint8Array): number | undefined {
  try {
    const { partialSuccess = {} } = JSON.parse(new TextDecoder().decode(said)) as {
      readonly partialSuccess?: { readonly rejectedSpans?: unknown; readonly rejectedDataPoints?: unknown };
    };
    return Number(partialSuccess.rejectedSpans ?? partialSuccess.rejectedDataPoints ?? 0);
  } catch {
    // Not every receiver says something, and some say it in other words.
    return undefined;
  }
}
