import { type CountText, countPromptTokens } from '../../core/tokens/count-tokens.ts'
import { estimateJsonTokens } from '../../core/tokens/estimate-json.ts'
import { estimatePromptTokens } from '../../core/tokens/estimate-prompt.ts'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'

/** The text to count: a request's prompt (parsed, or its JSON) or a plain text. */
export type Countable = { kind: 'prompt'; body: unknown } | { kind: 'text'; text: string }

export function countWith(what: Countable, model: string, countText: CountText): number {
  if (what.kind === 'text') return countText(what.text)
  return countPromptTokens(typeof what.body === 'string' ? JSON.parse(what.body) : what.body, model, countText)
}

/** Never throws: an unreadable body is counted by its JSON. */
export function estimateOf(what: Countable, model: string): number {
  if (what.kind === 'text') return estimateTokens(what.text)
  return typeof what.body === 'string' ? estimateJsonTokens(what.body) : estimatePromptTokens(what.body, model)
}
