import type { Effort } from './chat-request.ts'

/** The effort nearest to a budget of tokens; undefined for -1, which leaves it to the model. */
export function mapBudgetToEffort(tokens: number): Effort | undefined {
  if (tokens < 0) return undefined
  if (tokens === 0) return 'none'
  if (tokens < 2048) return 'low'
  return tokens < 16_384 ? 'medium' : 'high'
}

/** Anthropic's smallest budget, and the minimum that is left for the answer. */
const thinkingBudgetMin = 1024

const shares: Record<Effort, number> = {
  none: 0,
  minimal: 0,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.95,
  max: 0.95,
}

/** Budget for `effort` as a share of the largest output: never below the smallest, always below the output. */
export function mapEffortToShare(effort: Effort, maxOutputTokens: number): number {
  const share = Math.floor(maxOutputTokens * shares[effort])
  return Math.min(Math.max(share, thinkingBudgetMin), Math.max(maxOutputTokens - 1, 1))
}

/** Fixed budgets of models that count thinking separately (Gemini 2.5). */
export const effortBudgets: Record<Effort, number> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
}
