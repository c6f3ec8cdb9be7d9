import type { ModelRules } from '../../core/chat/model-rules.ts'
import type { FormatOptions } from '../wire-format.ts'

/**
 * The output limit of `model` in Anthropic's format, which requires one, where the client sets none: the operator's
 * default, and never more than the model's maximum.
 */
export function outputDefaultOf(
  options: Pick<FormatOptions, 'claude.default_max_tokens'>,
  model: string,
  rules: ModelRules,
): number {
  const limits = options['claude.default_max_tokens']
  const own = Object.hasOwn(limits, model) ? limits[model] : limits.default
  const wanted = own ?? rules.defaultMaxOutputTokens ?? 1
  return Math.min(wanted, rules.maxOutputTokens ?? wanted)
}
