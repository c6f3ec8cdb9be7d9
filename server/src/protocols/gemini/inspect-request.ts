import { isRecord, type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { checkNumbers, type NumberRule, wholeTokens } from '../../core/chat/check-numbers.ts'
import { listedTools, requireName } from '../../core/chat/check-tools.ts'
import { hostedToolsLeftOut } from '../../core/chat/hosted-tools.ts'
import { isTextList, type KnownField, unknownValues, unreadFields } from '../../core/chat/unread-fields.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { parseFormat, parseThinking } from './parse-request.ts'
import { field, protoNumberOf, writtenNameOf } from './wire.ts'

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
 * numbers out of range, for a stored prompt, for tools without a name, and for tools that the answer depends on.
 */
export function inspectGemini(body: JsonRecord): string[] {
  checkNumbers(numbers, (path) => valueAt(body, path))
  if (textOf(field(body, 'cachedContent')) !== '') throw invalidRequest('cachedElsewhere')
  const listed = isRecord(body.tools) ? [body.tools] : listedTools(body.tools, 'tools')
  for (const [index, tool] of listed.entries()) requireNames(tool, `tools.${index}.functionDeclarations`)
  const tools = listed.flatMap((tool) => Object.keys(tool))
  const hosted = tools.filter((name) => !isFunctions(name))
  return [
    ...unreadFields(body, read),
    ...unreadFields(recordOf(field(body, 'generationConfig')), readOfConfig, {
      prefix: `${writtenNameOf(body, 'generationConfig')}.`,
    }),
    ...unknownValues(knownIn(body)),
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

function requireNames(tool: JsonRecord, place: string): void {
  for (const [index, { name }] of listedTools(field(tool, 'functionDeclarations'), place).entries())
    requireName(name, `${place}.${index}.name`)
}

const modes: readonly string[] = ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED']

/** Fields of which only some values are known. */
function knownIn(body: JsonRecord): KnownField[] {
  const places = {
    mode: 'toolConfig.functionCallingConfig.mode',
    level: 'generationConfig.thinkingConfig.thinkingLevel',
    mediaType: 'generationConfig.responseMimeType',
    stop: 'generationConfig.stopSequences',
  }
  const [mode, level, mediaType, stop] = Object.values(places).map((place) => valueAt(body, place))
  const isUnset = textOf(level).toUpperCase() === 'THINKING_LEVEL_UNSPECIFIED'
  const named = (place: string, value: unknown, isKnown: boolean): KnownField => ({
    name: writtenNameOf(body, place) ?? place,
    value,
    isKnown,
  })
  return [
    named(places.mode, mode, modes.includes(textOf(mode).toUpperCase())),
    named(places.level, level, isUnset || parseThinking({ thinkingLevel: level }) !== undefined),
    named(places.stop, stop, isTextList(stop)),
    named(places.mediaType, mediaType, parseFormat({ responseMimeType: mediaType }) !== undefined),
  ]
}
