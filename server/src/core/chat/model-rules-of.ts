import type { ModelRow, ModelRules } from './model-rules.ts'
import { claudeModels, geminiModels, openaiModels, othersInFormat, otherThinkers } from './model-table.ts'

const rememberedMax = 2_000
const remembered = new Map<string, ModelRules | null>()

/**
 * The rules for `model`; null for one that no line knows: nothing is changed for it then. First match wins. Prefixes of
 * hosts (`openai/…`, `us.anthropic.…`, `models/…`) do not matter.
 */
export function modelRulesOf(model: string): ModelRules | null {
  const known = remembered.get(model)
  if (known !== undefined) return known
  const rules = findRules(model)
  // Every call asks for the same few names, and a caller may send any: the table of patterns is not walked each time.
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

/** The rules for `model` behind Anthropic's format; another maker's model there is held to its older form. */
export function rulesInAnthropic(model: string): ModelRules {
  const name = lastPart(model)
  return (name.includes('claude') ? claudeRulesOf(name) : null) ?? othersInFormat.anthropic
}

/** The rules for `model` behind Gemini's format; one that no line knows is held to what the oldest knew. */
export const rulesInGemini = (model: string): ModelRules =>
  find(geminiModels, lastPart(model)) ?? othersInFormat.gemini

/** Whether a model may be silent for long before it says a word. */
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

/** Who makes a model, as its name tells; whatever is neither Claude nor Gemini counts as OpenAI's. */
export function makerOf(model: string): 'openai' | 'anthropic' | 'google' {
  const name = lastPart(model)
  if (name.includes('claude')) return 'anthropic'
  return /gemini|gemma/.test(name) ? 'google' : 'openai'
}
