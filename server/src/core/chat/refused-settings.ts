import type { Thinking } from './chat-request.ts'
import { isThinkingOff } from './fit-thinking.ts'
import { isDefault } from './left-out.ts'
import type { ModelRules, RefusableSetting } from './model-rules.ts'

/** The settings among `values` that a model with `rules` refuses at the requested thinking. Defaults are accepted. */
export function refusedSettings(
  values: Readonly<Partial<Record<RefusableSetting, unknown>>>,
  thinking: Thinking | undefined,
  rules: ModelRules,
): RefusableSetting[] {
  const isOff = thinking ? isThinkingOff(thinking) : rules.thinking?.isOnByDefault !== true
  const isThinking = rules.thinking !== null && !(isOff && rules.thinking.off !== 'refused')
  const refused = new Set(isThinking ? [...rules.refuses, ...rules.refusesWhileThinking] : rules.refuses)
  return [...refused].filter((setting) => {
    const value = values[setting]
    return value !== undefined && value !== null && !isDefault(setting, value)
  })
}
