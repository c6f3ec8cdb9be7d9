import type { ChatRequest, ResponseFormat, Thinking, Tool, ToolChoice } from '../../core/chat/chat-request.ts'
import type { ModelRules } from '../../core/chat/model-rules.ts'
import { defined } from '../../core/json/defined.ts'
import { buildGeminiContents, type ContentRules } from './build-contents.ts'
import type { SafetySetting } from './build-safety-settings.ts'
import { cleanSchema } from './clean-schema.ts'
import type { RequestBody, WireConfig, WireFunction, WireThinking, WireToolConfig } from './wire.ts'

export interface GeminiRequestRules extends ContentRules, Pick<ModelRules, 'schemas'> {
  safetySettings?: SafetySetting[]
  /** Requested kinds of output, such as TEXT and IMAGE; absent = the model's default. */
  responseModalities?: string[]
}

const stopsMax = 5

/**
 * A generateContent body, from a request adapted to the model. Model and streaming are in the path. Dropped, as the API
 * has no field for them: names of users and messages, cache marks, image detail, `strict`, `parallelToolCalls`,
 * `serviceTier`, names of schemas and documents.
 */
export function buildGeminiRequest(request: ChatRequest, rules: GeminiRequestRules): RequestBody {
  const { contents, system } = buildGeminiContents(request.messages, rules)
  const tools = request.tools ?? []
  const config = buildConfig(request, rules)
  return defined<RequestBody>({
    contents,
    systemInstruction: system.length > 0 ? { parts: system } : undefined,
    tools: tools.length > 0 ? [{ functionDeclarations: tools.map((tool) => buildTool(tool, rules)) }] : undefined,
    // A mode without functions is refused.
    toolConfig: tools.length > 0 && request.toolChoice ? buildChoice(request.toolChoice) : undefined,
    safetySettings: rules.safetySettings?.length ? rules.safetySettings : undefined,
    generationConfig: Object.keys(config).length > 0 ? config : undefined,
  })
}

function buildConfig(request: ChatRequest, rules: GeminiRequestRules): WireConfig {
  return defined<WireConfig>({
    maxOutputTokens: request.maxOutputTokens,
    temperature: request.temperature,
    topP: request.topP,
    topK: request.topK,
    stopSequences: request.stop?.length ? request.stop.slice(0, stopsMax) : undefined,
    seed: request.seed,
    presencePenalty: request.presencePenalty,
    frequencyPenalty: request.frequencyPenalty,
    candidateCount: request.n,
    ...(request.responseFormat ? buildFormat(request.responseFormat, rules) : {}),
    responseModalities: rules.responseModalities,
    thinkingConfig: request.thinking && buildThinking(request.thinking),
  })
}

function buildFormat(format: ResponseFormat, rules: GeminiRequestRules): WireConfig {
  if (format.kind === 'text') return { responseMimeType: 'text/plain' }
  if (format.kind === 'json') return { responseMimeType: 'application/json' }
  if (rules.schemas === 'json') return { responseMimeType: 'application/json', responseJsonSchema: format.schema }
  return defined<WireConfig>({
    responseMimeType: 'application/json',
    responseSchema: cleanSchema(format.schema),
  })
}

function buildTool({ name, description, parameters }: Tool, rules: GeminiRequestRules): WireFunction {
  const schema =
    rules.schemas === 'json'
      ? { parametersJsonSchema: parameters }
      : { parameters: parameters && cleanSchema(parameters) }
  return defined<WireFunction>({ name, description, ...schema })
}

type CallMode = Required<WireToolConfig>['functionCallingConfig']

function buildChoice(choice: ToolChoice): WireToolConfig {
  const config = (mode: CallMode['mode'], more: CallMode = {}) => ({
    functionCallingConfig: { mode, ...more },
  })
  switch (choice.kind) {
    case 'auto':
      return config('AUTO')
    case 'none':
      return config('NONE')
    case 'required':
      return config('ANY')
    case 'named':
      return config('ANY', { allowedFunctionNames: [choice.name] })
    default:
      return choice satisfies never
  }
}

/**
 * `thinkingConfig` of a request, in a form that the model supports; undefined = unset. Budget and level are never both
 * sent: the API answers 400.
 */
function buildThinking(thinking: Thinking): WireThinking | undefined {
  if (thinking.kind === 'off') return { thinkingBudget: 0 }
  // Thoughts are included unless the caller's protocol excludes them: otherwise its reasoning fields stay empty.
  const shown = thinking.isShown === false ? {} : { includeThoughts: true }
  const amount = thinking.kind === 'budget' ? { thinkingBudget: thinking.tokens } : levelOf(thinking.effort)
  const config = { ...amount, ...shown }
  return Object.keys(config).length > 0 ? config : undefined
}

const levelOf = (effort: string | undefined) => (effort ? { thinkingLevel: effort } : {})
