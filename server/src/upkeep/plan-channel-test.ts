import { makeReason } from '@sluice/contract/error-reasons'
import type { CallEndpoint } from '@sluice/contract/priced-kinds'
import { recordOf } from '@sluice/contract/read-json'
import type { ChatRequest } from '../core/chat/chat-request.ts'
import { GatewayError } from '../core/errors.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { UpstreamFormat } from '../protocols/wire-format.ts'
import type { WireFormatId } from '../protocols/wire-format-id.ts'
import { withFit } from '../providers/fit-body.ts'
import { hostOf } from '../providers/host-of.ts'
import { providerOf } from '../providers/index.ts'
import { extensionsFor } from '../providers/model-families.ts'
import type { Provider } from '../providers/provider.ts'
import { providerSettingsOf } from '../relay/call/provider-settings.ts'
import { upstreamFormatById } from '../relay/formats/index.ts'
import { ownCallFormat } from '../relay/formats/media-format.ts'
import { translatedPath } from '../relay/formats/translated-path.ts'
import { upstreamFormatOf } from '../relay/formats/upstream-format.ts'
import { mappedModel } from '../state/mapped-model.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { suffixOf } from '../state/resolve-model.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { ProviderQuestion } from './ask-provider.ts'
import { type TestCall, type TestKind, testCalls, testKindOf } from './channel-test-calls.ts'
import { isTestable, servesTest } from './model-to-test.ts'
import { clientOf, endpointOfClient, endpointOfKind, kindsOfEndpoints } from './tested-endpoints.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** The request of a test. */
export interface TestRequest {
  model: string
  /** The endpoint; '' = the one for the model's name. */
  endpoint: CallEndpoint | ''
  /** Ignored if the endpoint has no streams. */
  isStream: boolean
}

/** The call that a test makes. */
export interface PlannedCall {
  kind: TestKind
  /** The endpoint of the same call by a client. */
  endpoint: CallEndpoint
  isStream: boolean
  upstreamModel: string
  provider: Provider
  question: ProviderQuestion
  format: UpstreamFormat
  /** No client speaks it. */
  isOwnFormat: boolean
  answerField: string | null
  assumed: Usage | null
  isTimed: boolean
}

/** The call of a test. Throws GatewayError if the channel lacks a setting, or no test call exists. */
export function planChannelTest(
  channel: ChannelState,
  { model, endpoint, isStream: wantsStream }: TestRequest,
  options: OptionValues,
): PlannedCall {
  const upstreamModel = upstreamModelOf(channel, model, options)
  const provider = providerOf(channel.type)
  const key = channel.keys[0]
  if (provider === undefined || !isTestable(channel)) throw new GatewayError('channel_not_testable')
  if (key === undefined) throw upstreamFailure(makeReason('noUsableKey'))
  const kind = endpoint === '' ? kindFor(provider, upstreamModel) : kindOfEndpoint(provider, endpoint)
  const isStream = wantsStream && isStreamable(kind)
  const client = clientOf(endpoint)
  const operation = kind === 'chat' ? kind : testCalls[kind].operation
  const format = upstreamFormatOf(provider, channel, { format: client, operation, upstreamModel })
  const ownFormat = ownCallFormat(provider, operation, upstreamModel)
  // The maker would finish and charge a task, and the test would not fetch the result.
  const media = provider.mediaWireOf?.({ operation, upstreamModel, isStream })
  if (media?.kind === 'images' && media.tasks) throw upstreamFailure(makeReason('kindNotTestable', { kind }))
  const call =
    kind === 'chat'
      ? chatCall({ provider, format, channel, isStream }, upstreamModel, options)
      : otherCall(provider, ownFormat, kind, isStream)
  const settings = providerSettingsOf(options)
  const answered = ownFormat ?? upstreamFormatById(provider, format)
  return {
    kind,
    upstreamModel,
    provider,
    isStream,
    endpoint: kind === 'chat' ? endpointOfClient[client] : endpointOfKind[kind],
    question: {
      channel,
      key,
      model,
      settings,
      body: call.body(upstreamModel),
      urlOf: (token) =>
        provider.urlOf({
          operation: call.operation,
          path: call.path,
          isStream,
          upstreamModel,
          channel,
          key,
          token,
          settings,
        }),
    },
    format: answered,
    isOwnFormat: answered.id === 'own',
    answerField: call.answerField,
    assumed: call.assumed,
    isTimed: call.isTimed,
  }
}

/** The model name for the upstream, as for any call: the mapped name, otherwise that without its thinking suffix. */
function upstreamModelOf(channel: ChannelState, model: string, options: OptionValues): string {
  const isNamed = channel.modelMapping !== 'invalid' && channel.modelMapping?.has(model)
  const suffix = isNamed ? null : suffixOf(model, options)
  return mappedModel(channel, suffix ? suffix.base : model)
}

/** The kind of test. Image models of other formats are tested by a chat. */
function kindFor(provider: Provider, upstreamModel: string): Exclude<TestKind, 'realtime'> {
  const kind = testKindOf(upstreamModel)
  if (kind !== 'realtime' && servesTest(provider, kind)) return kind
  if (kind === 'images' && provider.format !== 'openai' && servesTest(provider, 'chat')) return 'chat'
  throw upstreamFailure(makeReason('kindNotTestable', { kind }))
}

/** The kind of call of an endpoint that the administrator chose. */
function kindOfEndpoint(provider: Provider, endpoint: CallEndpoint): Exclude<TestKind, 'realtime'> {
  const kind = kindsOfEndpoints[endpoint]
  if (servesTest(provider, kind)) return kind
  throw upstreamFailure(makeReason('kindNotTestable', { kind }))
}

/** The kinds whose answers can be streamed. */
const isStreamable = (kind: TestKind): boolean => kind === 'chat' || kind === 'completions'

/** The call of a kind other than chat, in the provider's format. */
function otherCall(
  { wire, reportsStreamUsage }: Provider,
  ownFormat: UpstreamFormat | null,
  kind: Exclude<TestKind, 'chat' | 'realtime'>,
  isStream: boolean,
): TestCall {
  const call = testCalls[kind]
  if (isStream) {
    const usage = reportsStreamUsage && { stream_options: { include_usage: true } }
    return { ...call, body: (model) => ({ ...recordOf(call.body(model)), stream: true, ...usage }) }
  }
  const embeddings = kind === 'embeddings' && (ownFormat ?? wire)?.embeddings
  if (embeddings) return { ...call, body: (model) => embeddings.build({ texts: ['hello world'] }, model) }
  const rerank = kind === 'rerank' && (ownFormat ?? wire)?.rerank
  if (!rerank) return call
  return { ...call, body: (model) => rerank.build({ query: 'hi', documents: ['hello', 'world'] }, model) }
}

const chatCall = (
  {
    provider,
    format,
    channel,
    isStream,
  }: { provider: Provider; format: WireFormatId; channel: ChannelState; isStream: boolean },
  model: string,
  options: OptionValues,
): TestCall => ({
  operation: 'chat',
  path: translatedPath('chat', format),
  body() {
    const { buildRequest } = upstreamFormatById(provider, format)
    const wire = buildRequest(buildChatTest(model, isStream), {
      options,
      takes: extensionsFor(hostOf(provider, channel), model),
      channel,
    })
    if (format !== 'anthropic' || !provider.fitMessages) return wire
    return withFit(wire, provider.fitMessages(wire, { upstreamModel: model, isStream, betas: [] }))
  },
  answerField: answerFieldOf[format],
  price: 'small',
  isTimed: true,
  assumed: null,
})

/** The field that a valid answer has. */
const answerFieldOf: Record<WireFormatId, string | null> = {
  openai: 'choices',
  responses: 'output',
  anthropic: 'content',
  gemini: 'candidates',
  // Its own parser checks the content.
  own: null,
}

const buildChatTest = (model: string, isStream: boolean): ChatRequest => ({
  model,
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  maxOutputTokens: outputTokensFor(model),
  isStream,
  wantsUsage: isStream,
})

/** Models that always think need more tokens for an answer. */
function outputTokensFor(model: string): number {
  if (/gemini/i.test(model)) return 300
  return /thinking/i.test(model) ? 50 : 10
}
