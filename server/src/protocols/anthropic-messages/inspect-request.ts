import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { checkNumbers, type NumberRule, valueAt, wholeTokens } from '../../core/chat/check-numbers.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { isOwnTool } from './parse-request.ts'

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
 * out of range, and for tools that the answer depends on.
 */
export function inspectAnthropic(body: JsonRecord): string[] {
  checkNumbers(numbers, (field) => valueAt(body, field))
  const tools = recordsOf(body.tools)
  const hosted = tools.filter((tool) => !isOwnTool(tool)).map(({ type, name }) => textOf(type) || textOf(name))
  return [
    ...unreadFields(body, read),
    ...unreadFields(recordOf(body.output_config), readOfOutput, { prefix: 'output_config.' }),
    ...unreadFields(recordOf(body.metadata), readOfMetadata, { prefix: 'metadata.' }),
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
