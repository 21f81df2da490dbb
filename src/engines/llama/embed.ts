/** The vectors of all inputs of a request, one after the other: between two of them other requests have their turn. */
import type { ChatRequest } from '../../core/chat.ts';
import { toBase64 } from '../../dialects/embeddings/vector.ts';
import type { Patience } from './model-pool.ts';
import type { Models } from './models.ts';

export async function embedAll(models: Models, { model, embedding }: ChatRequest, patience: Patience): Promise<object> {
  const { inputs = [], encoding } = embedding ?? {};
  const lease = await models.leaseEmbedding(model, patience);
  try {
    const data: object[] = [];
    let tokens = 0;
    for (const [index, input] of inputs.entries()) {
      const made = await lease.model.embed(input, patience);
      tokens += made.tokens;
      data.push({ index, embedding: encoding === 'base64' ? toBase64(made.vector) : made.vector });
    }
    return { object: 'list', data, usage: { prompt_tokens: tokens, total_tokens: tokens } };
  } finally {
    lease.release();
  }
}
