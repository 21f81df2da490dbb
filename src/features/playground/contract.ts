/** A chat from the pages. What it takes, answers and refuses is that of POST /v1/chat/completions, and is said there. */
export const playground = {
  name: 'POST /api/playground/completions',
  about: 'As POST /v1/chat/completions, paid by the account of the person.',
} as const;
