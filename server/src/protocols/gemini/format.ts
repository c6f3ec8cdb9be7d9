import { type JsonRecord, listOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import { argumentTextsOf, resultTextsOf } from '../../core/chat/json-texts.ts'
import { rulesInGemini } from '../../core/chat/model-rules-of.ts'
import type { ClientTarget } from '../client-target.ts'
import { errorObjectOf } from '../openai-errors.ts'
import type { ClientError, PromptedField, UpstreamErrorObject, WireFormat } from '../wire-format.ts'
import { isGeminiFileUri } from './build-part.ts'
import { buildGeminiRequest } from './build-request.ts'
import { buildGeminiResponse } from './build-response.ts'
import { buildGeminiSafetySettings } from './build-safety-settings.ts'
import { createGeminiStreamBuilder } from './build-stream.ts'
import { buildGeminiCount } from './count-tokens.ts'
import {
  buildEmbedAnswer,
  buildEmbedRequest,
  embedRequestsOf,
  embedTextsOf,
  parseEmbedAnswer,
  parseEmbedRequest,
  readEmbedCall,
  withEmbedModel,
} from './embeddings.ts'
import { buildGeminiError, buildGeminiErrorFrame, geminiErrorIn, httpStatusOf, parseGeminiError } from './errors.ts'
import { inspectGemini } from './inspect-request.ts'
import { mapGeminiState } from './map-state.ts'
import { buildGeminiModel, buildGeminiModelList, type GeminiModel } from './model-list.ts'
import { findGeminiObjects } from './object-fields.ts'
import { parseGeminiAnswer } from './parse-answer.ts'
import { parseGeminiCall } from './parse-call.ts'
import { valuesInParts } from './parse-part.ts'
import { parseGeminiRequest } from './parse-request.ts'
import { parseGeminiResponse } from './parse-response.ts'
import { createGeminiStreamParser } from './parse-stream.ts'
import { predictPromptOf, readPredictCall } from './predict-call.ts'
import { createGeminiStreamMeter } from './stream-meter.ts'
import { writtenNameOf } from './wire.ts'

const wireErrorOf = ({ status, error, retryAfterSeconds }: ClientError) => ({
  status,
  message: error.message,
  ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
  ...(typeof error.code === 'string' ? { reason: error.code } : {}),
})

/** The path contains model and streaming. Without one the request used no path of this format. */
const pathOf = ({ inPath }: ClientTarget) => inPath ?? { model: '', isStream: false }

function errorFrom(found: ReturnType<typeof geminiErrorIn>): UpstreamErrorObject | null {
  if (!found) return null
  return {
    message: found.message,
    type: found.status,
    param: null,
    code: found.reason || httpStatusOf(found),
    retryAfterSeconds: found.retryAfterSeconds,
  }
}

/** A model of the list of models. */
const listedModel = (id: string): GeminiModel => ({
  id,
  methods: /embed/i.test(id)
    ? ['embedContent', 'batchEmbedContents']
    : ['generateContent', 'streamGenerateContent', 'countTokens'],
  inputTokensMax: null,
  outputTokensMax: null,
})

function withPrompt(body: JsonRecord, { prompt }: { prompt: string }): PromptedField {
  const field = body.system_instruction === undefined ? 'systemInstruction' : 'system_instruction'
  const given = body[field]
  const own = typeof given === 'string' ? [{ text: given }] : listOf(recordOf(given).parts)
  return { field, value: { ...recordOf(given), parts: [{ text: prompt }, ...own] }, first: null }
}

/** Gemini generateContent. */
export const geminiFormat: WireFormat = {
  id: 'gemini',
  readRequest(target, body) {
    const { model, isStream } = pathOf(target)
    if (target.operation === 'embeddings') return readEmbedCall(body, model)
    if (target.operation === 'image_generations') return readPredictCall(body, model)
    const operation = isStream ? 'streamGenerateContent' : 'generateContent'
    return parseGeminiCall({ model, isStream, operation }, body)
  },
  parseRequest: (target, body) => parseGeminiRequest(body, pathOf(target)),
  inspectRequest: inspectGemini,
  findObjects: findGeminiObjects,
  // https://ai.google.dev/api/caching#FunctionDeclaration, read 2026-11-28
  toolNames: { lengthMax: 64, refused: /[^A-Za-z0-9_.:-]/g, first: /[A-Za-z_]/ },
  callIds: { lengthMax: 128 },
  settingPlaces: {
    temperature: 'generationConfig.temperature',
    topP: 'generationConfig.topP',
    topK: 'generationConfig.topK',
    stop: 'generationConfig.stopSequences',
    seed: 'generationConfig.seed',
    presencePenalty: 'generationConfig.presencePenalty',
    frequencyPenalty: 'generationConfig.frequencyPenalty',
    n: 'generationConfig.candidateCount',
    responseFormat: 'generationConfig.responseMimeType',
    modalities: 'generationConfig.responseModalities',
    thinking: 'generationConfig.thinkingConfig',
    thoughts: 'generationConfig.thinkingConfig.includeThoughts',
    maxOutputTokens: 'generationConfig.maxOutputTokens',
    tools: 'tools',
    toolChoice: 'toolConfig',
  },
  findWritten: writtenNameOf,
  messagesField: 'contents',
  countable(target, body) {
    if (target.operation === 'embeddings') return { body: { input: embedTextsOf(embedRequestsOf(body)) } }
    if (target.operation === 'image_generations') return { body: { prompt: predictPromptOf(body) } }
    return { request: parseGeminiRequest(body, pathOf(target)) }
  },
  valuesIn: ({ contents }) => valuesInParts(listOf(contents)),
  buildAnswer: (response) => buildGeminiResponse(response),
  readsArguments: true,
  // Always as events; array-stream.ts makes an array of them for clients that asked for one.
  createStreamBuilder: ({ model }) => createGeminiStreamBuilder({ framing: 'sse', model }),
  buildError: (error) => buildGeminiError(wireErrorOf(error)),
  buildErrorFrame: (error) => buildGeminiErrorFrame(wireErrorOf(error)),
  ping: ': ping\n\n',
  // A finish reason ends the stream.
  endMarker: '',
  buildTokenCount: buildGeminiCount,
  describeModel: (id) => buildGeminiModel(listedModel(id)),
  buildModelList: (ids) => buildGeminiModelList({ models: ids.map(listedModel), nextPageToken: null }),
  embeddingCalls: {
    parse: parseEmbedRequest,
    buildAnswer: (vectors, { body, inputTokens }) =>
      buildEmbedAnswer(vectors, body.requests !== undefined, inputTokens),
  },

  createMeter: createGeminiStreamMeter,
  readAnswer: parseGeminiAnswer,
  valuesInAnswer: ({ candidates }) => valuesInParts(recordsOf(candidates).map(({ content }) => content)),
  textsToRead: (request) => [...argumentTextsOf(request), ...resultTextsOf(request)],
  parseError: (body) => errorFrom(parseGeminiError(body)),
  errorObjectOf: (error) => errorFrom(geminiErrorIn({ error })) ?? errorObjectOf(error),
  buildRequest(request, { options }) {
    const rules = rulesInGemini(request.model)
    const isAsked = rules.makesImages && request.modalities?.includes('image') === true
    const makesImages = isAsked || options['gemini.supported_imagine_models'].includes(request.model)
    const safetySettings = buildGeminiSafetySettings(options['gemini.safety_settings'], rules)
    const modalities = makesImages ? { responseModalities: ['TEXT', 'IMAGE'] } : {}
    return buildGeminiRequest(applyModelRules(request, rules), { ...rules, ...modalities, safetySettings })
  },
  partLimits: () => ({
    cacheMarks: false,
    imageDetail: false,
    strictTools: false,
    names: false,
    reasoning: true,
    redactedReasoning: false,
    callSignatures: true,
    sound: true,
    modelMedia: true,
    systemMedia: false,
  }),
  fittedFields: () => ({}),
  // The path names the model, and for embeddings the body too.
  modelFields: (target, body, model) =>
    target.operation === 'embeddings' && pathOf(target).model !== model ? withEmbedModel(body, model) : null,
  modelPlace: { field: 'modelVersion' },
  withPrompt,
  mapState: (body, change, model) => mapGeminiState(body, change, rulesInGemini(model)),
  parseAnswer: parseGeminiResponse,
  createStreamParser: createGeminiStreamParser,
  readsAddress: isGeminiFileUri,
  embeddings: { build: buildEmbedRequest, parse: parseEmbedAnswer },
}
