/** The e-mail about several notices of a kind: it lists what each of them would have said, and says once what to do. */
import type { Owner } from '../notices/notice.ts';
import type { EmailContent } from './render-email.ts';

type Told = { readonly atMs: number; readonly content: EmailContent };
type Words = { readonly language: Owner['language']; readonly date: (atMs: number) => string };

/** An e-mail of more lines would not be read. */
const LISTED_MAX = 200;

const TEXTS = {
  en: {
    intro: (count: number, since: string) => `This has happened ${count} times since ${since}:`,
    more: (count: number) => `${count} more are not listed here.`,
  },
  cs: {
    intro: (count: number, since: string) => `Od ${since} se to stalo ${count}krát:`,
    more: (count: number) => `Dalších případů, které tu nejsou vypsané: ${count}.`,
  },
} as const;

/** `all` in the order in which it happened. */
export function gatheredContent(all: readonly Told[], { language, date }: Words): EmailContent {
  const first = all[0]!;
  const last = all.at(-1)!;
  if (all.length === 1) return first.content;
  const texts = TEXTS[language];
  const rows = all.slice(0, LISTED_MAX).map(({ atMs, content }) => [date(atMs), factsOf(content)] as const);
  return {
    subject: `${last.content.subject} (${all.length}×)`,
    parts: [
      texts.intro(all.length, date(first.atMs)),
      { rows },
      ...(all.length > LISTED_MAX ? [texts.more(all.length - LISTED_MAX)] : []),
      ...adviceOf(last.content),
    ],
  };
}

const isLink = (part: EmailContent['parts'][number]): boolean => typeof part !== 'string' && 'href' in part;

/** The text of an e-mail before its last paragraph, which says what to do. */
function factsOf({ parts }: EmailContent): string {
  const said = parts.filter((part) => !isLink(part));
  const facts = said.length > 1 ? said.slice(0, -1) : said;
  return facts
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'rows' in part ? `${part.rows.map(([name, value]) => `${name}: ${value}`).join('; ')}.` : '';
    })
    .join(' ');
}

function adviceOf({ parts }: EmailContent): EmailContent['parts'] {
  const said = parts.filter((part) => !isLink(part));
  return [...(said.length > 1 ? said.slice(-1) : []), ...parts.filter(isLink)];
}
