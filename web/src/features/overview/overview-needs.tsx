/** The list of what needs the operator now: each line leads to where it can be seen to. */
import { Link } from 'wouter';
import type { NeedView } from '../../../../src/features/overview/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Card } from '../../ui/page.tsx';
import { gigabytes } from '../serving/gigabytes.ts';
import { operatorOverviewTexts } from './texts.ts';

/** Service first: while it fails, customers notice. */
const URGENT: readonly NeedView['kind'][] = ['engine-down', 'model-failing', 'audit-broken', 'disk'];

type Need = Exclude<NeedView, { readonly kind: 'set-up' }>;

/** The set-up has a card of its own, which stands above. */
export function Needs({ needs: all }: { readonly needs: readonly NeedView[] }) {
  const texts = useTexts(operatorOverviewTexts);
  const needs = all.filter((need): need is Need => need.kind !== 'set-up');
  if (needs.length === 0 && all.length > 0) return null;
  return (
    <Card title={texts.needs}>
      {needs.length === 0 && <p className="notice good">{texts.nothing}</p>}
      {needs.length > 0 && (
        <ul className="plain-list">
          {needs.map((need) => (
            <li key={keyOf(need)} className={URGENT.includes(need.kind) ? 'notice bad' : 'notice warn'}>
              <NeedLink need={need} />
              {need.kind === 'engine-down' && need.detail && <span className="small wrap">{need.detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function keyOf(need: Need): string {
  if (need.kind === 'engine-down') return `${need.kind} ${need.engine}`;
  if (need.kind === 'model-failing') return `${need.kind} ${need.model}`;
  if (need.kind === 'below-cost') return `${need.kind} ${need.model} ${need.engine}`;
  return need.kind === 'failed-payment' ? `${need.kind} ${need.id}` : need.kind;
}

function NeedLink({ need }: { readonly need: Need }) {
  const words = useWords();
  const [href, text] = words(need);
  return (
    <strong>
      <Link href={href}>{text}</Link>
    </strong>
  );
}

/** Where it is seen to, and what is said of it. */
function useWords() {
  const texts = useTexts(operatorOverviewTexts);
  const format = useFormat();
  // Within a link nothing else can be pressed, so both are said.
  const when = (atMs: number) => `${format.ago(atMs)}, ${format.dateTime(atMs)}`;
  return (need: Need): readonly [href: string, text: string] => {
    switch (need.kind) {
      case 'engine-down':
        return ['/operator/engines', texts.engineDown(need.engine)];
      case 'model-failing':
        return ['/operator/engines', texts.modelFailing[need.state](need.model)];
      case 'audit-broken':
        return ['/operator/service', texts.auditBroken(when(need.atMs ?? 0))];
      case 'audit-old':
        return ['/operator/service', need.atMs === null ? texts.auditNever : texts.auditOld(when(need.atMs))];
      case 'below-cost':
        return ['/operator/margins', texts.belowCost(need.model, need.engine)];
      case 'disk':
        return ['/operator/service', texts.disk(gigabytes(need.freeBytes, format))];
      case 'disputes':
        return ['/operator/orders?status=disputed', texts.disputes(need.count)];
      case 'transfers':
        return ['/operator/orders?status=open&method=bank', texts.transfers(need.count, format.czk(need.czk))];
      case 'movements':
        return ['/operator/bank', texts.movements(need.count)];
      case 'failed-payment':
        return [
          `/operator/customers/${encodeURIComponent(need.accountId)}`,
          texts.failedPayment[need.what](need.email, format.czk(need.czk)),
        ];
    }
  };
}
