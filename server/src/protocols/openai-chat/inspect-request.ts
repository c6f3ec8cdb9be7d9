import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { serviceTiers } from '../../core/chat/chat-request.ts'
import { checkNumbers, type NumberRule, valueAt, wholeTokens } from '../../core/chat/check-numbers.ts'
import { listedTools, requireName } from '../../core/chat/check-tools.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { openaiFields } from '../../core/chat/openai-fields.ts'
import { type KnownField, unknownValues, unreadFields } from '../../core/chat/unread-fields.ts'
import { effortOf } from './parse-thinking.ts'
import { parseResponseFormat, parseToolChoice } from './parse-tools.ts'

const numbers: readonly NumberRule[] = [
  { field: 'temperature', min: 0, max: 2 },
  { field: 'top_p', min: 0, max: 1 },
  { field: 'top_k', min: 0, max: 2 ** 31 - 1, isWhole: true },
  { field: 'presence_penalty', min: -2, max: 2 },
  { field: 'frequency_penalty', min: -2, max: 2 },
  { field: 'seed', min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, isWhole: true },
  wholeTokens('reasoning.max_tokens', 0),
  wholeTokens('thinking.budget_tokens', 0),
  wholeTokens('thinking_budget', -1),
  wholeTokens('google.thinking_config.thinking_budget', -1),
  wholeTokens('extra_body.google.thinking_config.thinking_budget', -1),
]

const read: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'stop',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'parallel_tool_calls',
  'response_format',
  'modalities',
  'reasoning_effort',
  'reasoning',
  'include_reasoning',
  'thinking',
  'enable_thinking',
  'thinking_budget',
  'extra_body',
  'google',
  'user',
  'safety_identifier',
  'service_tier',
  ...openaiFields,
])

/** Values that match every answer: it is not stored and has no probabilities. */
const ignored = { store: false, logprobs: false }

/**
 * Names of the features of a Chat Completions body that the neutral form lacks. Throws GatewayError of the caller for
 * numbers out of range, for tools without a name, and for tools that the answer depends on.
 */
export function inspectOpenaiChat(body: JsonRecord): string[] {
  checkNumbers(numbers, (field) => valueAt(body, field))
  const tools = listedTools(body.tools, 'tools')
  const functions = listedTools(body.functions, 'functions')
  requireNames(body, tools, functions)
  const hosted = tools.map(({ type }) => textOf(type)).filter((type) => !isFunction(type))
  const hasFunctions = hosted.length < tools.length || functions.length > 0
  return [
    ...unreadFields(body, read, { ignored }),
    ...unknownValues(knownIn(body)),
    ...hostedToolsLeftOut(hosted, hasFunctions),
  ]
}

const isFunction = (type: string): boolean => type === '' || type === 'function' || type === 'custom'

function requireNames(body: JsonRecord, tools: readonly JsonRecord[], functions: readonly JsonRecord[]): void {
  for (const [index, tool] of tools.entries()) {
    const type = textOf(tool.type) || 'function'
    if (isFunction(type)) requireName(recordOf(tool[type]).name, `tools.${index}.${type}.name`)
  }
  for (const [index, { name }] of functions.entries()) requireName(name, `functions.${index}.name`)
  const { type, ...chosen } = recordOf(body.tool_choice)
  if (type !== 'function' && type !== 'custom') return
  requireName(textOf(recordOf(chosen[type]).name) || chosen.name, `tool_choice.${type}.name`)
}

const thinkingTypes: readonly unknown[] = ['enabled', 'adaptive', 'disabled', 'auto']

/** Fields of which only some values are known. */
function knownIn(body: JsonRecord): KnownField[] {
  const { tool_choice: choice, function_call: call, response_format: format, service_tier: tier } = body
  const { reasoning_effort: effort, parallel_tool_calls: parallel, thinking } = body
  const { effort: inner } = recordOf(body.reasoning)
  const { type } = recordOf(thinking)
  return [
    { name: 'tool_choice', value: choice, isKnown: parseToolChoice(choice).choice !== undefined },
    { name: 'function_call', value: call, isKnown: parseToolChoice(call).choice !== undefined },
    { name: 'parallel_tool_calls', value: parallel, isKnown: typeof parallel === 'boolean' },
    { name: 'response_format', value: format, isKnown: parseResponseFormat(format) !== undefined },
    { name: 'reasoning_effort', value: effort, isKnown: effortOf(effort) !== undefined },
    { name: 'reasoning.effort', value: inner, isKnown: effortOf(inner) !== undefined },
    { name: 'thinking', value: type, isKnown: thinkingTypes.includes(type) },
    { name: 'service_tier', value: tier, isKnown: serviceTiers.some((known) => known === tier) },
  ]
}
