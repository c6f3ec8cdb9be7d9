/**
 * Opaque state of a call (Gemini's thought signature) for a client of Messages: a `redacted_thinking` block before the
 * `tool_use`, which clients return unread, as fields of other makers are dropped. The prefix cannot begin the base64 of
 * the API's own state. No upstream gets such a block.
 */
const prefix = 'call:'

export const buildCallState = (state: string) => ({ type: 'redacted_thinking' as const, data: prefix + state })

/** The state of the call that follows; undefined for thoughts. */
export const parseCallState = (data: string): string | undefined =>
  data.startsWith(prefix) ? data.slice(prefix.length) : undefined
