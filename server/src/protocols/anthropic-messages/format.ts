import { recordsOf } from '@sluice/contract/read-json'
import { commonCallIds } from '../../core/chat/call-ids.ts'
import { argumentTextsOf } from '../../core/chat/json-texts.ts'
import { makerOf, rulesInAnthropic } from '../../core/chat/model-rules-of.ts'
import { commonToolNames } from '../../core/chat/tool-names.ts'
import { buildModelPage } from '../model-page.ts'
import { errorObjectOf, type OpenaiErrorObject } from '../openai-errors.ts'
import type { ClientError, WireFormat } from '../wire-format.ts'
import { withPromptBefore } from '../with-prompt-before.ts'
import { buildAnthropicRequest } from './build-request.ts'
import { buildAnthropicResponse } from './build-response.ts'
import { anthropicPing, createAnthropicStreamBuilder } from './build-stream.ts'
import { buildTokenCount } from './count-tokens.ts'
import {
  buildAnthropicError,
  buildAnthropicErrorFrame,
  mapStatusToAnthropicType,
  parseAnthropicError,
  statusOfAnthropicError,
} from './errors.ts'
import { fitAnthropicRequest } from './fit-request.ts'
import { inspectAnthropic } from './inspect-request.ts'
import { mapAnthropicState } from './map-state.ts'
import { mediaAddresses, withMedia } from './media-addresses.ts'
import { findAnthropicObjects, findTypedAnthropicObjects } from './object-fields.ts'
import { outputDefaultOf } from './output-default.ts'
import { parseAnthropicAnswer } from './parse-answer.ts'
import { valuesInContent } from './parse-content.ts'
import { parseAnthropicRequest } from './parse-request.ts'
import { parseAnthropicResponse } from './parse-response.ts'
import { createAnthropicStreamParser } from './parse-stream.ts'
import { readAnthropicRequest } from './read-request.ts'
import { createAnthropicStreamMeter } from './stream-meter.ts'

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

const knownSince = new Date(1_626_777_600_000).toISOString()

/** A model of the list of models. */
const describeModel = (id: string) => ({ type: 'model', id, display_name: id, created_at: knownSince })

/** Anthropic Messages. */
export const anthropicFormat: WireFormat = {
  id: 'anthropic',
  readRequest: ({ operation }, body) =>
    readAnthropicRequest(operation === 'count_tokens' ? 'count_tokens' : 'messages', body),
  parseRequest: (_target, body) => parseAnthropicRequest(body),
  inspectRequest: inspectAnthropic,
  findObjects: findAnthropicObjects,
  findRestated: findTypedAnthropicObjects,
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
    thoughts: 'thinking.display',
    userId: 'metadata.user_id',
    serviceTier: 'service_tier',
    maxOutputTokens: 'max_tokens',
    tools: 'tools',
    toolChoice: 'tool_choice',
  },
  settingAliases: { thinking: ['output_config.effort'], responseFormat: ['output_format'] },
  messagesField: 'messages',
  countable: (_target, body) => ({ request: parseAnthropicRequest(body) }),
  valuesIn: ({ messages }) => recordsOf(messages).flatMap(({ content }) => valuesInContent(content)),
  buildAnswer: (response) => buildAnthropicResponse(response),
  readsArguments: true,
  createStreamBuilder: ({ newId, model, inputTokens }) => createAnthropicStreamBuilder({ newId, model, inputTokens }),
  buildError: (error) => buildAnthropicError(wireErrorOf(error), error.requestId),
  buildErrorFrame: (error) => buildAnthropicErrorFrame(wireErrorOf(error), error.requestId),
  ping: anthropicPing,
  endMarker: 'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  buildTokenCount,
  describeModel,
  buildModelList: (ids) => buildModelPage(ids, describeModel),
  requestIdHeader: 'request-id',

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
  modelFields: (_target, body, model) => (body.model === model ? null : { model }),
  modelPlace: { field: 'model', within: 'message', mark: '"message_start"' },
  withPrompt({ system }, { prompt }) {
    if (!Array.isArray(system)) return { field: 'system', value: withPromptBefore(prompt, system), first: null }
    const first = { type: 'text', text: prompt }
    return { field: 'system', value: [first, ...system], first }
  },
  mediaPlaces: { addressesIn: mediaAddresses, withFetched: withMedia },
  mapState: (body, change, model) => mapAnthropicState(body, change, makerOf(model) === 'anthropic'),
  parseAnswer: (body, newId) => parseAnthropicResponse(body, newId),
  valuesInAnswer: ({ content }) => valuesInContent(content),
  textsToRead: argumentTextsOf,
  createStreamParser: (newId) => createAnthropicStreamParser(newId),
}
