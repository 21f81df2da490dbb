/** With this in a request the built-in model, or a tiny one, writes one letter again and again, up to `max_tokens`. */
export const ENDLESS = { logit_bias: { '40': 100 } };
