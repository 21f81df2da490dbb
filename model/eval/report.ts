/** An evaluation as Markdown tables: for the terminal, and for the page that is kept. */
import type { Asked, Evaluation, Tried } from './evaluate.ts';
import { OUTCOMES } from './judge.ts';

export function reportOf(evaluation: Evaluation): string {
  const parts = [summaryOf(evaluation)];
  for (const [set, asked] of evaluation.sets) parts.push(`### ${set}, by domain\n\n${domainsOf(asked)}`);
  parts.push(`### Abilities\n\n${abilitiesOf(evaluation.abilities)}`);
  return `${parts.join('\n\n')}\n`;
}

/** Every answer that is not right, for reading. */
export function misses({ sets, abilities }: Evaluation): readonly string[] {
  const said = (text: string) => JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text);
  const questions = [...sets].flatMap(([set, asked]) =>
    asked
      .filter(({ outcome, question }) => outcome === 'wrong' || (outcome === 'honest' && !question.unknown))
      .map(
        ({ outcome, fault, question, answer }) =>
          `${outcome}${fault ? ` (${fault})` : ''} · ${set} · ${question.domain} · ${question.ask} → ${said(answer.text)}`,
      ),
  );
  const tried = abilities
    .filter(({ isRight }) => !isRight)
    .map(({ kind, ask, answer }) => `wrong · ${kind} · ${ask} → ${said(answer.text || JSON.stringify(answer.call))}`);
  return [...questions, ...tried];
}

function summaryOf({ sets, tokensPerSecond, tokensPerSecondWhole }: Evaluation): string {
  const rows = [...sets].map(([set, asked]) => {
    const known = asked.filter(({ question }) => !question.unknown);
    const unknown = asked.filter(({ question }) => question.unknown);
    return [
      set,
      `${asked.length}`,
      share(count(known, 'right'), known.length),
      share(count(known, 'honest'), known.length),
      share(unknown.length - count(unknown, 'wrong'), unknown.length),
      share(asked.length - count(asked, 'wrong'), asked.length),
      share(count(asked, 'wrong'), asked.length),
      `${asked.filter(({ fault }) => fault === 'endless').length}`,
      `${asked.filter(({ fault }) => fault === 'other language').length}`,
    ];
  });
  const head = [
    ...['set', 'questions', 'known: right', 'known: says it does not know', 'unknown: honest'],
    ...['right or honest', 'wrong', 'endless', 'other language'],
  ];
  const speed = `Tokens a second, one request at a time: ${tokensPerSecond.toFixed(0)} while it writes, ${tokensPerSecondWhole.toFixed(0)} from question to end.`;
  return `${table(head, rows)}\n\n${speed}`;
}

/** Right, honest and wrong for each domain and language. */
function domainsOf(asked: readonly Asked[]): string {
  const domains = [...new Set(asked.map(({ question }) => question.domain))];
  const rows = domains.map((domain) => [
    domain,
    ...(['en', 'cs'] as const).flatMap((lang) => {
      const those = asked.filter(({ question }) => question.domain === domain && question.lang === lang);
      return OUTCOMES.map((outcome) => (those.length === 0 ? '' : `${count(those, outcome)}`));
    }),
  ]);
  const columns = ['English', 'Czech'].flatMap((name) => OUTCOMES.map((outcome) => `${name}: ${outcome}`));
  return table(['domain', ...columns], rows);
}

function abilitiesOf(tried: readonly Tried[]): string {
  const kinds = [...new Set(tried.map(({ kind }) => kind))];
  const rows = kinds.map((kind) => {
    const those = tried.filter((one) => one.kind === kind);
    return [kind, `${those.filter(({ isRight }) => isRight).length} of ${those.length}`];
  });
  return table(['ability', 'right'], rows);
}

const count = (asked: readonly Asked[], outcome: Asked['outcome']): number =>
  asked.filter((one) => one.outcome === outcome).length;

const share = (part: number, whole: number): string =>
  whole === 0 ? '' : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}
