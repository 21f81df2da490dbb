/**
 * Tokens without a text of their own: the marks of turns and the like. A grammar judges them by their spelling, so it
 * would let `<|im_start|>` into a JSON string; but what is shown of them is nothing, and the string would not be what the
 * grammar has checked. So they are kept out of every answer that has a form.
 */
import { type LlamaModel, type Token, TokenBias } from 'node-llama-cpp';

/** All but those that end an answer: the grammar itself knows where these belong. */
export function hiddenTokensOf(model: LlamaModel): readonly Token[] {
  const hidden: Token[] = [];
  for (const token of model.iterateAllTokens()) {
    const { control, unknown, unused } = model.getTokenAttributes(token);
    if ((control || unknown || unused) && !model.isEogToken(token)) hidden.push(token);
  }
  return hidden;
}

type WantedBias = {
  readonly model: LlamaModel;
  readonly logitBias: Readonly<Record<string, number>> | undefined;
  readonly hiddenTokens: readonly Token[];
};

/** The tokens that the caller wants more or less of, and never a hidden one. OpenAI's scale ends at -100, which means never. */
export function biasOf({ model, logitBias = {}, hiddenTokens }: WantedBias): TokenBias {
  const bias = new TokenBias(model.tokenizer);
  for (const [token, value] of Object.entries(logitBias)) {
    bias.set(Number(token) as Token, value <= -100 ? 'never' : { logit: value });
  }
  for (const token of hiddenTokens) bias.set(token, 'never');
  return bias;
}
