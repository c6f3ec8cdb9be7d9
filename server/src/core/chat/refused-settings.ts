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
  const refused: RefusableSetting[] = []
  const add = (setting: RefusableSetting) => {
    const value = values[setting]
    if (value === undefined || value === null || refused.includes(setting)) return
    if (!isDefault(setting, value)) refused.push(setting)
  }
  for (const setting of rules.refuses) add(setting)
  if (isThinking) for (const setting of rules.refusesWhileThinking) add(setting)
  return refused
}
