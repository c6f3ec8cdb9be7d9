import type { ModelRules } from '../../core/chat/model-rules.ts'
import type { OptionValues } from '../../state/option-registry.ts'

/**
 * Output asked of `model` in Anthropic's format, which wants a limit, where the client names none: as the operator says,
 * and never more than the model can.
 */
export function outputDefaultOf(options: OptionValues, model: string, rules: ModelRules): number {
  const limits = options['claude.default_max_tokens']
  const own = Object.hasOwn(limits, model) ? limits[model] : limits.default
  const wanted = own ?? rules.defaultMaxOutputTokens ?? 1
  return Math.min(wanted, rules.maxOutputTokens ?? wanted)
}
