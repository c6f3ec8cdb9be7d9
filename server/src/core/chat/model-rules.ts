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
}

type Row = readonly [pattern: RegExp, rules: ModelRules]

const sampling: readonly RefusableSetting[] = ['temperature', 'topP', 'topK']
const everything: readonly RefusableSetting[] = [...sampling, 'stop', 'presencePenalty', 'frequencyPenalty']

const upToHigh: readonly Effort[] = ['low', 'medium', 'high']
const upToXhigh: readonly Effort[] = [...upToHigh, 'xhigh']
const upToMax: readonly Effort[] = [...upToXhigh, 'max']
const withMinimal: readonly Effort[] = ['minimal', ...upToHigh]

// OpenAI. https://platform.openai.com/docs/guides/reasoning and /docs/models, as known on 2026-11-20; efforts of
// gpt-5 and gpt-5.1: https://learn.microsoft.com/javascript/api/@azure/ai-projects/reasoningeffort, read 2026-11-20

const gpt: ModelRules = {
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  thinking: null,
  refuses: ['topK'],
  refusesWhileThinking: [],
  takesTemperatureBesideTopP: true,
  temperatureMax: 2,
  forcedTools: 'taken',
  takesToolsWhileThinking: true,
  prefill: 'taken',
  maxOutputTokens: 16_384,
  defaultMaxOutputTokens: null,
}

/** Reasoning models of OpenAI: sampling only where they can be told not to think. */
const reasoner = (
  efforts: readonly Effort[],
  off: 'refused' | 'off by default' | 'taken',
  more: Partial<ModelRules> = {},
): ModelRules => ({
  ...gpt,
  maxTokensField: 'max_completion_tokens',
  systemRole: 'developer',
  thinking: {
    forms: ['effort'],
    efforts,
    off: off === 'refused' ? 'refused' : 'taken',
    isOnByDefault: off !== 'off by default',
  },
  refuses: off === 'refused' ? everything : ['topK', 'stop'],
  refusesWhileThinking: everything,
  maxOutputTokens: 128_000,
  ...more,
})

const openai: readonly Row[] = [
  [/^o\d/, reasoner(upToHigh, 'refused', { maxOutputTokens: 100_000 })],
  [/^gpt-5-chat/, { ...gpt, maxTokensField: 'max_completion_tokens' }],
  [/^(gpt-5\.\d-chat|chat-latest)/, reasoner(['medium'], 'refused', { maxOutputTokens: null })],
  [/^gpt-5-pro/, reasoner(['high'], 'refused', { maxOutputTokens: null })],
  [/^gpt-[56](\.\d)?-pro/, reasoner(['medium', 'high', 'xhigh'], 'refused', { maxOutputTokens: null })],
  [/^gpt-5(\.1)?-codex(?!-max)/, reasoner(upToHigh, 'refused')],
  [/^gpt-5\.1-codex-max/, reasoner(upToXhigh, 'refused')],
  [/^gpt-5(?![.\d])/, reasoner(withMinimal, 'refused')],
  [/^gpt-5\.1(?!\d)/, reasoner(upToHigh, 'off by default')],
  [/^gpt-5\.[2-5](?!\d)/, reasoner(upToXhigh, 'off by default')],
  // These two cannot be told not to think. Function tools beside thinking need the Responses API from gpt-5.6 on.
  [
    /^gpt-6(-astra|\.1-sol)/,
    reasoner(upToMax, 'refused', { takesToolsWhileThinking: false, maxOutputTokens: null }),
  ],
  [
    /^gpt-(5\.[6-9]|[6-9])/,
    reasoner(upToMax, 'taken', { takesToolsWhileThinking: false, maxOutputTokens: null }),
  ],
  [/^gpt-4\.1/, { ...gpt, maxOutputTokens: 32_768 }],
  [/^(gpt-4o|chatgpt-4o)/, gpt],
  [/^gpt-4-(turbo|0125|1106|vision)/, { ...gpt, maxOutputTokens: 4_096 }],
  [/^gpt-4(?!\.)/, { ...gpt, maxOutputTokens: 8_192 }],
  [/^gpt-3\.5/, { ...gpt, maxOutputTokens: 4_096 }],
]

// Anthropic. https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking, …/extended-thinking, …/effort
// and /docs/en/about-claude/models/overview, as known on 2026-11-20. Names: dots are read as dashes.

const claude: ModelRules = {
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  thinking: null,
  refuses: [],
  refusesWhileThinking: sampling,
  takesTemperatureBesideTopP: false,
  temperatureMax: 1,
  forcedTools: 'not_with_budget',
  takesToolsWhileThinking: true,
  prefill: 'not_while_thinking',
  maxOutputTokens: 4_096,
  defaultMaxOutputTokens: 4_096,
}

/** 4.7 and later: adaptive thinking only, no sampling. */
const adaptive = (
  off: ThinkingRules['off'],
  isOnByDefault: boolean,
  more: Partial<ModelRules> = {},
): ModelRules => ({
  ...claude,
  thinking: { forms: ['adaptive'], efforts: upToMax, off, isOnByDefault },
  refuses: sampling,
  prefill: 'refused',
  maxOutputTokens: 128_000,
  defaultMaxOutputTokens: 8_192,
  ...more,
})

/** 4.6: both forms; the budget is deprecated. */
const either = (prefill: ModelRules['prefill']): ModelRules => ({
  ...claude,
  thinking: {
    forms: ['adaptive', 'budget'],
    efforts: [...upToHigh, 'max'],
    off: 'taken',
    isOnByDefault: false,
    budget: { min: 1024, max: 127_999, ofEffort: 'share' },
  },
  prefill,
  maxOutputTokens: 128_000,
  defaultMaxOutputTokens: 8_192,
})

/** Before 4.6: a budget of at least 1024 tokens, below the largest output. */
const budgeted = (maxOutputTokens: number): ModelRules => ({
  ...claude,
  thinking: {
    forms: ['budget'],
    efforts: [],
    off: 'taken',
    isOnByDefault: false,
    budget: { min: 1024, max: maxOutputTokens - 1, ofEffort: 'share' },
  },
  maxOutputTokens,
  defaultMaxOutputTokens: 8_192,
})

const unforced: Partial<ModelRules> = { forcedTools: 'refused' }

const anthropic: readonly Row[] = [
  [/claude-(fable|mythos)-5-[1-9](?!\d)/, adaptive('refused', true, unforced)],
  [/claude-(fable|mythos)/, adaptive('refused', true)],
  [/claude-opus-5-5(?!\d)/, adaptive('refused', true, unforced)],
  [/claude-sonnet-5-5(?!\d)/, adaptive('between_tools', true, unforced)],
  // Forced tools on haiku-5-5 are unverified: refusing costs a line of prompt, sending may cost the call.
  [/claude-haiku-5-5(?!\d)/, adaptive('taken', true, unforced)],
  [/claude-(opus|sonnet|haiku)-5(?!\d)/, adaptive('taken', true)],
  [/claude-opus-4-[78](?!\d)/, adaptive('taken', false)],
  [/claude-opus-4-6(?!\d)/, either('refused')],
  [/claude-sonnet-4-6(?!\d)/, either('not_while_thinking')],
  [/claude-(opus|sonnet|haiku)-4-5(?!\d)/, budgeted(64_000)],
  [/claude-opus-4(?!\d)/, budgeted(32_000)],
  [/claude-(sonnet-4(?!\d)|3-7-sonnet)/, budgeted(64_000)],
  [/claude-3-5/, { ...claude, maxOutputTokens: 8_192, defaultMaxOutputTokens: 8_192 }],
  [/claude-(3|2|instant)/, claude],
  // A newer one keeps the newest rules until its own are known.
  [/claude-(opus|sonnet|haiku)-\d/, adaptive('refused', true, { ...unforced, maxOutputTokens: null })],
]

// Gemini. https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-3-5-flash, read
// 2026-11-20 (levels of 3.x); https://ai.google.dev/gemini-api/docs/thinking, as known on 2026-11-20 (budgets of 2.5)

const gemini: ModelRules = {
  ...gpt,
  refuses: [],
  maxOutputTokens: 65_536,
}

const levels = (efforts: readonly Effort[], takesSampling: boolean): ModelRules => ({
  ...gemini,
  thinking: { forms: ['effort'], efforts, off: 'refused', isOnByDefault: true },
  refuses: takesSampling ? [] : sampling,
})

const budgets = (
  min: number,
  max: number,
  off: ThinkingRules['off'],
  isOnByDefault: boolean,
): ModelRules => ({
  ...gemini,
  thinking: {
    forms: ['budget'],
    efforts: [],
    off,
    isOnByDefault,
    budget: { min, max, ofEffort: 'fixed' },
  },
})

const google: readonly Row[] = [
  [/gemini-.*(image|tts|embedding)/, gemini],
  [/gemini-2\.5-pro/, budgets(128, 32_768, 'refused', true)],
  [/gemini-2\.5-flash-lite/, budgets(512, 24_576, 'taken', false)],
  [/gemini-2\.5-flash/, budgets(1, 24_576, 'taken', true)],
  [/gemini-3-pro/, levels(['low', 'high'], true)],
  [/gemini-3\.1-pro/, levels(upToHigh, true)],
  [/gemini-3(\.[1-4])?-flash/, levels(withMinimal, true)],
  [/gemini-3\.[56]-flash/, levels(withMinimal, false)],
  [/gemini-([3-9]|pro-latest|flash-latest|flash-lite-latest)/, levels(upToHigh, false)],
  [/gemini-[12]/, { ...gemini, maxOutputTokens: 8_192 }],
]

/**
 * The rules for `model`; null for one that no row knows: nothing is changed for it then. First match wins. Prefixes of
 * hosts (`openai/…`, `us.anthropic.…`, `models/…`) do not matter.
 */
export function modelRulesOf(model: string): ModelRules | null {
  const name = model.toLowerCase()
  const last = name.slice(name.lastIndexOf('/') + 1)
  const rows = last.includes('claude') ? anthropic : last.includes('gemini') ? google : openai
  const wanted = rows === anthropic ? last.replaceAll('.', '-') : last
  return rows.find(([pattern]) => pattern.test(wanted))?.[1] ?? null
}
