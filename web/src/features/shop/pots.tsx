/** Pots of tokens: the plan of this period, and packages. Each is one bar: used, held, left. */

import type { PlanView, PotView } from '../../../../src/features/shop/contract.ts';
import { czkOf, nanosOf } from '../../czk.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { usePlanName } from '../../plan-names.ts';
import { ownNameOf } from '../../pot-name.ts';
import { Meter } from '../../ui/page.tsx';
import { billingTexts } from './billing-texts.ts';

export function Plan({ plan }: { readonly plan: PlanView | null }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const { language } = useLanguage();
  const planName = usePlanName();
  if (!plan) return <NoPot title={texts.noPlan} lead={texts.noPlanLead} />;
  const ends = format.date(plan.endsAtMs);
  const name = plan.name[language];
  return (
    <div className="stack">
      <div className="pot-head">
        <strong className="pot-name">{name}</strong>
        <span className="muted">{texts.period(format.date(plan.startsAtMs), ends)}</span>
      </div>
      <Pot name={name} pot={plan} />
      {plan.windows?.map(({ window: per, tokens, tokensUsed, crowns, resetsAtMs }) => (
        <p key={per} className="muted">
          {texts.windows[per]}:{' '}
          {crowns
            ? texts.crownsOf(format.czk(crowns.usedCzk), format.czk(crowns.allCzk), format.dateTime(resetsAtMs))
            : texts.usedOf(format.count(tokensUsed), format.count(tokens), format.dateTime(resetsAtMs))}
        </p>
      ))}
      <p className="muted">
        {plan.nextPlan === null
          ? texts.last(ends)
          : plan.nextPlan === plan.id
            ? texts.next(planName(plan.id), ends)
            : texts.nextOther(planName(plan.nextPlan), ends)}
      </p>
      {plan.monthsPaid > 0 && <p className="muted">{texts.monthsPaid(plan.monthsPaid)}</p>}
    </div>
  );
}

export function Packages({ packages }: { readonly packages: readonly PotView[] }) {
  const texts = useTexts(billingTexts);
  const format = useFormat();
  const planName = usePlanName();
  const nameOf = ({ label }: PotView) => ownNameOf(label, planName) ?? texts.onePackage;
  if (packages.length === 0) return <NoPot title={texts.noPackages} lead={texts.noPackagesLead} />;
  return (
    <ul className="pots">
      {packages.map((one) => (
        <li key={one.id} className="stack tight">
          <div className="pot-head">
            <strong className="pot-name">{nameOf(one)}</strong>
            <span className="muted">
              {texts.expires(format.date(one.expiresAtMs), format.relative(one.expiresAtMs))}
            </span>
          </div>
          <Pot name={nameOf(one)} pot={one} />
        </li>
      ))}
    </ul>
  );
}

type Amounts = Pick<PotView, 'tokens' | 'tokensLeft' | 'tokensHeld' | 'crowns'>;

/** In the unit of the pot. What is left counts what is held as still there; only what is left beside it is free. */
function useAmounts({ tokens, tokensLeft, tokensHeld, crowns }: Amounts) {
  const format = useFormat();
  const of = crowns
    ? { all: nanosOf(crowns.allCzk), left: nanosOf(crowns.leftCzk), held: nanosOf(crowns.heldCzk) }
    : { all: BigInt(tokens), left: BigInt(tokensLeft), held: BigInt(tokensHeld) };
  const written = (amount: bigint) => (crowns ? format.czk(czkOf(amount)) : format.count(Number(amount)));
  return { ...of, used: of.all - of.left, free: of.left - of.held, written };
}

function Pot({ name, pot }: { readonly name: string; readonly pot: Amounts }) {
  const texts = useTexts(billingTexts);
  const { all, used, held, free, written } = useAmounts(pot);
  const share = (amount: bigint) => (all === 0n ? 0 : Number(amount) / Number(all));
  return (
    <div className="stack tight">
      <Meter
        label={texts.meter(name)}
        share={share(used)}
        second={share(held)}
        kind={share(free) < 0.1 ? 'warn' : 'normal'}
      />
      <div className="pot-words small">
        <span>{texts.used(written(used))}</span>
        {held > 0n && <span>{texts.heldTokens(written(held))}</span>}
        <strong>{texts.left(written(free))}</strong>
      </div>
    </div>
  );
}

function NoPot({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <div className="stack tight">
      <strong>{title}</strong>
      <p className="muted">{lead}</p>
    </div>
  );
}
