import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { serviceTiers } from '../../core/chat/chat-request.ts'
import { checkNumbers, type NumberRule, valueAt } from '../../core/chat/check-numbers.ts'
import { listedTools, requireName } from '../../core/chat/check-tools.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { openaiFields } from '../../core/chat/openai-fields.ts'
import { type KnownField, unknownValues, unreadFields } from '../../core/chat/unread-fields.ts'
import { parseThinking } from './parse-request.ts'
import { parseTextFormat, parseToolChoice } from './parse-tools.ts'
import { createToolIndex } from './tool-index.ts'

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

/** The tools of the list `field`, and those in their namespaces at any depth. Throws GatewayError (the caller's). */
const toolsWithin = (wire: unknown, field: string): JsonRecord[] =>
  listedTools(wire, field).flatMap((tool, index) => {
    const place = `${field}.${index}`
    if (tool.type === 'namespace') return [tool, ...toolsWithin(tool.tools, `${place}.tools`)]
    if (tool.type === 'function' || tool.type === 'custom') requireName(tool.name, `${place}.name`)
    return [tool]
  })

/**
 * Names of the features of a Responses body that the neutral form lacks. Throws GatewayError of the caller for numbers
 * out of range, for tools without a name, and for tools that the answer depends on.
 */
export function inspectResponses(body: JsonRecord): string[] {
  checkNumbers(numbers, (field) => valueAt(body, field))
  const types = toolsWithin(body.tools, 'tools').map(({ type }) => textOf(type))
  const hosted = types.filter((type) => !translatedTools.has(type))
  const { type: chosen, name } = recordOf(body.tool_choice)
  if (chosen === 'function' || chosen === 'custom') requireName(name, 'tool_choice.name')
  const included = Array.isArray(body.include) ? body.include : []
  return [
    ...unreadFields(body, read, { ignored }),
    ...unreadFields(recordOf(body.text), readOfText, { prefix: 'text.' }),
    ...unreadFields(recordOf(body.reasoning), readOfReasoning, { prefix: 'reasoning.' }),
    ...(included.some((name) => name !== includedAnyway) ? ['include'] : []),
    ...unknownValues(knownIn(body)),
    ...hostedToolsLeftOut(
      hosted,
      types.some((type) => translatedTools.has(type)),
    ),
  ]
}

/** Fields of which only some values are known. */
function knownIn(body: JsonRecord): KnownField[] {
  const { tool_choice: choice, parallel_tool_calls: parallel, service_tier: tier } = body
  const { format } = recordOf(body.text)
  const { effort } = recordOf(body.reasoning)
  return [
    {
      name: 'tool_choice',
      value: choice,
      isKnown: parseToolChoice(choice, createToolIndex(body)).choice !== undefined,
    },
    { name: 'parallel_tool_calls', value: parallel, isKnown: typeof parallel === 'boolean' },
    { name: 'text.format', value: format, isKnown: parseTextFormat(format) !== undefined },
    { name: 'reasoning.effort', value: effort, isKnown: parseThinking({ effort }) !== undefined },
    { name: 'service_tier', value: tier, isKnown: serviceTiers.some((known) => known === tier) },
  ]
}
