import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { serviceTiers } from '../../core/chat/chat-request.ts'
import { checkNumbers, type NumberRule, valueAt } from '../../core/chat/check-numbers.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { openaiFields } from '../../core/chat/openai-fields.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'

const numbers: readonly NumberRule[] = [
  { field: 'temperature', min: 0, max: 2 },
  { field: 'top_p', min: 0, max: 1 },
]

const read: ReadonlySet<string> = new Set([
  'model',
  'input',
  'instructions',
  'max_output_tokens',
  'temperature',
  'top_p',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'text',
  'reasoning',
  'safety_identifier',
  'user',
  'service_tier',
  'stream',
  'stream_options',
  'include',
  ...openaiFields,
])
const readOfText: ReadonlySet<string> = new Set(['format', 'verbosity'])
const readOfReasoning: ReadonlySet<string> = new Set(['effort', 'summary', 'generate_summary'])
/** Values that match every answer. It is not stored; a client that asks for storage gets the state with the answer. */
const ignored = { store: false, background: false, truncation: 'disabled', top_logprobs: 0 }
const includedAnyway = 'reasoning.encrypted_content'
const translatedTools: ReadonlySet<string> = new Set(['function', 'custom', 'namespace'])

/** A tool, and those in a namespace at any depth. */
const withInner = (tool: JsonRecord): JsonRecord[] =>
  tool.type === 'namespace' ? [tool, ...recordsOf(tool.tools).flatMap(withInner)] : [tool]

/**
 * Names of the features of a Responses body that the neutral form lacks. Throws GatewayError of the caller for numbers
 * out of range, and for tools that the answer depends on.
 */
export function inspectResponses(body: JsonRecord): string[] {
  checkNumbers(numbers, (field) => valueAt(body, field))
  const tools = recordsOf(body.tools)
  const hosted = tools
    .flatMap(withInner)
    .map(({ type }) => textOf(type))
    .filter((type) => !translatedTools.has(type))
  const included = Array.isArray(body.include) ? body.include : []
  const tier = body.service_tier
  return [
    ...unreadFields(body, read, { ignored }),
    ...unreadFields(recordOf(body.text), readOfText, { prefix: 'text.' }),
    ...unreadFields(recordOf(body.reasoning), readOfReasoning, { prefix: 'reasoning.' }),
    ...(included.some((name) => name !== includedAnyway) ? ['include'] : []),
    ...(typeof tier === 'string' && !serviceTiers.some((known) => known === tier) ? ['service_tier'] : []),
    ...hostedToolsLeftOut(
      hosted,
      tools.some(({ type }) => translatedTools.has(textOf(type))),
    ),
  ]
}
