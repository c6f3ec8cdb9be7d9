/** Google's texts for the reason of a closed connection, and their equivalent statuses. */
const reasons: readonly [RegExp, number][] = [
  [/api key|unregistered callers|credential|permission|denied|billing/i, 401],
  [/quota|resource.?exhausted|rate limit/i, 429],
  [/not found|not supported for bidi/i, 404],
]

/** The status of a session that was closed before its setup was confirmed; null if the connection broke off. */
export function statusOfLiveClose(code: number, reason: string): number | null {
  const found = reasons.find(([pattern]) => pattern.test(reason))
  if (found) return found[1]
  // 1007 and 1008: the message or the client is refused.
  return code === 1007 || code === 1008 ? 400 : null
}
