import type {
  Candidate,
  Content,
  FunctionDeclaration,
  GenerateContentResponse,
  GenerateContentResponseUsageMetadata,
  GenerationConfig,
  GroundingMetadata,
  ModalityTokenCount,
  Part,
  ThinkingConfig,
  ToolConfig,
} from '@google/genai'
import { isRecord, type JsonRecord, nearestOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import type { Sent } from '../sent.ts'
import type { SafetySetting } from './build-safety-settings.ts'

/** The tools of a body. Google reads an object in place of a list as a list of one. */
export const toolsIn = ({ tools }: JsonRecord): JsonRecord[] => (isRecord(tools) ? [tools] : recordsOf(tools))

export type WirePart = Sent<Part>
export type WireContent = Sent<Content>
/** The caller chooses the level: newer models have more values than the SDK. */
export type WireThinking = Omit<Sent<ThinkingConfig>, 'thinkingLevel'> & { thinkingLevel?: string }
/** Schemas come from the client, cleaned; modalities are an option of the operator. */
export type WireConfig = Omit<Sent<GenerationConfig>, 'thinkingConfig' | 'responseModalities' | 'responseSchema'> & {
  thinkingConfig?: WireThinking
  responseModalities?: string[]
  responseSchema?: JsonRecord
}
export type WireFunction = Omit<Sent<FunctionDeclaration>, 'parameters'> & { parameters?: JsonRecord }
export type WireToolConfig = Sent<ToolConfig>

/** The SDK sends these fields but has no type for the body. https://ai.google.dev/api/generate-content */
export type RequestBody = {
  contents: WireContent[]
  systemInstruction?: WireContent
  tools?: { functionDeclarations: WireFunction[] }[]
  toolConfig?: WireToolConfig
  /** Categories and thresholds are an option of the operator. */
  safetySettings?: SafetySetting[]
  generationConfig?: WireConfig
}

export type AnswerUsage = Sent<GenerateContentResponseUsageMetadata>
export type AnswerTokens = Sent<ModalityTokenCount>
export type AnswerGrounding = Sent<GroundingMetadata>
export type AnswerCandidate = Sent<Candidate>
export type FinishName = NonNullable<AnswerCandidate['finishReason']>
/** The SDK's class has getters and its own transport besides the fields of the body. */
export type AnswerHead = Sent<Pick<GenerateContentResponse, 'modelVersion' | 'createTime' | 'responseId'>>
export type Answer = AnswerHead & { candidates?: AnswerCandidate[]; usageMetadata?: AnswerUsage }

/** A number; 64-bit numbers may be texts. */
export function protoNumberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : nearestOf(value)
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const snakeNames = new Map<string, string>()

function snakeNameOf(name: string): string {
  const known = snakeNames.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeNames.set(name, snake)
  return snake
}

/** The field `name` (in camel case), which may also be in snake case: the API accepts both. */
export const field = (record: JsonRecord, name: string): unknown => record[name] ?? record[snakeNameOf(name)]

/** The field at `path` (in camel case), as `body` spells it; null if it has none. */
export function writtenNameOf(body: JsonRecord, path: string): string | null {
  const names: string[] = []
  let value: unknown = body
  for (const name of path.split('.')) {
    const record = recordOf(value)
    const spelled = [name, snakeNameOf(name)].find((one) => record[one] !== undefined && record[one] !== null)
    if (spelled === undefined) return null
    names.push(spelled)
    value = record[spelled]
  }
  return names.join('.')
}

/** JSON text of `value`; '{}' for a value without one (undefined, or nested too deeply). */
export function jsonText(value: unknown): string {
  try {
    return (typeof value === 'object' && value !== null ? jsonTextOf(value) : JSON.stringify(value)) ?? '{}'
  } catch {
    return '{}'
  }
}
