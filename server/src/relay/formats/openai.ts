import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import { withJsonNamed } from '../../core/chat/json-instruction.ts'
import { makerOf, modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { lostSignature } from '../../protocols/gemini/lost-signature.ts'
import { buildOpenaiChatRequest } from '../../protocols/openai-chat/build-chat-request.ts'
import { buildOpenaiChatResponse } from '../../protocols/openai-chat/build-chat-response.ts'
import { createOpenaiChatStreamBuilder } from '../../protocols/openai-chat/build-chat-stream.ts'
import {
  buildEmbeddingsAnswer,
  buildEmbeddingsRequest,
  parseEmbeddingsAnswer,
  parseEmbeddingsRequest,
} from '../../protocols/openai-chat/embeddings.ts'
import {
  buildOpenaiError,
  buildOpenaiErrorFrame,
  errorObjectOf,
  parseUpstreamError,
} from '../../protocols/openai-chat/errors.ts'
import { fitChatFields } from '../../protocols/openai-chat/fit-fields.ts'
import { inspectOpenaiChat } from '../../protocols/openai-chat/inspect-request.ts'
import { mapOpenaiState } from '../../protocols/openai-chat/map-state.ts'
import { findOpenaiObjects } from '../../protocols/openai-chat/object-fields.ts'
import { parseOpenaiChatRequest } from '../../protocols/openai-chat/parse-chat-request.ts'
import { parseOpenaiChatResponse } from '../../protocols/openai-chat/parse-chat-response.ts'
import { createOpenaiChatStreamParser } from '../../protocols/openai-chat/parse-chat-stream.ts'
import { parseOpenaiRequest } from '../../protocols/openai-chat/parse-request.ts'
import { parseOpenaiAnswer } from '../../protocols/openai-chat/parse-response.ts'
import { createOpenaiStreamMeter } from '../../protocols/openai-chat/stream-meter.ts'
import type { AnswerHead, WireFormat } from '../call/wire-format.ts'

const openaiHead = (head: AnswerHead) => ({
  id: `chatcmpl-${head.requestId}`,
  model: head.model,
  createdAt: head.createdSeconds,
})

/** How hosts of many makers' models name the state of each. https://openrouter.ai/docs/use-cases/reasoning-tokens */
const stateFormats = {
  openai: 'openai-responses-v1',
  anthropic: 'anthropic-claude-v1',
  google: 'google-gemini-v1',
}

/** OpenAI Chat Completions, and Completions and Embeddings, which are only passed on. */
export const openaiFormat: WireFormat = {
  id: 'openai',
  readRequest({ operation, inPath }, body) {
    const isText = operation === 'completions' || operation === 'embeddings'
    const kind = isText ? operation : 'chat'
    if (!inPath) return parseOpenaiRequest(kind, body)
    return { ...parseOpenaiRequest(kind, { ...body, model: inPath.model }), body }
  },
  parseRequest: (_target, body) => parseOpenaiChatRequest(body),
  inspectRequest: inspectOpenaiChat,
  findObjects: findOpenaiObjects,
  toolNames: commonToolNames,
  // Hosts choose any characters.
  callIds: { lengthMax: 40 },
  settingPlaces: {
    temperature: 'temperature',
    topP: 'top_p',
    topK: 'top_k',
    stop: 'stop',
    seed: 'seed',
    presencePenalty: 'presence_penalty',
    frequencyPenalty: 'frequency_penalty',
    n: 'n',
    parallelToolCalls: 'parallel_tool_calls',
    responseFormat: 'response_format',
    modalities: 'modalities',
    thinking: 'reasoning_effort',
    userId: 'user',
    serviceTier: 'service_tier',
  },
  countable: (_target, body) => body,
  buildAnswer: (response, head) => buildOpenaiChatResponse(response, openaiHead(head)),
  createStreamBuilder: (head) => createOpenaiChatStreamBuilder({ ...openaiHead(head), includesUsage: head.wantsUsage }),
  buildError: ({ error, own }) => buildOpenaiError(error, own),
  buildErrorFrame: ({ error, own }) => buildOpenaiErrorFrame(error, own),
  ping: ': ping\n\n',
  endMarker: 'data: [DONE]\n\n',
  buildTokenCount: (tokens) => ({ tokens }),
  embeddingCalls: {
    parse: parseEmbeddingsRequest,
    buildAnswer: (vectors, { body, model, inputTokens }) =>
      buildEmbeddingsAnswer(vectors, { model, inputTokens, isBase64: body.encoding_format === 'base64' }),
  },

  createMeter: createOpenaiStreamMeter,
  readAnswer: parseOpenaiAnswer,
  parseError: parseUpstreamError,
  errorObjectOf,
  buildRequest(request, { takes }) {
    const rules = modelRulesOf(request.model)
    return buildOpenaiChatRequest(applyModelRules(withJsonNamed(request), rules), {
      ...takes,
      reasoningFormat: stateFormats[makerOf(request.model)],
      ...(rules ? { systemRole: rules.systemRole, maxTokensField: rules.maxTokensField } : {}),
      takesOpenaiFields: rules !== null && makerOf(request.model) === 'openai',
    })
  },
  partLimits: ({ keepsCacheMarks = false, reasoning, keepsThoughtSignatures = false }) => ({
    cacheMarks: keepsCacheMarks,
    imageDetail: true,
    strictTools: true,
    names: true,
    reasoning: reasoning === 'details',
    redactedReasoning: reasoning === 'details',
    callSignatures: keepsThoughtSignatures,
    sound: true,
  }),
  fittedFields: fitChatFields,
  // Google's endpoint in this format requires signatures too.
  mapState: (body, change, model) =>
    mapOpenaiState(body, change, modelRulesOf(model)?.needsSignatures ? lostSignature : undefined),
  parseAnswer: parseOpenaiChatResponse,
  createStreamParser: createOpenaiChatStreamParser,
  embeddings: { build: buildEmbeddingsRequest, parse: parseEmbeddingsAnswer },
}
