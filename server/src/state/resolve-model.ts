import { makerOf, modelRulesOf } from '../core/chat/model-rules-of.ts'
import { parseModelSuffix, type SuffixedModel } from '../core/chat/parse-model-suffix.ts'
import { channelsFor } from './channels-for.ts'
import type { OptionValues } from './option-registry.ts'
import type { Snapshot } from './snapshot.ts'

/** The name for routing and pricing, and the thinking that its suffix asks for. */
export interface ResolvedModel {
  routedModel: string
  suffix: SuffixedModel | null
}

/** `gpt-5.1-codex-max` and the like are model names. */
const realName = /-codex-max$/

/**
 * A name that ends in `-thinking`, `-high`, … is routed and priced as it is where a channel lists it, otherwise by its
 * base. The ending counts as a suffix only when the base is known to think: `kimi-k2-thinking` and `qwen-max` are
 * names. For Claude and Gemini the operator decides whether endings count as suffixes at all.
 */
export function resolveModel(snapshot: Snapshot, group: string, model: string): ResolvedModel {
  const suffix = suffixOf(model, snapshot.options)
  if (!suffix) return { routedModel: model, suffix: null }
  if (channelsFor(snapshot, group, model).length > 0) return { routedModel: model, suffix }
  if (channelsFor(snapshot, group, suffix.base).length > 0) return { routedModel: suffix.base, suffix }
  return { routedModel: model, suffix: null }
}

/** The base name and its suffix; null if the ending is part of the name. */
export function suffixOf(model: string, options: OptionValues): SuffixedModel | null {
  const suffix = realName.test(model) ? null : parseModelSuffix(model)
  return suffix && modelRulesOf(suffix.base)?.thinking && isAdapted(suffix.base, options) ? suffix : null
}

function isAdapted(model: string, options: OptionValues): boolean {
  const maker = makerOf(model)
  if (maker === 'anthropic') return options['claude.thinking_adapter_enabled']
  return maker === 'openai' || options['gemini.thinking_adapter_enabled']
}
