/** Requests and tokens a minute: of a key, of an account, and of an account as the operator sets them. */
import type { BillingView, MinuteLimitsView } from '../../../../src/features/shop/contract.ts';
import { useFormat } from '../../format.ts';
import { useTexts } from '../../language.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Problems } from '../../ui/form.ts';
import { minuteLimitTexts } from './minute-limit-texts.ts';

type MinuteLimitFieldsProps = { readonly of: MinuteLimitsView | undefined; readonly problems: Problems };

export function MinuteLimitFields({ of, problems }: MinuteLimitFieldsProps) {
  const texts = useTexts(minuteLimitTexts);
  return (
    <>
      <TextField
        label={texts.requests}
        hint={texts.requestsHint}
        problem={problems.requestsPerMinute}
        name="requestsPerMinute"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={of?.requestsPerMinute ?? ''}
      />
      <TextField
        label={texts.tokens}
        hint={texts.tokensHint}
        problem={problems.tokensPerMinute}
        name="tokensPerMinute"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={of?.tokensPerMinute ?? ''}
      />
    </>
  );
}

/** In a list; nothing where a key has none. */
export function MinuteLimitsOfKey({ of: { requestsPerMinute, tokensPerMinute } }: { readonly of: MinuteLimitsView }) {
  const texts = useTexts(minuteLimitTexts);
  const format = useFormat();
  const limits = [
    ...(requestsPerMinute === null ? [] : [`${texts.requests}: ${format.count(requestsPerMinute)}`]),
    ...(tokensPerMinute === null ? [] : [`${texts.tokens}: ${format.count(tokensPerMinute)}`]),
  ];
  return limits.length > 0 && <div className="muted">{limits.join(' · ')}</div>;
}

/** Both limits of an account, and the operator's where there is one, as terms of a list. */
export function MinuteLimitFacts({ of }: { readonly of: BillingView['minuteLimits'] }) {
  const texts = useTexts(minuteLimitTexts);
  const format = useFormat();
  const write = (own: number | null, byOperator: number | null): string =>
    [
      own === null ? texts.none : format.count(own),
      ...(byOperator === null ? [] : [texts.byOperator(format.count(byOperator))]),
    ].join(' · ');
  return (
    <>
      <dt>{texts.requests}</dt>
      <dd>{write(of.requestsPerMinute, of.byOperator.requestsPerMinute)}</dd>
      <dt>{texts.tokens}</dt>
      <dd>{write(of.tokensPerMinute, of.byOperator.tokensPerMinute)}</dd>
    </>
  );
}
