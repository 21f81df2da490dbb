import { aliasesOf, type Catalogue, type Model } from '../../core/model.ts';
import { formatCzk, type Nanos, nanos, type Price } from '../../core/money.ts';
import type { ModelView } from './contract.ts';

/** A model as the pages show it. */
export const modelToView = (model: Model, catalogue: Pick<Catalogue, 'aliases'>): ModelView => ({
  id: model.id,
  kind: model.kind,
  aliases: aliasesOf(model.id, catalogue),
  role: model.role,
  note: model.note ?? null,
  maxOutputTokens: model.maxOutputTokens,
  contextTokens: model.contextTokens ?? null,
  takesTools: model.takesTools,
  isReasoning: model.isReasoning,
  price: priceToView(model.price),
});

/** In CZK per million tokens. */
export const priceToView = ({ input, cachedInput, output, reasoning }: Price): ModelView['price'] => ({
  input: perMillion(input),
  cachedInput: perMillion(cachedInput),
  output: perMillion(output),
  reasoning: perMillion(reasoning),
});

const perMillion = (perToken: Nanos): string => formatCzk(nanos(perToken * 1_000_000n));
