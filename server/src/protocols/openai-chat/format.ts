import { listOf } from '@sluice/contract/read-json'
import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import { withJsonNamed } from '../../core/chat/json-instruction.ts'
import { lostSignature } from '../../core/chat/lost-signature.ts'
import { makerOf, modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { withStrictSchemas } from '../../core/chat/strict-schema.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { buildModelDescriptor } from '../../core/model-descriptor.ts'
import { buildOpenaiError, buildOpenaiErrorFrame, errorObjectOf, parseUpstreamError } from '../openai-errors.ts'
import type { AnswerHead, WireFormat } from '../wire-format.ts'
import { buildOpenaiChatRequest } from './build-chat-request.ts'
import { buildOpenaiChatResponse } from './build-chat-response.ts'
import { createOpenaiChatStreamBuilder } from './build-chat-stream.ts'
import { buildUsageFrame } from './build-usage-frame.ts'
import {
  buildEmbeddingsAnswer,
  buildEmbeddingsRequest,
  parseEmbeddingsAnswer,
  parseEmbeddingsRequest,
  wantsBase64,
} from './embeddings.ts'
import { fitChatFields } from './fit-fields.ts'
import { inspectOpenaiChat } from './inspect-request.ts'
import { mapOpenaiState } from './map-state.ts'
import { findOpenaiObjects } from './object-fields.ts'
import { parseOpenaiChatRequest } from './parse-chat-request.ts'
import { parseOpenaiChatResponse } from './parse-chat-response.ts'
import { createOpenaiChatStreamParser } from './parse-chat-stream.ts'
import { parseOpenaiRequest } from './parse-request.ts'
import { parseOpenaiAnswer, valuesInAnswer } from './parse-response.ts'
import { pictureAddresses, withPictures } from './picture-addresses.ts'
import { createOpenaiStreamMeter } from './stream-meter.ts'

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
    maxOutputTokens: 'max_completion_tokens',
    tools: 'tools',
    toolChoice: 'tool_choice',
  },
  settingAliases: {
    thinking: [
      'reasoning',
      'thinking',
      'enable_thinking',
      'thinking_budget',
      'google.thinking_config',
      'extra_body.google.thinking_config',
    ],
    userId: ['safety_identifier'],
    maxOutputTokens: ['max_tokens'],
    tools: ['functions'],
    toolChoice: ['function_call'],
  },
  messagesField: 'messages',
  countable: (_target, body) => ({ body }),
  buildAnswer: (response, head) => buildOpenaiChatResponse(response, openaiHead(head)),
  createStreamBuilder: (head) => createOpenaiChatStreamBuilder({ ...openaiHead(head), includesUsage: head.wantsUsage }),
  buildError: ({ error, own }) => buildOpenaiError(error, own),
  buildErrorFrame: ({ error, own }) => buildOpenaiErrorFrame(error, own),
  ping: ': ping\n\n',
  endMarker: 'data: [DONE]\n\n',
  buildUsageFrame: (target, head, usage) => buildUsageFrame(usage, { ...head, isChat: target.operation === 'chat' }),
  buildTokenCount: (tokens) => ({ tokens }),
  describeModel: (id) => buildModelDescriptor(id, 'custom'),
  buildModelList: (ids) => ({
    object: 'list',
    success: true,
    data: ids.map((id) => buildModelDescriptor(id, 'custom')),
  }),
  embeddingCalls: {
    parse: parseEmbeddingsRequest,
    buildAnswer: (vectors, { model, inputTokens }) => buildEmbeddingsAnswer(vectors, { model, inputTokens }),
    wantsBase64,
  },

  createMeter: createOpenaiStreamMeter,
  readAnswer: parseOpenaiAnswer,
  valuesInAnswer,
  parseError: parseUpstreamError,
  errorObjectOf,
  buildRequest(request, { takes }) {
    const rules = modelRulesOf(request.model)
    return buildOpenaiChatRequest(applyModelRules(withStrictSchemas(withJsonNamed(request)), rules), {
      ...takes,
      reasoningFormat: stateFormats[makerOf(request.model)],
      ...(rules ? { systemRole: rules.systemRole, maxTokensField: rules.maxTokensField } : {}),
      takesOpenaiFields: rules !== null && makerOf(request.model) === 'openai',
    })
  },
  partLimits: ({ keepsCacheMarks = false, reasoning, keepsThoughtSignatures = false }) => ({
    cacheMarks: keepsCacheMarks,
    imageDetail: true,
    strictTools: 'closed',
    names: true,
    reasoning: reasoning === 'details',
    redactedReasoning: reasoning === 'details',
    callSignatures: keepsThoughtSignatures,
    sound: true,
  }),
  fittedFields: fitChatFields,
  modelFields: (_target, body, model) => (body.model === model ? null : { model }),
  modelPlace: { field: 'model' },
  withPrompt({ messages }, { prompt, role }) {
    const first = { role, content: prompt }
    return { field: 'messages', value: [first, ...listOf(messages)], first }
  },
  mediaPlaces: { addressesIn: pictureAddresses, withFetched: withPictures },
  // Google's endpoint in this format requires signatures too.
  mapState: (body, change, model) =>
    mapOpenaiState(body, change, modelRulesOf(model)?.needsSignatures ? lostSignature : undefined),
  parseAnswer: parseOpenaiChatResponse,
  createStreamParser: createOpenaiChatStreamParser,
  embeddings: { build: buildEmbeddingsRequest, parse: parseEmbeddingsAnswer },
}
