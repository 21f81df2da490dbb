import type { OrderView } from '../../../../src/features/shop/contract.ts';
import { useFormat } from '../../format.ts';
import { useLanguage, useTexts } from '../../language.tsx';
import { Badge } from '../../ui/page.tsx';
import { shopTexts } from './texts.ts';

const KINDS = {
  open: 'warn',
  expired: 'plain',
  paid: 'good',
  'partly-refunded': 'plain',
  refunded: 'plain',
  disputed: 'bad',
  lost: 'bad',
} as const;

export function OrderState({ order }: { readonly order: Pick<OrderView, 'status'> }) {
  const texts = useTexts(shopTexts);
  return <Badge kind={KINDS[order.status]}>{texts.states[order.status]}</Badge>;
}

type Thing = Pick<OrderView, 'kind' | 'planName' | 'tokens'> & Partial<Pick<OrderView, 'isAutomatic'>>;

/** The thing that was ordered: "Package, 1,000,000 tokens". */
export function useThingText(): (order: Thing) => string {
  const texts = useTexts(shopTexts);
  const format = useFormat();
  const { language } = useLanguage();
  return ({ kind, planName, tokens, isAutomatic }) => {
    const name = texts.things[kind];
    if (isAutomatic) return `${name}, ${texts.automatic}`;
    if (planName !== null) return `${name} ${planName[language]}`;
    return tokens === null ? name : `${name}, ${texts.tokens(tokens, format.count(tokens))}`;
  };
}
