import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { serviceTiers } from '../../core/chat/chat-request.ts'
import { checkNumbers, type NumberRule, valueAt, wholeTokens } from '../../core/chat/check-numbers.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { openaiFields } from '../../core/chat/openai-fields.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'

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
 * numbers out of range, and for tools that the answer depends on.
 */
export function inspectOpenaiChat(body: JsonRecord): string[] {
  checkNumbers(numbers, (field) => valueAt(body, field))
  const tools = recordsOf(body.tools)
  const hosted = tools.map(({ type }) => textOf(type)).filter((type) => !isFunction(type))
  const hasFunctions = hosted.length < tools.length || recordsOf(body.functions).length > 0
  const tier = body.service_tier
  return [
    ...unreadFields(body, read, { ignored }),
    ...(typeof tier === 'string' && !serviceTiers.some((known) => known === tier) ? ['service_tier'] : []),
    ...hostedToolsLeftOut(hosted, hasFunctions),
  ]
}

const isFunction = (type: string): boolean => type === '' || type === 'function' || type === 'custom'
