/** A proof for people and for programs. */
import { formatCzk } from '../core/money.ts';
import { GROUPS } from './check.ts';
import type { Proof, Result } from './prove.ts';

const MARKS: Readonly<Record<Result['outcome'], string>> = { passed: 'ok  ', failed: 'FAIL', 'not-run': '–   ' };

export function proofText(proof: Proof): string {
  const groups = GROUPS.flatMap((group) => {
    const results = proof.results.filter((result) => result.group === group);
    return results.length > 0 ? ['', group, ...results.map(line)] : [];
  });
  return [`${proof.base}${proof.model ? `, ${proof.model}` : ''}`, ...groups, '', ...closing(proof)].join('\n');
}

export const proofJson = (proof: Proof): object => ({
  ok: proof.ok,
  base: proof.base,
  model: proof.model,
  estimateCzk: formatCzk(proof.estimate),
  spentCzk: formatCzk(proof.spent),
  results: proof.results,
  notProvable: proof.notProvable,
});

/** The rule is shown only where the check has not passed. */
function line({ id, rule, outcome, seen }: Result): string {
  const mark = MARKS[outcome];
  return outcome === 'passed' ? `${mark} ${id}: ${seen}` : `${mark} ${id}: ${rule}\n     → ${seen}`;
}

function closing(proof: Proof): readonly string[] {
  const count = (outcome: Result['outcome']) => proof.results.filter((result) => result.outcome === outcome).length;
  return [
    ...proof.notProvable.map((sentence) => `Not proved: ${sentence}`),
    `${count('passed')} passed, ${count('failed')} failed, ${count('not-run')} not run; ${formatCzk(proof.spent)} CZK spent.`,
  ];
}
