import type { AccountStatus } from '../../../../src/features/customers/contract.ts';
import { useTexts } from '../../language.tsx';
import { operatorTexts } from '../../texts/operator.ts';
import { Badge } from '../../ui/page.tsx';

const KINDS = { active: 'good', blocked: 'bad', suspended: 'warn', closed: 'plain' } as const;

export function StatusBadge({ status }: { readonly status: AccountStatus }) {
  const texts = useTexts(operatorTexts);
  return <Badge kind={KINDS[status]}>{texts.states[status]}</Badge>;
}
