/** The limits that an upstream reports. Absent = not reported. */
export interface LimitsLeft {
  /** No call is left for this time. */
  usedUpForMs?: number
  /** Remaining tokens of prompts, and the time until the whole limit is available again. */
  tokensLeft?: number
  tokensResetMs?: number
}
