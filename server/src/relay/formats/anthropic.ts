import { commonCallIds } from '../../core/chat/call-ids.ts'
import { makerOf, rulesInAnthropic } from '../../core/chat/model-rules-of.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { buildAnthropicRequest } from '../../protocols/anthropic-messages/build-request.ts'
import { buildAnthropicResponse } from '../../protocols/anthropic-messages/build-response.ts'
import { anthropicPing, createAnthropicStreamBuilder } from '../../protocols/anthropic-messages/build-stream.ts'
import { buildTokenCount } from '../../protocols/anthropic-messages/count-tokens.ts'
import {
  buildAnthropicError,
  buildAnthropicErrorFrame,
  mapStatusToAnthropicType,
  parseAnthropicError,
  statusOfAnthropicError,
} from '../../protocols/anthropic-messages/errors.ts'
import { fitAnthropicRequest } from '../../protocols/anthropic-messages/fit-request.ts'
import { inspectAnthropic } from '../../protocols/anthropic-messages/inspect-request.ts'
import { mapAnthropicState } from '../../protocols/anthropic-messages/map-state.ts'
import { findAnthropicObjects } from '../../protocols/anthropic-messages/object-fields.ts'
import { parseAnthropicAnswer } from '../../protocols/anthropic-messages/parse-answer.ts'
import { parseAnthropicRequest } from '../../protocols/anthropic-messages/parse-request.ts'
import { parseAnthropicResponse } from '../../protocols/anthropic-messages/parse-response.ts'
import { createAnthropicStreamParser } from '../../protocols/anthropic-messages/parse-stream.ts'
import { readAnthropicRequest } from '../../protocols/anthropic-messages/read-request.ts'
import { createAnthropicStreamMeter } from '../../protocols/anthropic-messages/scan-usage.ts'
import { buildOpenaiChatRequest } from '../../protocols/openai-chat/build-chat-request.ts'
import { errorObjectOf, type OpenaiErrorObject } from '../../protocols/openai-chat/errors.ts'
import type { ClientError, WireFormat } from '../call/wire-format.ts'
import { outputDefaultOf } from './output-default.ts'

/** The type by status, because the official clients choose their error class by it. */
const wireErrorOf = ({ status, error, own }: ClientError) => ({
  type: mapStatusToAnthropicType(status),
  message: error.message,
  // The format has no codes.
  ...(own && { sluice_code: own }),
  ...(error.code === 'thread_unsupported_request' ? { details: { error_code: error.code } } : {}),
})

/** Errors in a stream have no status: the type implies it. */
function withStatus(error: OpenaiErrorObject): OpenaiErrorObject {
  return { ...error, code: error.code ?? statusOfAnthropicError(error.type) }
}

/** Anthropic Messages. */
export const anthropicFormat: WireFormat = {
  id: 'anthropic',
  readRequest: ({ operation }, body) =>
    readAnthropicRequest(operation === 'count_tokens' ? 'count_tokens' : 'messages', body),
  parseRequest: (_target, body) => parseAnthropicRequest(body),
  inspectRequest: inspectAnthropic,
  findObjects: findAnthropicObjects,
  toolNames: { ...commonToolNames, lengthMax: 128 },
  callIds: commonCallIds,
  settingPlaces: {
    temperature: 'temperature',
    topP: 'top_p',
    topK: 'top_k',
    stop: 'stop_sequences',
    parallelToolCalls: 'tool_choice.disable_parallel_tool_use',
    responseFormat: 'output_config.format',
    thinking: 'thinking',
    userId: 'metadata.user_id',
    serviceTier: 'service_tier',
  },
  countable: (_target, body) => buildOpenaiChatRequest(parseAnthropicRequest(body)),
  buildAnswer: (response) => buildAnthropicResponse(response),
  createStreamBuilder: ({ newId, model, inputTokens }) => createAnthropicStreamBuilder({ newId, model, inputTokens }),
  buildError: (error) => buildAnthropicError(wireErrorOf(error), error.requestId),
  buildErrorFrame: (error) => buildAnthropicErrorFrame(wireErrorOf(error), error.requestId),
  ping: anthropicPing,
  endMarker: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  buildTokenCount,

  createMeter: createAnthropicStreamMeter,
  readAnswer: parseAnthropicAnswer,
  parseError(body) {
    const parsed = parseAnthropicError(body)
    return parsed && { ...parsed, param: null }
  },
  errorObjectOf: (error) => withStatus(errorObjectOf(error)),
  buildRequest(request, { options }) {
    const rules = rulesInAnthropic(request.model)
    const defaultMaxOutputTokens = outputDefaultOf(options, request.model, rules)
    return buildAnthropicRequest(fitAnthropicRequest(request, { ...rules, defaultMaxOutputTokens }), rules)
  },
  partLimits: () => ({
    cacheMarks: true,
    imageDetail: false,
    strictTools: true,
    names: false,
    reasoning: true,
    redactedReasoning: true,
    callSignatures: false,
    sound: false,
  }),
  fittedFields(body, model, options) {
    if (body.max_tokens !== undefined && body.max_tokens !== null) return {}
    return { max_tokens: outputDefaultOf(options, model, rulesInAnthropic(model)) }
  },
  mapState: (body, change, model) => mapAnthropicState(body, change, makerOf(model) === 'anthropic'),
  parseAnswer: (body, newId) => parseAnthropicResponse(body, newId),
  createStreamParser: (newId) => createAnthropicStreamParser(newId),
}
