import type { Effort } from './chat-request.ts'

/** Settings of a request that a model may refuse with an error. */
export type RefusableSetting =
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'stop'
  | 'presencePenalty'
  | 'frequencyPenalty'

/** How a model's thinking is set. */
export interface ThinkingRules {
  /** Forms it takes, the preferred one first. `effort` is a level by itself, `adaptive` one beside a switch. */
  forms: readonly ('effort' | 'adaptive' | 'budget')[]
  /** Efforts it takes, from little to much; how it is switched off stands in `off`. */
  efforts: readonly Effort[]
  /** `between_tools` is the least that some models go down to. */
  off: 'taken' | 'between_tools' | 'refused'
  isOnByDefault: boolean
  /** Range in tokens. An effort is a share of the largest output, or a fixed number. */
  budget?: { min: number; max: number; ofEffort: 'share' | 'fixed' }
}

/** What a model takes, by its name. The protocol's own limits are not repeated here. */
export interface ModelRules {
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  systemRole: 'system' | 'developer'
  /** null = it does not think, or not by request. */
  thinking: ThinkingRules | null
  refuses: readonly RefusableSetting[]
  refusesWhileThinking: readonly RefusableSetting[]
  takesTemperatureBesideTopP: boolean
  temperatureMax: number
  forcedTools: 'taken' | 'not_with_budget' | 'refused'
  takesToolsWhileThinking: boolean
  /** A last message of the assistant, to be continued. */
  prefill: 'taken' | 'not_while_thinking' | 'refused'
  /** Largest output; null = not known, and left to the upstream. */
  maxOutputTokens: number | null
  /** Output asked for when the caller names none; null = the protocol needs none. */
  defaultMaxOutputTokens: number | null

  // In Anthropic's format.
  /** Role `system` inside `messages`. */
  takesSystemTurns: boolean
  /** `output_config.format` with a JSON Schema. */
  takesJsonSchema: boolean

  // In Gemini's format.
  /** `json`: JSON Schema as it is; `cleaned`: the subset of OpenAPI that older models know. */
  schemas: 'json' | 'cleaned'
  /** The first call of each turn must carry a thought signature. */
  needsSignatures: boolean
  /** Media may stand inside a function's response. */
  hasResultMedia: boolean
  /** A system instruction; without it, that text goes in front of the first user turn. */
  takesSystem: boolean
  hasCivicIntegrity: boolean
}

/** A line of the table: examples of names, how a name is known, and its rules. */
export interface ModelRow {
  names: string
  pattern: RegExp
  rules: ModelRules
}
