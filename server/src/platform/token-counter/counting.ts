import { setImmediate } from 'node:timers/promises'
import { type CountText, countPromptTokens } from '../../core/tokens/count-tokens.ts'
import { estimateJsonTokens } from '../../core/tokens/estimate-json.ts'
import { startPromptEstimate, startTextEstimate } from '../../core/tokens/estimate-prompt.ts'

/** The text to count: a request's prompt (parsed, or its JSON) or a plain text. */
export type Countable = { kind: 'prompt'; body: unknown } | { kind: 'text'; text: string }

export function countWith(what: Countable, model: string, countText: CountText): number {
  if (what.kind === 'text') return countText(what.text)
  return countPromptTokens(typeof what.body === 'string' ? JSON.parse(what.body) : what.body, model, countText)
}

/** Between other work: a large text takes half a second. Never rejects: an unreadable body is counted by its JSON. */
export async function estimateOf(what: Countable, model: string): Promise<number> {
  if (what.kind === 'prompt' && typeof what.body === 'string') return estimateJsonTokens(what.body)
  const estimate = what.kind === 'text' ? startTextEstimate(what.text) : startPromptEstimate(what.body, model)
  while (!estimate.isWhole) {
    estimate.step()
    if (!estimate.isWhole) await setImmediate()
  }
  return estimate.tokens
}
