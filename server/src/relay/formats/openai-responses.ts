import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import { withJsonNamed } from '../../core/chat/json-instruction.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { GatewayError } from '../../core/errors.ts'
import { buildOpenaiChatRequest } from '../../protocols/openai-chat/build-chat-request.ts'
import {
  buildOpenaiError,
  errorObjectOf,
  type OpenaiErrorObject,
  parseUpstreamError,
} from '../../protocols/openai-chat/errors.ts'
import { buildReasoningFields, buildResponsesRequest } from '../../protocols/openai-responses/build-request.ts'
import { buildResponseFrame, buildResponsesResponse } from '../../protocols/openai-responses/build-response.ts'
import { createResponsesStreamBuilder } from '../../protocols/openai-responses/build-stream.ts'
import { buildErrorFrame, continueErrorFrame } from '../../protocols/openai-responses/errors.ts'
import { fitResponsesFields } from '../../protocols/openai-responses/fit-fields.ts'
import { inspectResponses } from '../../protocols/openai-responses/inspect-request.ts'
import { mapResponsesState } from '../../protocols/openai-responses/map-state.ts'
import { findResponsesObjects, findRestatedItems } from '../../protocols/openai-responses/object-fields.ts'
import { parseResponsesRequest } from '../../protocols/openai-responses/parse-request.ts'
import { parseResponsesResponse } from '../../protocols/openai-responses/parse-response.ts'
import { createResponsesStreamParser } from '../../protocols/openai-responses/parse-stream.ts'
import { readResponsesRequest } from '../../protocols/openai-responses/read-request.ts'
import { createResponsesStreamMeter, parseResponsesAnswer } from '../../protocols/openai-responses/scan-usage.ts'
import type { AnswerHead, WireFormat } from '../call/wire-format.ts'

const headOf = ({ requestId, model, createdSeconds, body, newId, onItem }: AnswerHead) => ({
  id: `resp_${requestId}`,
  model,
  createdAt: createdSeconds,
  request: body,
  newId,
  onItem,
})

/** Parts that only this format has pass to its upstreams; their text is counted. */
function countable(body: Record<string, unknown>): Record<string, unknown> {
  try {
    return buildOpenaiChatRequest(parseResponsesRequest(body))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { instructions, input, tools } = body
    return { messages: [{ role: 'user', content: JSON.stringify([instructions, input, tools]) }] }
  }
}

/** OpenAI Responses. Errors outside a stream are those of OpenAI's other APIs. */
export const responsesFormat: WireFormat = {
  id: 'responses',
  readRequest({ operation, isNative }, body) {
    const read = readResponsesRequest(operation === 'count_tokens' ? 'count_tokens' : 'responses', body)
    return isNative ? { ...read, isStream: false, storedBy: 'compact' } : read
  },
  parseRequest: (_target, body) => parseResponsesRequest(body),
  inspectRequest: inspectResponses,
  findObjects: findResponsesObjects,
  findRestated: findRestatedItems,
  toolNames: commonToolNames,
  callIds: { lengthMax: 64 },
  settingPlaces: {
    temperature: 'temperature',
    topP: 'top_p',
    parallelToolCalls: 'parallel_tool_calls',
    responseFormat: 'text.format',
    thinking: 'reasoning.effort',
    userId: 'safety_identifier',
    serviceTier: 'service_tier',
  },
  countable: (_target, body) => countable(body),
  buildAnswer: (response, head) => buildResponsesResponse(response, headOf(head)),
  createStreamBuilder: (head) => createResponsesStreamBuilder(headOf(head)),
  buildError: ({ error, own }) => buildOpenaiError(error, own),
  buildErrorFrame: ({ error, own }, head) =>
    buildErrorFrame(error, { number: 0, response: buildResponseFrame(headOf(head)), own }),
  continueErrorFrame: (frames, { number, id }) => continueErrorFrame(frames, { number, response: id ? { id } : {} }),
  ping: ': ping\n\n',
  endMarker: '',
  buildTokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),

  createMeter: createResponsesStreamMeter,
  readAnswer: parseResponsesAnswer,
  parseError: parseUpstreamError,
  errorObjectOf: (error): OpenaiErrorObject => errorObjectOf(error),
  buildRequest(request) {
    const rules = modelRulesOf(request.model)
    return buildResponsesRequest(
      // OpenAI's other format refuses functions while the model thinks.
      applyModelRules(withJsonNamed(request), rules && { ...rules, takesToolsWhileThinking: true }),
      rules ? { systemRole: rules.systemRole } : {},
    )
  },
  partLimits: () => ({
    cacheMarks: false,
    imageDetail: true,
    strictTools: true,
    names: false,
    reasoning: true,
    redactedReasoning: true,
    callSignatures: true,
    sound: false,
  }),
  fittedFields: fitResponsesFields,
  thinkingFields: buildReasoningFields,
  mapState: mapResponsesState,
  parseAnswer: parseResponsesResponse,
  createStreamParser: createResponsesStreamParser,
}
