import type { Effort } from './chat-request.ts'

/** Settings that a model may refuse with an error. */
export type RefusableSetting = 'temperature' | 'topP' | 'topK' | 'stop' | 'presencePenalty' | 'frequencyPenalty'

/** How a model's thinking is set. */
export interface ThinkingRules {
  /** The accepted forms, the preferred one first. `effort` is a level by itself, `adaptive` one beside a switch. */
  forms: readonly ('effort' | 'adaptive' | 'budget')[]
  /** The accepted efforts, in ascending order; `off` says how thinking is disabled. */
  efforts: readonly Effort[]
  /** `between_tools` is the minimum of some models. */
  off: 'taken' | 'between_tools' | 'refused'
  isOnByDefault: boolean
  /** The range in tokens. An effort is a share of the largest output, or a fixed number. */
  budget?: { min: number; max: number; ofEffort: 'share' | 'fixed' }
}

/** What a model accepts, by its name. Limits of the whole protocol are not repeated here. */
export interface ModelRules {
  maxTokensField: 'max_tokens' | 'max_completion_tokens'
  systemRole: 'system' | 'developer'
  /** null = it does not think, or its thinking cannot be set. */
  thinking: ThinkingRules | null
  refuses: readonly RefusableSetting[]
  refusesWhileThinking: readonly RefusableSetting[]
  takesTemperatureBesideTopP: boolean
  temperatureMax: number
  forcedTools: 'taken' | 'not_with_budget' | 'refused'
  takesToolsWhileThinking: boolean
  /** Functions beside an answer in JSON. */
  takesJsonBesideTools: boolean
  /** A last assistant message that the model continues. */
  prefill: 'taken' | 'not_while_thinking' | 'refused'
  /** The largest output; null = unknown, left to the upstream. */
  maxOutputTokens: number | null
  /** The default output limit; null = the protocol needs none. */
  defaultMaxOutputTokens: number | null

  // In Anthropic's format.
  /** Role `system` inside `messages`. */
  takesSystemTurns: boolean
  /** `output_config.format` with a JSON Schema. */
  takesJsonSchema: boolean

  // In Gemini's format.
  /** `json`: JSON Schema as it is; `cleaned`: the subset of OpenAPI that older models accept. */
  schemas: 'json' | 'cleaned'
  /** The first call of each turn must carry a thought signature. */
  needsSignatures: boolean
  /** Function responses may contain media. */
  hasResultMedia: boolean
  /** Answers with images beside text, when asked for them. */
  makesImages: boolean
  /** Accepts a system instruction. Otherwise that text precedes the first user turn. */
  takesSystem: boolean
  hasCivicIntegrity: boolean
}

/** A row of the table: example names, the pattern of its names, and its rules. */
export interface ModelRow {
  names: string
  pattern: RegExp
  rules: ModelRules
}
