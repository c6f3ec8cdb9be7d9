import type { Effort, Thinking } from '../../core/chat/chat-request.ts'
import { mapBudgetToEffort, mapEffortToShare, thinkingBudgetMin } from '../../core/chat/map-thinking.ts'
import type { AnthropicRules } from './model-rules.ts'
import type { Wire } from './wire.ts'

export interface BuiltThinking {
  thinking?: Wire
  effort?: Effort
  /** `max_tokens`, raised where the budget would leave no room for an answer. */
  maxTokens: number
  /** Whether the model thinks for sure: sampling and forced tools are refused then. */
  isActive: boolean
  hasBudget: boolean
}

/** How much to think in the form the model takes: adaptive with an effort, or a budget of tokens. */
export function buildThinking(
  thinking: Thinking | undefined,
  maxTokens: number,
  rules: AnthropicRules,
): BuiltThinking {
  const none: BuiltThinking = { maxTokens, isActive: false, hasBudget: false }
  if (!thinking) return none
  if (isOff(thinking)) return { ...none, ...buildOff(rules) }
  if (thinking.kind === 'budget' && rules.thinkingForm !== 'adaptive') {
    const tokens = thinking.tokens < 0 ? mapEffortToShare('high', maxTokens) : thinking.tokens
    return withBudget(tokens, maxTokens, rules)
  }
  const effort = effortOf(thinking)
  if (rules.thinkingForm === 'budget') {
    return withBudget(mapEffortToShare(effort ?? 'medium', maxTokens), maxTokens, rules)
  }
  return {
    ...none,
    isActive: true,
    thinking: { type: 'adaptive', ...displayOf(thinking) },
    ...(effort ? { effort: nearestEffort(effort, rules) } : {}),
  }
}

type Wanted = Exclude<Thinking, { kind: 'off' }>

const isOff = (thinking: Thinking): thinking is Extract<Thinking, { kind: 'off' }> =>
  thinking.kind === 'off' ||
  (thinking.kind === 'budget' && thinking.tokens === 0) ||
  (thinking.kind !== 'budget' && thinking.effort === 'none')

function buildOff(rules: AnthropicRules): Pick<BuiltThinking, 'thinking' | 'effort'> {
  return rules.thinkingOff === 'low_effort' ? { effort: 'low' } : { thinking: { type: rules.thinkingOff } }
}

function withBudget(tokens: number, maxTokens: number, rules: AnthropicRules): BuiltThinking {
  const wanted = Math.max(thinkingBudgetMin, Math.floor(tokens))
  const raised = wanted < maxTokens ? maxTokens : Math.min(wanted + maxTokens, rules.maxTokensMax)
  const budget = Math.min(wanted, raised - 1)
  const thinking = { type: 'enabled', budget_tokens: budget }
  return { thinking, maxTokens: raised, isActive: true, hasBudget: true }
}

function effortOf(thinking: Wanted): Effort | undefined {
  if (thinking.kind !== 'budget') return thinking.effort
  return mapBudgetToEffort(thinking.tokens)
}

/** The wanted effort, or the next one up that the model knows; `high` is known to all. */
function nearestEffort(effort: Effort, rules: AnthropicRules): Effort {
  if (rules.efforts.includes(effort)) return effort
  if (effort === 'minimal') return 'low'
  if (effort === 'xhigh' && rules.efforts.includes('max')) return 'max'
  return 'high'
}

/**
 * Newer models leave the text out unless asked. Callers of other protocols cannot ask in words of their own, so
 * theirs is shown unless they say otherwise.
 */
function displayOf(thinking: Wanted): Wire {
  const isShown = thinking.isShown ?? (thinking.kind === 'adaptive' ? undefined : true)
  return isShown === undefined ? {} : { display: isShown ? 'summarized' : 'omitted' }
}
