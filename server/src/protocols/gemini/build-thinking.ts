import type { Effort, Thinking } from '../../core/chat/chat-request.ts'
import type { ThinkingLevel, ThinkingRules } from './model-rules.ts'

/** `thinkingConfig` of a request; undefined = nothing to say. Budget and level are never both sent: that is a 400. */
export function buildGeminiThinking(
  thinking: Thinking,
  rules: ThinkingRules,
): Record<string, unknown> | undefined {
  if (rules.kind === 'none') return undefined
  const amount = rules.kind === 'level' ? levelOf(thinking, rules.levels) : budgetOf(thinking, rules)
  // Thoughts are shown unless the caller's protocol says otherwise: without them its reasoning fields stay empty.
  const isOff = thinking.kind === 'off' || (thinking.kind === 'effort' && thinking.effort === 'none')
  const isShown = !isOff && thinking.isShown !== false
  const config = { ...amount, ...(isShown ? { includeThoughts: true } : {}) }
  return Object.keys(config).length > 0 ? config : undefined
}

const levelNames: readonly ThinkingLevel[] = ['minimal', 'low', 'medium', 'high']

function levelOf(thinking: Thinking, levels: readonly ThinkingLevel[]): { thinkingLevel?: ThinkingLevel } {
  const wished = wishedLevel(thinking)
  if (wished === undefined) return {}
  const atLeast = levelNames.indexOf(wished)
  const thinkingLevel = levels.find((level) => levelNames.indexOf(level) >= atLeast) ?? levels.at(-1)
  return thinkingLevel ? { thinkingLevel } : {}
}

const effortLevels: Record<Effort, ThinkingLevel> = {
  none: 'minimal',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
}

function wishedLevel(thinking: Thinking): ThinkingLevel | undefined {
  switch (thinking.kind) {
    case 'off':
      return 'minimal'
    case 'effort':
      return effortLevels[thinking.effort]
    case 'adaptive':
      return thinking.effort && effortLevels[thinking.effort]
    case 'budget':
      if (thinking.tokens < 0) return undefined
      if (thinking.tokens === 0) return 'minimal'
      return thinking.tokens < 2048 ? 'low' : thinking.tokens < 16_384 ? 'medium' : 'high'
    default:
      return thinking satisfies never
  }
}

const effortBudgets: Record<Effort, number> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 32_768,
}

function budgetOf(
  thinking: Thinking,
  rules: Extract<ThinkingRules, { kind: 'budget' }>,
): { thinkingBudget?: number } {
  const wished = wishedBudget(thinking)
  if (wished === undefined) return {}
  if (wished < 0) return { thinkingBudget: -1 }
  if (wished === 0 && rules.canBeOff) return { thinkingBudget: 0 }
  return { thinkingBudget: Math.min(rules.max, Math.max(rules.min, wished)) }
}

function wishedBudget(thinking: Thinking): number | undefined {
  switch (thinking.kind) {
    case 'off':
      return 0
    case 'budget':
      return thinking.tokens
    case 'effort':
      return effortBudgets[thinking.effort]
    case 'adaptive':
      return thinking.effort ? effortBudgets[thinking.effort] : -1
    default:
      return thinking satisfies never
  }
}
