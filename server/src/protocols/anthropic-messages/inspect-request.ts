import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import { checkNumbers, type NumberRule, valueAt, wholeTokens } from '../../core/chat/check-numbers.ts'
import { listedTools, requireName } from '../../core/chat/check-tools.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { isTextList, type KnownField, unknownValues, unreadFields } from '../../core/chat/unread-fields.ts'
import { efforts, isOwnTool, responseFormatOf, serviceTierOf } from './parse-request.ts'

const numbers: readonly NumberRule[] = [
  { field: 'temperature', min: 0, max: 2 },
  { field: 'top_p', min: 0, max: 1 },
  { field: 'top_k', min: 0, max: 2 ** 31 - 1, isWhole: true },
  wholeTokens('thinking.budget_tokens', 0),
]

const read: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'max_tokens',
  'stop_sequences',
  'stream',
  'tools',
  'tool_choice',
  'temperature',
  'top_p',
  'top_k',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
  'cache_control',
])
const readOfOutput: ReadonlySet<string> = new Set(['effort', 'format'])
const readOfTool: ReadonlySet<string> = new Set([
  'type',
  'name',
  'description',
  'input_schema',
  'strict',
  'cache_control',
])
const readOfMetadata: ReadonlySet<string> = new Set(['user_id'])

/**
 * Names of the features of a Messages body that the neutral form lacks. Throws GatewayError of the caller for numbers
 * out of range, for tools without a name, and for tools that the answer depends on.
 */
export function inspectAnthropic(body: JsonRecord): string[] {
  checkNumbers(numbers, (field) => valueAt(body, field))
  const tools = listedTools(body.tools, 'tools')
  for (const [index, tool] of tools.entries()) if (isOwnTool(tool)) requireName(tool.name, `tools.${index}.name`)
  const { type: chosen, name } = recordOf(body.tool_choice)
  if (chosen === 'tool') requireName(name, 'tool_choice.name')
  const hosted = tools.filter((tool) => !isOwnTool(tool)).map(({ type, name }) => textOf(type) || textOf(name))
  return [
    ...unreadFields(body, read),
    ...unreadFields(recordOf(body.output_config), readOfOutput, { prefix: 'output_config.' }),
    ...unreadFields(recordOf(body.metadata), readOfMetadata, { prefix: 'metadata.' }),
    ...unknownValues(knownIn(body)),
    ...fieldsOfTools(tools.filter(isOwnTool)),
    ...hostedToolsLeftOut(hosted, hosted.length < tools.length),
  ]
}

/** Fields of any of the tools: how a tool is found and called, which only this format has. */
const fieldsOfTools = (tools: readonly JsonRecord[]): string[] => [
  ...new Set(
    tools.flatMap((tool) => unreadFields(tool, readOfTool, { prefix: 'tools.', ignored: { defer_loading: false } })),
  ),
]

const choices: readonly unknown[] = ['auto', 'none', 'any', 'tool']
const thinkingTypes: readonly unknown[] = ['adaptive', 'enabled', 'disabled', 'between_tools']

/** Fields of which only some values are known. */
function knownIn(body: JsonRecord): KnownField[] {
  const { tool_choice: choice, thinking, output_format: olderFormat, service_tier: tier } = body
  const { effort, format } = recordOf(body.output_config)
  const { stop_sequences: stop } = body
  const isFormatKnown = responseFormatOf(body) !== undefined
  return [
    { name: 'tool_choice', value: choice, isKnown: choices.includes(recordOf(choice).type) },
    { name: 'thinking', value: thinking, isKnown: thinkingTypes.includes(recordOf(thinking).type) },
    { name: 'stop_sequences', value: stop, isKnown: isTextList(stop) },
    { name: 'output_config.effort', value: effort, isKnown: isOneOf(efforts, effort) },
    { name: 'output_config.format', value: format, isKnown: isFormatKnown },
    { name: 'output_format', value: olderFormat, isKnown: isFormatKnown },
    { name: 'service_tier', value: tier, isKnown: serviceTierOf(tier) !== undefined },
  ]
}
