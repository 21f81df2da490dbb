/** Doctor around the service: the mail server, the webhook, and the address where people reach it. */
import { publicAddressOf } from '../../core/public-address.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { isRecord } from '../../lib/record.ts';
import { type Finding, fine, note, saidBy, wrong } from '../../platform/commands/doctor-finding.ts';
import { guardedConnect, RefusedTarget } from '../../platform/guarded-post.ts';
import { checkMail } from '../../platform/mail/smtp.ts';
import { targetOf } from '../../platform/notices/operator-notices.ts';
import type { Config } from '../configuration/config.ts';

const ANSWER_MS = 5000;

/** Connects and signs in; no e-mail is sent. */
export async function mailFinding({ smtp }: Config): Promise<Finding> {
  if (!smtp) {
    return note(
      'mail: no mail server is set; links for people are written to the log',
      'set smtp, so that people can confirm their address and set a new password',
    );
  }
  const where = `${smtp.host}:${smtp.port}`;
  try {
    await checkMail(smtp);
    return fine(`mail: ${where} takes e-mails from ${smtp.from}`);
  } catch (error) {
    return wrong(
      `mail: ${where} does not take e-mails: ${saidBy(error)}`,
      'check smtp.host, port, secure, user and password, and whether the network lets you out to that port',
    );
  }
}

/** Connects to the operator's webhook; no notice is sent. */
export async function webhookFindings({ notices: { webhook } }: Config): Promise<readonly Finding[]> {
  if (!webhook) return [];
  const { host } = new URL(webhook.url);
  try {
    await guardedConnect(targetOf(webhook));
    return [fine(`webhook: ${host} can be reached`)];
  } catch (error) {
    const mend =
      error instanceof RefusedTarget
        ? 'correct notices.webhook.url; for a receiver in your own network set notices.webhook.allowPrivate'
        : 'check notices.webhook.url, that the receiver runs, and that its certificate is valid';
    return [wrong(`webhook: ${host} cannot be called: ${saidBy(error)}`, mend)];
  }
}

/** `isRunning`: whether a server answers here. Without one the public address cannot answer either. */
export async function publicAddressFindings({ publicUrl }: Config, isRunning: boolean): Promise<readonly Finding[]> {
  if (!publicUrl) {
    const mend = 'set publicUrl to the https address of your reverse proxy';
    return [note('public address: not set; people can sign in on this machine only', mend)];
  }
  const { origin, keepsSecureCookies } = publicAddressOf(publicUrl);
  const findings: Finding[] = [];
  if (!keepsSecureCookies) {
    findings.push(
      wrong(
        `public address: ${origin} has no https: passwords can be read on the way`,
        'put a reverse proxy with a certificate in front and set publicUrl to its https address',
      ),
    );
  }
  if (isRunning) findings.push(await reachable(origin));
  else findings.push(fine(`public address: ${origin}; not tried, because no server runs here`));
  return findings;
}

async function reachable(origin: string): Promise<Finding> {
  const mend =
    'check that the name leads to your reverse proxy, and the proxy to this server (docs/operating/install.md)';
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' });
    const says = parseJson((await answer.text()).slice(0, 200));
    const isOurs = answer.status === 200 && isRecord(says) && says.status === 'ok';
    if (isOurs) return fine(`public address: ${origin} leads here`);
    return wrong(`public address: ${origin} answers, but not as this service (status ${answer.status})`, mend);
  } catch (error) {
    return wrong(`public address: ${origin} does not answer: ${saidBy(error)}`, mend);
  }
}
