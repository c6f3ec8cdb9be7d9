type Countable = Record<string, unknown>

/** A body in the form whose tokens are counted, with `prompt` as its first system message. */
export const withSystemMessage = (countable: Countable, prompt: string): Countable => ({
  ...countable,
  messages: [{ role: 'system', content: prompt }, ...(Array.isArray(countable.messages) ? countable.messages : [])],
})
