/** Letters to people. They leave in the background: how long the mail server takes must not tell who is registered. */
import type { Letter, Mail } from '../domain/mail.ts';
import type { Language } from '../domain/people.ts';
import type { Log } from '../domain/ports.ts';
import { LETTER_TEXTS, type LetterKind, type LetterText } from '../mail/sign-in-emails.ts';

type LetterOrder = {
  readonly kind: LetterKind;
  readonly to: string;
  readonly language: Language;
  readonly link?: string;
  /** A word that the text needs. */
  readonly detail?: string;
};

export type Letters = {
  send(order: LetterOrder): void;
  /** Resolves when everything on its way has been sent or has failed. */
  settled(): Promise<void>;
};

export function createLetters(parts: { readonly mail: Mail; readonly log: Log; readonly service: string }): Letters {
  const { mail, log, service } = parts;
  const leaving = new Set<Promise<void>>();

  async function deliver(order: LetterOrder): Promise<void> {
    const { kind, to, link } = order;
    if (mail.kind === 'log') {
      // The only place where a link is logged: whoever reads the log of a service without mail is its operator.
      log.warn({ letter: kind, to, link }, `no mail server is set: pass this on to ${to}${link ? `: ${link}` : ''}`);
      return;
    }
    const text = LETTER_TEXTS[kind][order.language]({ service, detail: order.detail ?? '' });
    try {
      await mail.send(letterOf(text, order));
    } catch (cause) {
      log.error({ letter: kind, cause }, 'a letter could not be sent: look at the mail server and the setting smtp');
    }
  }

  return {
    send: (order) => {
      const delivery = deliver(order).finally(() => leaving.delete(delivery));
      leaving.add(delivery);
    },
    settled: async () => void (await Promise.all(leaving)),
  };
}

/** Plain text, and the same as simple HTML that loads nothing from anywhere. */
export function letterOf(text: LetterText, { to, link }: Pick<LetterOrder, 'to' | 'link'>): Letter {
  const { subject, sentences } = text;
  const paragraphs = sentences.map((sentence) => `<p>${escaped(sentence)}</p>`);
  if (link) paragraphs.push(`<p><a href="${escaped(link)}">${escaped(text.link ?? link)}</a></p>`);
  return {
    to,
    subject,
    text: `${[...sentences, ...(link ? [link] : [])].join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><body>${paragraphs.join('')}</body>`,
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
