import { useState } from 'react';
import type { PlanView } from '../../../../src/features/shop/contract.ts';
import { call } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notice.tsx';
import { shopTexts } from './texts.ts';

type CancelProps = { readonly plan: PlanView; readonly onCancelled: () => void };

/** Nothing to draw for a plan that ends anyway, with what is paid. */
export function CancelPlan({ plan, onCancelled }: CancelProps) {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const say = useNotice();
  const [isAsking, setIsAsking] = useState(false);
  if (!plan.isRenewing) return null;
  return (
    <div>
      <button type="button" className="button compact" onClick={() => setIsAsking(true)}>
        {texts.cancelPlan}
      </button>
      {isAsking && (
        <Confirm
          title={texts.cancelTitle}
          action={texts.cancelPlan}
          keep={texts.keepPlan}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await call('POST /api/plan/cancel');
            say(texts.cancelled);
            onCancelled();
          }}
        >
          <p>{texts.cancelLead(format.date(plan.endsAtMs))}</p>
        </Confirm>
      )}
    </div>
  );
}
