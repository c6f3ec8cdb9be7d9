/** The text of a system prompt with another one before it. */
export const withPromptBefore = (prompt: string, own: unknown): string =>
  typeof own === 'string' && own !== '' ? `${prompt}\n\n${own}` : prompt
