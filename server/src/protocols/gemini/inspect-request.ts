import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { checkNumbers, type NumberRule, wholeTokens } from '../../core/chat/check-numbers.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { field, protoNumberOf, toolsIn, writtenNameOf } from './wire.ts'

const numbers: readonly NumberRule[] = [
  { field: 'generationConfig.temperature', min: 0, max: 2 },
  { field: 'generationConfig.topP', min: 0, max: 1 },
  { field: 'generationConfig.topK', min: 0, max: 2 ** 31 - 1 },
  { field: 'generationConfig.seed', min: -(2 ** 31), max: 2 ** 31 - 1, isWhole: true },
  { field: 'generationConfig.presencePenalty', min: -2, max: 2 },
  { field: 'generationConfig.frequencyPenalty', min: -2, max: 2 },
  wholeTokens('generationConfig.thinkingConfig.thinkingBudget', -1),
]

const bothWays = (...names: string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]))

const read = bothWays('contents', 'systemInstruction', 'tools', 'toolConfig', 'generationConfig', 'model')
const readOfConfig = bothWays(
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'stopSequences',
  'seed',
  'candidateCount',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  '_responseJsonSchema',
  'thinkingConfig',
)

/**
 * Names of the features of a generateContent body that the neutral form lacks. Throws GatewayError of the caller for
 * numbers out of range, for a stored prompt, and for tools that the answer depends on.
 */
export function inspectGemini(body: JsonRecord): string[] {
  checkNumbers(numbers, (path) => valueAt(body, path))
  if (textOf(field(body, 'cachedContent')) !== '') throw invalidRequest('cachedElsewhere')
  const tools = toolsIn(body).flatMap((tool) => Object.keys(tool))
  const hosted = tools.filter((name) => !isFunctions(name))
  return [
    ...unreadFields(body, read),
    ...unreadFields(recordOf(field(body, 'generationConfig')), readOfConfig, {
      prefix: `${writtenNameOf(body, 'generationConfig')}.`,
    }),
    ...hostedToolsLeftOut(hosted, hosted.length < tools.length),
  ]
}

const isFunctions = (name: string): boolean => name === 'functionDeclarations' || name === 'function_declarations'

/** The value at `path`: a number may be a text, and names may be in either spelling. */
function valueAt(body: JsonRecord, path: string): unknown {
  let value: unknown = body
  for (const name of path.split('.')) value = field(recordOf(value), name)
  return typeof value === 'string' ? (protoNumberOf(value) ?? value) : value
}
