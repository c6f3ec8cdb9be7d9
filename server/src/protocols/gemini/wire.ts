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
import type { Sent } from '../sent.ts'
import type { SafetySetting } from './build-safety-settings.ts'

/** A JSON object as Google's JSON mapping of protocol buffers allows it: names in camel or snake case. */
export type Wire = Record<string, unknown>

export type WirePart = Sent<Part>
export type WireContent = Sent<Content>
/** Words for the level are the caller's: newer models know more than the SDK. */
export type WireThinking = Omit<Sent<ThinkingConfig>, 'thinkingLevel'> & { thinkingLevel?: string }
/** Schemas are the client's, cleaned; modalities are options of the operator. */
export type WireConfig = Omit<
  Sent<GenerationConfig>,
  'thinkingConfig' | 'responseModalities' | 'responseSchema'
> & { thinkingConfig?: WireThinking; responseModalities?: string[]; responseSchema?: Wire }
export type WireFunction = Omit<Sent<FunctionDeclaration>, 'parameters'> & { parameters?: Wire }
export type WireToolConfig = Sent<ToolConfig>

/** The SDK sends these fields itself and has no type for the body. https://ai.google.dev/api/generate-content */
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
/** The SDK's class has getters and its own transport beside the fields of the body. */
export type AnswerHead = Sent<Pick<GenerateContentResponse, 'modelVersion' | 'createTime' | 'responseId'>>
export type Answer = AnswerHead & { candidates?: AnswerCandidate[]; usageMetadata?: AnswerUsage }

/** A number; 64-bit ones may come as text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
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

/** The field `name` (in camel case), which may also be spelt in snake case: the API takes both. */
export const field = (record: Wire, name: string): unknown => record[name] ?? record[snakeNameOf(name)]

/** JSON text of `value`; '{}' for what has none (nothing there, nested beyond what can be written). */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '{}'
  } catch {
    return '{}'
  }
}
