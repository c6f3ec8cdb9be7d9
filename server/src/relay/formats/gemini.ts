import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import { rulesInGemini } from '../../core/chat/model-rules-of.ts'
import { buildGeminiRequest } from '../../protocols/gemini/build-request.ts'
import { buildGeminiResponse } from '../../protocols/gemini/build-response.ts'
import { buildGeminiSafetySettings } from '../../protocols/gemini/build-safety-settings.ts'
import { createGeminiStreamBuilder } from '../../protocols/gemini/build-stream.ts'
import { buildGeminiCount } from '../../protocols/gemini/count-tokens.ts'
import {
  buildEmbedAnswer,
  buildEmbedRequest,
  embedRequestsOf,
  embedTextsOf,
  parseEmbedAnswer,
  parseEmbedRequest,
  readEmbedCall,
} from '../../protocols/gemini/embeddings.ts'
import {
  buildGeminiError,
  buildGeminiErrorFrame,
  geminiErrorIn,
  httpStatusOf,
  parseGeminiError,
} from '../../protocols/gemini/errors.ts'
import { inspectGemini } from '../../protocols/gemini/inspect-request.ts'
import { mapGeminiState } from '../../protocols/gemini/map-state.ts'
import { findGeminiObjects } from '../../protocols/gemini/object-fields.ts'
import { parseGeminiAnswer } from '../../protocols/gemini/parse-answer.ts'
import { parseGeminiCall } from '../../protocols/gemini/parse-call.ts'
import { parseGeminiRequest } from '../../protocols/gemini/parse-request.ts'
import { parseGeminiResponse } from '../../protocols/gemini/parse-response.ts'
import { createGeminiStreamParser } from '../../protocols/gemini/parse-stream.ts'
import { predictPromptOf, readPredictCall } from '../../protocols/gemini/predict-call.ts'
import { createGeminiStreamMeter } from '../../protocols/gemini/scan-usage.ts'
import { buildOpenaiChatRequest } from '../../protocols/openai-chat/build-chat-request.ts'
import { errorObjectOf } from '../../protocols/openai-chat/errors.ts'
import type { ClientTarget } from '../call/client-target.ts'
import type { ClientError, UpstreamErrorObject, WireFormat } from '../call/wire-format.ts'

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
  },
  countable(target, body) {
    if (target.operation === 'embeddings') return { input: embedTextsOf(embedRequestsOf(body)) }
    if (target.operation === 'image_generations') return { prompt: predictPromptOf(body) }
    return buildOpenaiChatRequest(parseGeminiRequest(body, pathOf(target)))
  },
  buildAnswer: (response) => buildGeminiResponse(response),
  // Always as events; array-stream.ts makes an array of them for clients that asked for one.
  createStreamBuilder: ({ model }) => createGeminiStreamBuilder({ framing: 'sse', model }),
  buildError: (error) => buildGeminiError(wireErrorOf(error)),
  buildErrorFrame: (error) => buildGeminiErrorFrame(wireErrorOf(error)),
  ping: ': ping\n\n',
  // A finish reason ends the stream.
  endMarker: '',
  buildTokenCount: buildGeminiCount,
  embeddingCalls: {
    parse: parseEmbedRequest,
    buildAnswer: (vectors, { body, inputTokens }) =>
      buildEmbedAnswer(vectors, body.requests !== undefined, inputTokens),
  },

  createMeter: createGeminiStreamMeter,
  readAnswer: parseGeminiAnswer,
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
  mapState: (body, change, model) => mapGeminiState(body, change, rulesInGemini(model)),
  parseAnswer: parseGeminiResponse,
  createStreamParser: createGeminiStreamParser,
  embeddings: { build: buildEmbedRequest, parse: parseEmbedAnswer },
}
