export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high'

/** How the thinking of a model is set. */
export type ThinkingRules =
  | { kind: 'none' }
  /** Tokens, from `min` to `max`; `canBeOff` = 0 is allowed too. */
  | { kind: 'budget'; min: number; max: number; canBeOff: boolean }
  /** Levels the model takes, from little to much. */
  | { kind: 'level'; levels: readonly ThinkingLevel[] }

/** What differs between the models of the API. */
export interface GeminiModelRules {
  thinking: ThinkingRules
  /** `json`: JSON Schema as it is; `cleaned`: the subset of OpenAPI that older models know. */
  schemas: 'json' | 'cleaned'
  /** The first call of each turn must carry a thought signature. */
  needsSignatures: boolean
  /** Media may stand inside a function's response. */
  hasResultMedia: boolean
  /** temperature, topP, topK. */
  takesSampling: boolean
  /** A system instruction; without it, that text goes in front of the first user turn. */
  takesSystem: boolean
  /** Calls and their results carry ids. */
  hasCallIds: boolean
  hasCivicIntegrity: boolean
}

/**
 * The rules for `model`, by the generation in its name. A name without one (`gemini-flash-latest`) is the newest; a
 * model that is no Gemini is held to what the oldest knew.
 * https://ai.google.dev/gemini-api/docs/thinking and …/gemini-3, read 2026-11-20
 */
export function geminiModelRules(model: string): GeminiModelRules {
  const version = versionOf(model)
  const makesImages = /image/.test(model)
  return {
    thinking: makesImages ? { kind: 'none' } : thinkingRules(model, version),
    schemas: version >= 2.5 ? 'json' : 'cleaned',
    needsSignatures: version >= 3,
    hasResultMedia: version >= 3,
    takesSampling: version < 3.5,
    takesSystem: !/gemma/.test(model) && !(makesImages && version < 3),
    hasCallIds: true,
    hasCivicIntegrity: version < 3,
  }
}

const newest = 3.8

function versionOf(model: string): number {
  const match = /gemini-(\d+(?:\.\d+)?)/.exec(model)
  if (match?.[1]) return Number(match[1])
  return /gemini-(?:pro|flash|flash-lite)-latest/.test(model) ? newest : 1
}

function thinkingRules(model: string, version: number): ThinkingRules {
  const isPro = /-pro/.test(model)
  if (version < 2.5) return { kind: 'none' }
  if (version < 3) {
    if (isPro) return { kind: 'budget', min: 128, max: 32_768, canBeOff: false }
    return { kind: 'budget', min: /-lite/.test(model) ? 512 : 1, max: 24_576, canBeOff: true }
  }
  if (isPro && version < 3.1) return { kind: 'level', levels: ['low', 'high'] }
  if (isPro || version >= 3.7) return { kind: 'level', levels: ['low', 'medium', 'high'] }
  return { kind: 'level', levels: ['minimal', 'low', 'medium', 'high'] }
}
