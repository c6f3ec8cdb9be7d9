import type { Effort } from './chat-request.ts'
import type { ModelRow, ModelRules, RefusableSetting, ThinkingRules } from './model-rules.ts'

// The rules of each model. A script writes the tables of docs/models.md from this file. A name is matched from top to
// bottom, and the first matching line counts. The names at the start of a line are examples that a test looks up.

const sampling: readonly RefusableSetting[] = ['temperature', 'topP', 'topK']
const everything: readonly RefusableSetting[] = [...sampling, 'stop', 'presencePenalty', 'frequencyPenalty']

const toHigh: readonly Effort[] = ['low', 'medium', 'high']
const toXhigh: readonly Effort[] = [...toHigh, 'xhigh']
const toMax: readonly Effort[] = [...toXhigh, 'max']
const minimalToHigh: readonly Effort[] = ['minimal', ...toHigh]
const noXhigh: readonly Effort[] = [...toHigh, 'max']

/** The rules that most models share. */
const plain: ModelRules = {
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  thinking: null,
  refuses: [],
  refusesWhileThinking: [],
  takesTemperatureBesideTopP: true,
  temperatureMax: 2,
  forcedTools: 'taken',
  takesToolsWhileThinking: true,
  takesJsonBesideTools: true,
  prefill: 'taken',
  maxOutputTokens: null,
  defaultMaxOutputTokens: null,
  takesSystemTurns: false,
  takesJsonSchema: false,
  schemas: 'json',
  needsSignatures: false,
  hasResultMedia: false,
  makesImages: false,
  takesSystem: true,
  hasCivicIntegrity: false,
}

// OpenAI. https://platform.openai.com/docs/guides/reasoning and /docs/models, as known on 2026-11-20; efforts of
// gpt-5 and gpt-5.1: https://learn.microsoft.com/javascript/api/@azure/ai-projects/reasoningeffort, read 2026-11-20
//
// efforts: [] = it does not think. unthinking: whether thinking can be turned off, or is off by default. Sampling and
// stop are refused while it thinks, and always if thinking cannot be turned off. tools: whether functions may be
// offered while it thinks; from gpt-5.6 on that needs the Responses API. A model that thinks accepts the role
// `developer`.

type OpenaiLine = readonly [
  names: string,
  pattern: RegExp,
  efforts: readonly Effort[],
  unthinking: 'refused' | 'taken' | 'by default',
  tools: 'taken' | 'unthinking',
  output: number | null,
  limitIn: ModelRules['maxTokensField'],
]

const proEfforts: readonly Effort[] = ['medium', 'high', 'xhigh']

// biome-ignore format: a table is read by its columns
const openaiLines: readonly OpenaiLine[] = [
  // models                                  pattern                            efforts        unthinking    tools      
  //   output   limit in
  ['o1, o3-mini, o4-mini',                   /^o\d/,                            toHigh,        'refused',    'taken',      100_000, 'max_completion_tokens'],
  ['gpt-5-chat-latest',                      /^gpt-5-chat/,                     [],            'by default', 'taken',      16_384,  'max_completion_tokens'],
  ['gpt-5.1-chat, chat-latest',              /^(gpt-5\.\d-chat|chat-latest)/,   ['medium'],    'refused',    'taken',      null,    'max_completion_tokens'],
  ['gpt-5-pro',                              /^gpt-5-pro/,                      ['high'],      'refused',    'taken',      null,    'max_completion_tokens'],
  ['gpt-5.4-pro, gpt-6-pro',                 /^gpt-[56](\.\d)?-pro/,            proEfforts,    'refused',    'taken',      null,    'max_completion_tokens'],
  ['gpt-5-codex, gpt-5.1-codex-mini',        /^gpt-5(\.1)?-codex(?!-max)/,      toHigh,        'refused',    'taken',      128_000, 'max_completion_tokens'],
  ['gpt-5.1-codex-max',                      /^gpt-5\.1-codex-max/,             toXhigh,       'refused',    'taken',      128_000, 'max_completion_tokens'],
  ['gpt-5, gpt-5-mini',                      /^gpt-5(?![.\d])/,                 minimalToHigh, 'refused',    'taken',      128_000, 'max_completion_tokens'],
  ['gpt-5.1',                                /^gpt-5\.1(?!\d)/,                 toHigh,        'by default', 'taken',      128_000, 'max_completion_tokens'],
  ['gpt-5.2, gpt-5.4-mini, gpt-5.5',         /^gpt-5\.[2-5](?!\d)/,             toXhigh,       'by default', 'taken',      128_000, 'max_completion_tokens'],
  ['gpt-6-astra, gpt-6.1-sol',               /^gpt-6(-astra|\.1-sol)/,          toMax,         'refused',    'unthinking', null,    'max_completion_tokens'],
  ['gpt-5.6, gpt-6-sol, gpt-6.1-terra',      /^gpt-(5\.[6-9]|[6-9])/,           toMax,         'taken',      'unthinking', null,    'max_completion_tokens'],
  ['gpt-4.1, gpt-4.1-nano',                  /^gpt-4\.1/,                       [],            'by default', 'taken',      32_768,  'max_tokens'],
  ['gpt-4o, gpt-4o-mini, chatgpt-4o-latest', /^(gpt-4o|chatgpt-4o)/,            [],            'by default', 'taken',      16_384,  'max_tokens'],
  ['gpt-4-turbo, gpt-4-1106-preview',        /^gpt-4-(turbo|0125|1106|vision)/, [],            'by default', 'taken',      4_096,   'max_tokens'],
  ['gpt-4, gpt-4-0613',                      /^gpt-4(?!\.)/,                    [],            'by default', 'taken',      8_192,   'max_tokens'],
  ['gpt-3.5-turbo',                          /^gpt-3\.5/,                       [],            'by default', 'taken',      4_096,   'max_tokens'],
]

export const openaiModels: readonly ModelRow[] = openaiLines.map(
  ([names, pattern, efforts, unthinking, tools, maxOutputTokens, maxTokensField]) => {
    const limits = { ...plain, maxOutputTokens, maxTokensField }
    if (efforts.length === 0) return { names, pattern, rules: { ...limits, refuses: ['topK'] } }
    const off = unthinking === 'refused' ? 'refused' : 'taken'
    const rules: ModelRules = {
      ...limits,
      systemRole: 'developer',
      thinking: { forms: ['effort'], efforts, off, isOnByDefault: unthinking !== 'by default' },
      refuses: off === 'refused' ? everything : ['topK', 'stop'],
      refusesWhileThinking: everything,
      takesToolsWhileThinking: tools === 'taken',
    }
    return { names, pattern, rules }
  },
)

// Anthropic. https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking, …/extended-thinking, …/effort
// and /docs/en/about-claude/models/overview, as known on 2026-11-20. Dots in names are read as dashes.
//
// off: whether thinking can be turned off; 'between tools' is the minimum of some. unasked: the default. sampling:
// 'alone' = not while thinking, and top_p not beside temperature. forced: tools that must be called; 'no budget' = not
// beside a thinking budget. prefill: an answer that the caller started; 'alone' = not while thinking. system: system
// turns within the conversation. schema: answers that follow a JSON Schema.

type ClaudeLine = readonly [
  names: string,
  pattern: RegExp,
  forms: ThinkingRules['forms'],
  efforts: readonly Effort[],
  off: ThinkingRules['off'],
  unasked: 'thinks' | '-',
  sampling: 'alone' | 'refused',
  forced: ModelRules['forcedTools'],
  prefill: ModelRules['prefill'],
  output: number | null,
  system: boolean,
  schema: boolean,
]

const adaptive: ThinkingRules['forms'] = ['adaptive']
const either: ThinkingRules['forms'] = ['adaptive', 'budget']
const budget: ThinkingRules['forms'] = ['budget']
const none: ThinkingRules['forms'] = []
const alone = 'not_while_thinking'
const [yes, no] = [true, false]

// biome-ignore format: a table is read by its columns
const claudeLines: readonly ClaudeLine[] = [
  // models                               pattern                                            thinking  efforts  off     
  //         unasked   sampling   forced             prefill    output   system  schema
  ['claude-fable-5-1, claude-mythos-5-1', /claude-(fable|mythos)-5-[1-9](?!\d)/,             adaptive, toMax,   'refused',       'thinks', 'refused', 'refused',         'refused', 128_000, yes,    yes],
  ['claude-fable-5',                      /claude-(fable|mythos)/,                           adaptive, toMax,   'refused',       'thinks', 'refused', 'not_with_budget', 'refused', 128_000, no,     yes],
  ['claude-opus-5-5',                     /claude-opus-5-5(?!\d)/,                           adaptive, toMax,   'refused',       'thinks', 'refused', 'refused',         'refused', 128_000, yes,    yes],
  ['claude-sonnet-5-5',                   /claude-sonnet-5-5(?!\d)/,                         adaptive, toMax,   'between_tools', 'thinks', 'refused', 'refused',         'refused', 128_000, yes,    yes],
  // Forced tools are unverified here: refusing them costs a line of prompt, sending them may cost the call.
  ['claude-haiku-5-5',                    /claude-haiku-5-5(?!\d)/,                          adaptive, toMax,   'taken',         'thinks', 'refused', 'refused',         'refused', 128_000, no,     yes],
  ['claude-opus-5',                       /claude-opus-5(?!-?\d{1,3}(?!\d))/,                adaptive, toMax,   'taken',         'thinks', 'refused', 'not_with_budget', 'refused', 128_000, yes,    yes],
  ['claude-sonnet-5',                     /claude-(sonnet|haiku)-5(?!-?\d{1,3}(?!\d))/,      adaptive, toMax,   'taken',         'thinks', 'refused', 'not_with_budget', 'refused', 128_000, no,     yes],
  ['claude-opus-4-8',                     /claude-opus-4-8(?!\d)/,                           adaptive, toMax,   'taken',         '-',      'refused', 'not_with_budget', 'refused', 128_000, yes,    yes],
  ['claude-opus-4-7',                     /claude-opus-4-7(?!\d)/,                           adaptive, toMax,   'taken',         '-',      'refused', 'not_with_budget', 'refused', 128_000, no,     yes],
  ['claude-opus-4-6',                     /claude-opus-4-6(?!\d)/,                           either,   noXhigh, 'taken',         '-',      'alone',   'not_with_budget', 'refused', 128_000, no,     yes],
  ['claude-sonnet-4-6',                   /claude-sonnet-4-6(?!\d)/,                         either,   noXhigh, 'taken',         '-',      'alone',   'not_with_budget', alone,     128_000, no,     yes],
  ['claude-opus-4-5, claude-haiku-4-5',   /claude-(opus|sonnet|haiku)-4-5(?!\d)/,            budget,   [],      'taken',         '-',      'alone',   'not_with_budget', alone,     64_000,  no,     yes],
  ['claude-opus-4-1, claude-opus-4',      /claude-opus-4(-[01])?(?!-?\d{1,3}(?!\d))/,        budget,   [],      'taken',         '-',      'alone',   'not_with_budget', alone,     32_000,  no,     no],
  ['claude-sonnet-4, claude-3-7-sonnet',  /claude-(sonnet-4(?!-?\d{1,3}(?!\d))|3-7-sonnet)/, budget,   [],      'taken',         '-',      'alone',   'not_with_budget', alone,     64_000,  no,     no],
  ['claude-3-5-sonnet, claude-3-5-haiku', /claude-3-5/,                                      none,     [],      'taken',         '-',      'alone',   'not_with_budget', alone,     8_192,   no,     no],
  ['claude-3-haiku, claude-2.1',          /claude-(3|2|instant|v\d)/,                        none,     [],      'taken',         '-',      'alone',   'not_with_budget', alone,     4_096,   no,     no],
  // Unknown versions get the newest rules.
  ['claude-*',                            /claude/,                                          adaptive, toMax,   'refused',       'thinks', 'refused', 'refused',         'refused', null,    yes,    yes],
]

const claudeBudgetMin = 1_024
const claudeOutputDefault = 8_192

const claude: ModelRules = {
  ...plain,
  refusesWhileThinking: sampling,
  takesTemperatureBesideTopP: false,
  temperatureMax: 1,
  forcedTools: 'not_with_budget',
  prefill: 'not_while_thinking',
  defaultMaxOutputTokens: claudeOutputDefault,
}

/** `budget_tokens` counts as output, and the answer needs a part of it. */
const shareOf = (output: number) => ({ min: claudeBudgetMin, max: output - 1, ofEffort: 'share' as const })

export const claudeModels: readonly ModelRow[] = claudeLines.map(
  ([names, pattern, forms, efforts, off, unasked, taste, forcedTools, prefill, output, system, schema]) => {
    const isOnByDefault = unasked === 'thinks'
    const hasBudget = forms.includes('budget') && output !== null
    const thinking = { forms, efforts, off, isOnByDefault, ...(hasBudget && { budget: shareOf(output) }) }
    const rules: ModelRules = {
      ...claude,
      thinking: forms.length > 0 ? thinking : null,
      refuses: taste === 'refused' ? sampling : [],
      forcedTools,
      prefill,
      maxOutputTokens: output,
      defaultMaxOutputTokens: Math.min(claudeOutputDefault, output ?? claudeOutputDefault),
      takesSystemTurns: system,
      takesJsonSchema: schema,
    }
    return { names, pattern, rules }
  },
)

// Google. https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-3-5-flash, read
// 2026-11-20 (levels of 3.x); https://ai.google.dev/gemini-api/docs/thinking and …/gemini-3, as known on 2026-11-20
//
// thinking: levels, or the minimum and maximum of a budget in tokens; 'none' = not by request. off, unasked: as above.
// Generation 3 signs its calls, shows media in tool results, and answers in JSON beside functions; 2.5 and later accept
// JSON Schema unchanged.

type Budget = { min: number; max: number }
type GeminiLine = readonly [
  names: string,
  pattern: RegExp,
  thinking: readonly Effort[] | Budget | 'none',
  off: ThinkingRules['off'],
  unasked: 'thinks' | '-',
  sampling: 'taken' | 'refused',
  generation: 2 | 2.5 | 3,
  systemText: 'taken' | 'refused',
  output: number | null,
]

// biome-ignore format: a table is read by its columns
const geminiLines: readonly GeminiLine[] = [
  // models                                         pattern                                         thinking            
  //       off        unasked   sampling   generation  system text  output
  ['gemini-3-pro-image, gemini-3.1-flash-image',    /gemini-3.*image/,                              'none',                    'taken',   '-',      'taken',   3,          'taken',     65_536],
  ['gemini-2.5-flash-image',                        /gemini-.*image/,                               'none',                    'taken',   '-',      'taken',   2.5,        'refused',   65_536],
  ['gemini-2.5-flash-preview-tts',                  /gemini-.*(tts|embedding)/,                     'none',                    'taken',   '-',      'taken',   2.5,        'taken',     65_536],
  ['gemini-2.5-pro',                                /gemini-2\.5-pro/,                              { min: 128, max: 32_768 }, 'refused', 'thinks', 'taken',   2.5,        'taken',     65_536],
  ['gemini-2.5-flash-lite',                         /gemini-2\.5-flash-lite/,                       { min: 512, max: 24_576 }, 'taken',   '-',      'taken',   2.5,        'taken',     65_536],
  ['gemini-2.5-flash',                              /gemini-2\.5-flash/,                            { min: 1, max: 24_576 },   'taken',   'thinks', 'taken',   2.5,        'taken',     65_536],
  ['gemini-3-pro-preview',                          /gemini-3-pro/,                                 ['low', 'high'],           'refused', 'thinks', 'taken',   3,          'taken',     65_536],
  ['gemini-3.1-pro-preview',                        /gemini-3\.1-pro/,                              toHigh,                    'refused', 'thinks', 'taken',   3,          'taken',     65_536],
  ['gemini-3-flash-preview, gemini-3.1-flash-lite', /gemini-3(\.[1-4])?-flash/,                     minimalToHigh,             'refused', 'thinks', 'taken',   3,          'taken',     65_536],
  ['gemini-3.5-flash, gemini-3.6-flash',            /gemini-3\.[56]-flash/,                         minimalToHigh,             'refused', 'thinks', 'refused', 3,          'taken',     65_536],
  // Unknown versions get the newest rules.
  ['gemini-3.8-flash, gemini-flash-latest',         /gemini-([3-9]|(pro|flash|flash-lite)-latest)/, toHigh,                    'refused', 'thinks', 'refused', 3,          'taken',     65_536],
  ['gemini-2.0-flash, gemini-1.5-pro',              /gemini-[12]/,                                  'none',                    'taken',   '-',      'taken',   2,          'taken',     8_192],
  ['gemma-3-27b-it',                                /gemma/,                                        'none',                    'taken',   '-',      'taken',   2,          'refused',   null],
]

const geminiThinking = (
  thinking: GeminiLine[2],
  off: ThinkingRules['off'],
  isOnByDefault: boolean,
): ThinkingRules | null => {
  if (thinking === 'none') return null
  return 'min' in thinking
    ? { forms: ['budget'], efforts: [], off, isOnByDefault, budget: { ...thinking, ofEffort: 'fixed' } }
    : { forms: ['effort'], efforts: thinking, off, isOnByDefault }
}

const geminiRules = (generation: number, more: Partial<ModelRules>): ModelRules => ({
  ...plain,
  schemas: generation >= 2.5 ? 'json' : 'cleaned',
  needsSignatures: generation >= 3,
  hasResultMedia: generation >= 3,
  hasCivicIntegrity: generation < 3,
  // https://ai.google.dev/gemini-api/docs/structured-output, as known on 2026-11-28
  takesJsonBesideTools: generation >= 3,
  ...more,
})

export const geminiModels: readonly ModelRow[] = geminiLines.map(
  ([names, pattern, thinking, off, unasked, taste, generation, systemText, output]) => ({
    names,
    pattern,
    rules: geminiRules(generation, {
      thinking: geminiThinking(thinking, off, unasked === 'thinks'),
      refuses: taste === 'refused' ? sampling : [],
      takesSystem: systemText === 'taken',
      // Their names say so.
      makesImages: names.includes('image'),
      maxOutputTokens: output,
    }),
  }),
)

/** Models of other makers behind a format: they support its older form best, and refuse little. */
export const othersInFormat: Readonly<Record<'anthropic' | 'gemini', ModelRules>> = {
  anthropic: {
    ...claude,
    thinking: {
      forms: budget,
      efforts: [],
      off: 'taken',
      isOnByDefault: false,
      budget: shareOf(Number.MAX_SAFE_INTEGER),
    },
  },
  gemini: geminiRules(2, {}),
}

/** Reasoning models without a row above; no other properties are known. */
export const otherThinkers = /reason|think|qwq|deepseek-r\d|magistral/i
