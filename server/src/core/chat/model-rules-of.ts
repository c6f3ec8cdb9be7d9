import type { ModelRow, ModelRules } from './model-rules.ts'
import { claudeModels, geminiModels, openaiModels, othersInFormat, otherThinkers } from './model-table.ts'

const rememberedMax = 2_000
const remembered = new Map<string, ModelRules | null>()

/**
 * The rules for `model`; null for an unknown model, which is then sent unchanged. The first match wins. Host prefixes
 * (`openai/…`, `us.anthropic.…`, `models/…`) are ignored.
 */
export function modelRulesOf(model: string): ModelRules | null {
  const known = remembered.get(model)
  if (known !== undefined) return known
  const rules = findRules(model)
  // Calls repeat the same few names, and callers choose them, so the results are cached with a bound.
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(model, rules)
  return rules
}

function findRules(model: string): ModelRules | null {
  const name = lastPart(model)
  const maker = makerOf(name)
  if (maker === 'anthropic') return claudeRulesOf(name)
  return find(maker === 'google' ? geminiModels : openaiModels, name)
}

/** The rules for `model` behind Anthropic's format. Models of other makers get those of its older form. */
export function rulesInAnthropic(model: string): ModelRules {
  const name = lastPart(model)
  return (name.includes('claude') ? claudeRulesOf(name) : null) ?? othersInFormat.anthropic
}

/** The rules for `model` behind Gemini's format. Unknown models get those of the oldest form. */
export const rulesInGemini = (model: string): ModelRules => find(geminiModels, lastPart(model)) ?? othersInFormat.gemini

/** Whether a model may stay silent for long before its first token. */
export function isThinkingModel(model: string): boolean {
  const rules = modelRulesOf(model)
  return rules ? rules.thinking !== null : otherThinkers.test(model)
}

function lastPart(model: string): string {
  const name = model.toLowerCase()
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Versions of Claude are written with dots or dashes. */
const claudeRulesOf = (name: string): ModelRules | null => find(claudeModels, name.replaceAll('.', '-'))

const find = (rows: readonly ModelRow[], name: string): ModelRules | null =>
  rows.find(({ pattern }) => pattern.test(name))?.rules ?? null

/** The maker of a model, by its name. All but Claude and Gemini count as OpenAI's. */
export function makerOf(model: string): 'openai' | 'anthropic' | 'google' {
  const name = lastPart(model)
  if (name.includes('claude')) return 'anthropic'
  return /gemini|gemma/.test(name) ? 'google' : 'openai'
}
