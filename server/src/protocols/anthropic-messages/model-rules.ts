import type { Effort } from '../../core/chat/chat-request.ts'

/** What a model accepts. Differences are by model, not by host: they hold on Bedrock and Vertex too. */
export interface AnthropicRules {
  /** `max_tokens` when the caller names none. */
  defaultMaxTokens: number
  /** Largest `max_tokens` the model takes. */
  maxTokensMax: number
  /** Forms of `thinking` it takes beside switching it off. */
  thinkingForm: 'adaptive' | 'budget' | 'either'
  /** How thinking is switched off; `low_effort` where it cannot be. */
  thinkingOff: 'disabled' | 'between_tools' | 'low_effort'
  /** Values of `output_config.effort`. */
  efforts: readonly Effort[]
  /** temperature, top_p, top_k other than the defaults. */
  takesSampling: boolean
  /** `tool_choice` of type any and tool. */
  takesForcedTools: boolean
  /** A last message of the assistant, to be continued. */
  takesPrefill: boolean
  /** Role `system` inside `messages`. */
  takesSystemMessages: boolean
  /** `output_config.format` with a JSON Schema. */
  takesJsonSchema: boolean
}

const threeEfforts: readonly Effort[] = ['low', 'medium', 'high']
const fourEfforts: readonly Effort[] = [...threeEfforts, 'max']
const allEfforts: readonly Effort[] = [...threeEfforts, 'xhigh', 'max']

/** Other vendors' models behind this format: they know its older form best, and refuse little. */
const foreignModel: AnthropicRules = {
  defaultMaxTokens: 8_192,
  maxTokensMax: Number.MAX_SAFE_INTEGER,
  thinkingForm: 'budget',
  thinkingOff: 'disabled',
  efforts: [],
  takesSampling: true,
  takesForcedTools: true,
  takesPrefill: true,
  takesSystemMessages: false,
  takesJsonSchema: false,
}

type Family = 'haiku' | 'sonnet' | 'opus' | 'fable' | 'mythos'

/** `claude-opus-4-5-20251101`, `anthropic.claude-haiku-4-5-…-v1:0`, `claude-3-7-sonnet-latest`, `claude-sonnet-4@…`. */
const namePattern =
  /claude-(?:(\d)(?:[-.](\d))?-)?(haiku|sonnet|opus|fable|mythos)(?:-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?/

/**
 * The rules of `model` by its name. A Claude of a version that is not known counts as the newest.
 */
export function anthropicRulesOf(model: string): AnthropicRules {
  const name = model.toLowerCase()
  if (!name.includes('claude')) return foreignModel
  const match = namePattern.exec(name)
  if (!match) return /claude-(2|instant|v\d)/.test(name) ? claudeRules('haiku', 3) : claudeRules('opus', 5.5)
  const family = match[3] as Family
  const major = match[1] ?? match[4]
  const minor = (match[1] ? match[2] : match[5]) ?? '0'
  return claudeRules(family, major === undefined ? 5.5 : Number(`${major}.${minor}`))
}

function claudeRules(family: Family, version: number): AnthropicRules {
  const isFable = family === 'fable' || family === 'mythos'
  // Fable and Mythos 5.1 came with the 5.5 models and share their limits.
  const isNewest = version >= 5.5 || (isFable && version > 5)
  return {
    defaultMaxTokens: Math.min(8_192, maxTokensOf(family, version)),
    maxTokensMax: maxTokensOf(family, version),
    thinkingForm: version >= 4.7 ? 'adaptive' : version >= 4.6 ? 'either' : 'budget',
    thinkingOff: thinkingOffOf(family, isNewest),
    efforts: effortsOf(family, version),
    takesSampling: version < 4.7,
    takesForcedTools: !isNewest,
    takesPrefill: version < 4.6 || (family === 'sonnet' && version < 5),
    takesSystemMessages: isNewest ? family !== 'haiku' : family === 'opus' && version >= 4.8,
    takesJsonSchema: version >= 4.5,
  }
}

function maxTokensOf(family: Family, version: number): number {
  if (version >= 4.6) return 128_000
  if (version >= 4.5) return 64_000
  if (version >= 4) return family === 'opus' ? 32_000 : 64_000
  if (version >= 3.7) return 64_000
  return version >= 3.5 ? 8_192 : 4_096
}

function thinkingOffOf(family: Family, isNewest: boolean): AnthropicRules['thinkingOff'] {
  if (!isNewest || family === 'haiku') return 'disabled'
  return family === 'sonnet' ? 'between_tools' : 'low_effort'
}

function effortsOf(family: Family, version: number): readonly Effort[] {
  if (version >= 4.7) return allEfforts
  if (version >= 4.6) return fourEfforts
  return family === 'opus' && version >= 4.5 ? threeEfforts : []
}
