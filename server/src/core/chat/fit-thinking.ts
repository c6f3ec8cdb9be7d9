import type { Effort, Thinking } from './chat-request.ts'
import { effortBudgets, mapBudgetToEffort, mapEffortToShare } from './map-thinking.ts'
import type { ThinkingRules } from './model-rules.ts'

/** Whether the caller disables thinking. */
export const isThinkingOff = (thinking: Thinking): boolean =>
  thinking.kind === 'off' ||
  (thinking.kind === 'budget' && thinking.tokens === 0) ||
  (thinking.kind !== 'budget' && thinking.effort === 'none')

/** `thinking` in a form that the model accepts, as close to the request as possible. */
export function fitThinking(thinking: Thinking, rules: ThinkingRules, maxOutputTokens: number): Thinking {
  if (thinking.kind === 'off' || isThinkingOff(thinking)) return fitOff(rules)
  if (wantedForm(thinking, rules) === 'budget') {
    const tokens = fitBudget(thinking, rules, maxOutputTokens)
    const { isShown } = thinking
    return isShown === undefined ? { kind: 'budget', tokens } : { kind: 'budget', tokens, isShown }
  }
  const shown = shownOf(thinking, rules)
  const requested = thinking.kind === 'budget' ? mapBudgetToEffort(thinking.tokens) : thinking.effort
  const effort = requested && nearestEffort(requested, rules.efforts)
  if (effort === undefined) return { kind: 'adaptive', ...shown }
  return rules.forms.includes('adaptive')
    ? { kind: 'adaptive', effort, ...shown }
    : { kind: 'effort', effort, ...shown }
}

/**
 * Models with adaptive thinking hide its text by default. Formats with an effort or a budget have no field for that,
 * and always show the text.
 */
function shownOf(
  { kind, isShown }: Exclude<Thinking, { kind: 'off' }>,
  { forms }: ThinkingRules,
): { isShown?: boolean } {
  if (isShown !== undefined) return { isShown }
  return kind !== 'adaptive' && forms.includes('adaptive') ? { isShown: true } : {}
}

/** The model's minimum, hidden, because the caller did not ask for it. */
function fitOff({ off, forms, efforts, budget }: ThinkingRules): Thinking {
  if (off !== 'refused') return { kind: 'off' }
  if (forms[0] === 'budget' && budget) return { kind: 'budget', tokens: budget.min, isShown: false }
  const effort = efforts[0] ?? 'low'
  return forms[0] === 'adaptive'
    ? { kind: 'adaptive', effort, isShown: false }
    : { kind: 'effort', effort, isShown: false }
}

const wantedForm = (thinking: Thinking, { forms }: ThinkingRules): string | undefined =>
  thinking.kind === 'budget' && forms.includes('budget') ? 'budget' : forms[0]

function fitBudget(thinking: Exclude<Thinking, { kind: 'off' }>, rules: ThinkingRules, outputMax: number): number {
  const { min, max, ofEffort } = rules.budget ?? { min: 1, max: outputMax, ofEffort: 'share' }
  const requested = thinking.kind === 'budget' ? thinking.tokens : undefined
  // Unlimited: some models accept that, others get a large share.
  const isOpen = requested === undefined ? thinking.kind === 'adaptive' && !thinking.effort : requested < 0
  if (isOpen && ofEffort === 'fixed') return -1
  if (requested !== undefined && !isOpen) return clamp(requested, min, max)
  const effort: Effort = isOpen || thinking.kind === 'budget' ? 'high' : (thinking.effort ?? 'high')
  return clamp(ofEffort === 'share' ? mapEffortToShare(effort, outputMax) : effortBudgets[effort], min, max)
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

const scale: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The effort itself, otherwise the next higher one, otherwise the highest. */
function nearestEffort(effort: Effort, taken: readonly Effort[]): Effort | undefined {
  const least = scale.indexOf(effort)
  return taken.find((candidate) => scale.indexOf(candidate) >= least) ?? taken.at(-1)
}
