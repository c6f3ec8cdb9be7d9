import type { JsonRecord } from '@sluice/contract/read-json'
import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import { withJsonNamed } from '../../core/chat/json-instruction.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { withStrictSchemas } from '../../core/chat/strict-schema.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { GatewayError } from '../../core/errors.ts'
import { buildModelDescriptor } from '../../core/model-descriptor.ts'
import { buildModelPage } from '../model-page.ts'
import { buildOpenaiError, errorObjectOf, type OpenaiErrorObject, parseUpstreamError } from '../openai-errors.ts'
import type { AnswerHead, WireFormat } from '../wire-format.ts'
import { withPromptBefore } from '../with-prompt-before.ts'
import { buildReasoningFields, buildResponsesRequest } from './build-request.ts'
import { buildResponseFrame, buildResponsesResponse } from './build-response.ts'
import { createResponsesStreamBuilder } from './build-stream.ts'
import { buildErrorFrame, continueErrorFrame } from './errors.ts'
import { fitResponsesFields } from './fit-fields.ts'
import { inspectResponses } from './inspect-request.ts'
import { mapResponsesState } from './map-state.ts'
import { findResponsesObjects, findRestatedItems } from './object-fields.ts'
import { parseResponsesRequest } from './parse-request.ts'
import { parseResponsesResponse } from './parse-response.ts'
import { createResponsesStreamParser } from './parse-stream.ts'
import { readResponsesRequest } from './read-request.ts'
import { createResponsesStreamMeter, parseResponsesAnswer } from './stream-meter.ts'

const headOf = ({ requestId, model, createdSeconds, body, newId, onItem }: AnswerHead) => ({
  id: `resp_${requestId}`,
  model,
  createdAt: createdSeconds,
  request: body,
  newId,
  onItem,
})

/** Parts that only this format has pass to its upstreams; their text is counted. */
function countable(body: JsonRecord): { body: JsonRecord } | { request: ChatRequest } {
  try {
    return { request: parseResponsesRequest(body) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { instructions, input, tools } = body
    return { body: { messages: [{ role: 'user', content: JSON.stringify([instructions, input, tools]) }] } }
  }
}

/** A model of the list of models, which is that of OpenAI's other API. */
const describeModel = (id: string) => buildModelDescriptor(id, 'custom')

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
    thoughts: 'reasoning.summary',
    verbosity: 'text.verbosity',
    userId: 'safety_identifier',
    serviceTier: 'service_tier',
    maxOutputTokens: 'max_output_tokens',
    tools: 'tools',
    toolChoice: 'tool_choice',
  },
  settingAliases: { thoughts: ['reasoning.generate_summary'], userId: ['user'] },
  messagesField: 'input',
  countable: (_target, body) => countable(body),
  buildAnswer: (response, head) => buildResponsesResponse(response, headOf(head)),
  readsArguments: true,
  createStreamBuilder: (head) => createResponsesStreamBuilder(headOf(head)),
  buildError: ({ error, own }) => buildOpenaiError(error, own),
  buildErrorFrame: ({ error, own }, head) =>
    buildErrorFrame(error, { number: 0, response: buildResponseFrame(headOf(head)), own }),
  continueErrorFrame: (frames, { number, id }) => continueErrorFrame(frames, { number, response: id ? { id } : {} }),
  ping: ': ping\n\n',
  endMarker: '',
  buildTokenCount: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  describeModel,
  buildModelList: (ids) => buildModelPage(ids, describeModel),
  refersToItems: true,

  createMeter: createResponsesStreamMeter,
  readAnswer: parseResponsesAnswer,
  parseError: parseUpstreamError,
  errorObjectOf: (error): OpenaiErrorObject => errorObjectOf(error),
  buildRequest(request) {
    const rules = modelRulesOf(request.model)
    return buildResponsesRequest(
      // OpenAI's other format refuses functions while the model thinks.
      applyModelRules(withStrictSchemas(withJsonNamed(request)), rules && { ...rules, takesToolsWhileThinking: true }),
      rules ? { systemRole: rules.systemRole } : {},
    )
  },
  partLimits: () => ({
    cacheMarks: false,
    imageDetail: true,
    strictTools: 'closed',
    names: false,
    reasoning: true,
    redactedReasoning: true,
    callSignatures: true,
    sound: false,
  }),
  fittedFields: fitResponsesFields,
  thinkingFields: buildReasoningFields,
  modelFields: (_target, body, model) => (body.model === model ? null : { model }),
  modelPlace: { field: 'model', within: 'response' },
  withPrompt: ({ instructions }, { prompt }) => ({
    field: 'instructions',
    value: withPromptBefore(prompt, instructions),
    first: null,
  }),
  mapState: mapResponsesState,
  parseAnswer: parseResponsesResponse,
  createStreamParser: createResponsesStreamParser,
}
