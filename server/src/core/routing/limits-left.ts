/** What an upstream reports of its limits. Absent = not reported. */
export interface LimitsLeft {
  /** No call is left for this time. */
  usedUpForMs?: number
  /** Tokens of prompts, and when the whole limit is there again. */
  tokensLeft?: number
  tokensResetMs?: number
}
