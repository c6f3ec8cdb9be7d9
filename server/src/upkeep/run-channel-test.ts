import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { lacksPath } from '@sluice/contract/channel-types'
import { makeReason } from '@sluice/contract/error-reasons'
import { mapReasonTexts, reasonOfError } from '../core/channel-reason.ts'
import type { ChatRequest } from '../core/chat/chat-request.ts'
import { GatewayError } from '../core/errors.ts'
import { accountFaultOf, hasKeyword } from '../core/routing/account-fault.ts'
import { mapStatusCode } from '../core/routing/map-status-code.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { Clock } from '../platform/clock.ts'
import type { WireFormatId } from '../protocols/wire-format-id.ts'
import { withFit } from '../providers/fit-body.ts'
import { providerOf } from '../providers/index.ts'
import type { Provider } from '../providers/provider.ts'
import { suffixOf } from '../relay/admission/resolve-model.ts'
import { statusOfError } from '../relay/call/upstream-error.ts'
import type { UpstreamFormat } from '../relay/call/wire-format.ts'
import { upstreamFormatById, wireFormatOf } from '../relay/formats/index.ts'
import { mappedModel } from '../relay/routing/mapped-model.ts'
import { upstreamFormatOf } from '../relay/routing/upstream-format.ts'
import { readStream } from '../relay/upstream/assemble-stream.ts'
import { assembledIn } from '../relay/upstream/assembled-answer.ts'
import { providerSettingsOf } from '../relay/upstream/provider-settings.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { askProvider, type ProviderQuestion } from './ask-provider.ts'
import type { BoundedAnswer } from './bounded-fetch.ts'
import { type TestCall, type TestKind, testCalls, testKindOf, testPriceOf } from './channel-test-calls.ts'
import { upstreamFailure } from './upstream-failure.ts'
import { withoutKeys } from './without-keys.ts'

const timeoutMs = 30_000
const timeoutMsMax = 120_000
const bytesMax = 1024 * 1024
/** An image comes as text in the answer. */
const imageBytesMax = 32 * 1024 * 1024
const modelWhenNoneIsListed = 'gpt-4o-mini'

export interface ChannelTest {
  /** Why it failed, without keys; null = it passed. */
  reason: ChannelReason | null
  durationMs: number
  model: string
  upstreamModel: string
  /** The upstream said that the account or key is at fault. */
  blamesAccount: boolean
  isTimed: boolean
  /** Null where nothing is known to have been used. */
  usage: Usage | null
  /** Images that were made. */
  images: number
}

/** Which model to test with: the one asked for, else the channel's test model, else its first. */
export const modelToTest = (channel: ChannelState, asked: string, testModel: string | null): string =>
  asked.trim() || testModel || ([...channel.models].find(isName) ?? modelWhenNoneIsListed)

/** Whether there is a small call to try: drawing and music are tasks that cost as much as any. */
export const isTestable = ({ type }: Pick<ChannelState, 'type'>): boolean =>
  (providerOf(type)?.operations.length ?? 0) > 0

/** Some entries stand for any name that begins so. */
const isName = (model: string): boolean => !model.endsWith('*')

/**
 * The model for a test that nobody asked for: the channel's test model whatever it costs, else the first whose test
 * costs some tokens, else one that costs a moment of sound. Null where only images and the like are left.
 */
export function cheapModelToTest(channel: ChannelState, testModel: string | null): string | null {
  if (testModel) return testModel
  if (channel.models.size === 0) return modelWhenNoneIsListed
  if (providerOf(channel.type)?.taskPlatform) return null
  const names = [...channel.models].filter(isName)
  const priced = (price: string) =>
    names.find((model) => testPriceOf(testKindOf(sentName(channel, model))) === price)
  return priced('small') ?? priced('medium') ?? null
}

function sentName(channel: ChannelState, model: string): string {
  try {
    return mappedModel(channel, model)
  } catch {
    // Told by the test itself.
    return model
  }
}

export interface TestSurroundings {
  clock: Clock
  options: OptionValues
  allowPrivate: boolean
  signal?: AbortSignal
}

/**
 * One minimal real call through the channel's first key. Moves no money. Never throws for what the upstream or the
 * configuration does: that is the result.
 */
export async function runChannelTest(
  channel: ChannelState,
  model: string,
  more: TestSurroundings,
): Promise<ChannelTest> {
  const startedAt = more.clock.monotonic()
  let call: PlannedCall | null = null
  const found = await (async () => {
    call = planCall(channel, model, more.options)
    return await callOnce(channel, call, more)
  })().catch((error: unknown): Finding => {
    if (error instanceof GatewayError) return { ...nothing, reason: reasonOfError(error) }
    throw error
  })
  const planned = call as PlannedCall | null
  return {
    reason: found.reason && shownReason(found.reason, channel),
    durationMs: Math.round(more.clock.monotonic() - startedAt),
    model,
    upstreamModel: planned?.upstreamModel ?? model,
    blamesAccount: found.blamesAccount,
    isTimed: planned?.isTimed ?? true,
    usage: found.usage,
    images: planned?.kind === 'images' && found.usage !== null ? 1 : 0,
  }
}

/** A custom channel without the path of a call fails for its address more often than for anything else. */
const shownReason = (reason: ChannelReason, { type, baseUrl, keys }: ChannelState): ChannelReason => ({
  ...mapReasonTexts(reason, (text) => withoutKeys(text, keys)),
  ...(lacksPath(type, baseUrl) && { lacksPath: true }),
})

interface PlannedCall {
  kind: TestKind
  upstreamModel: string
  provider: Provider
  question: ProviderQuestion
  format: UpstreamFormat
  answerField: string | null
  assumed: Usage | null
  isTimed: boolean
}

/** What to send. Throws GatewayError where the channel lacks what that needs, or nothing can be tried. */
function planCall(channel: ChannelState, model: string, options: OptionValues): PlannedCall {
  const upstreamModel = upstreamModelOf(channel, model, options)
  const provider = providerOf(channel.type)
  const key = channel.keys[0]
  if (provider === undefined || !isTestable(channel)) throw new GatewayError('channel_not_testable')
  if (key === undefined) throw new GatewayError('channel_misconfigured')
  const kind = kindFor(provider, upstreamModel)
  const format =
    kind === 'chat' ? upstreamFormatOf(provider, channel, { ...chatTarget, upstreamModel }) : provider.format
  const call =
    kind === 'chat'
      ? chatCall({ provider, format, channel }, upstreamModel, options)
      : otherCall(provider, kind)
  const settings = providerSettingsOf(options)
  return {
    ...{ kind, upstreamModel, provider },
    question: {
      ...{ channel, key, model, settings, body: call.body(upstreamModel) },
      urlOf: (token) =>
        provider.urlOf({
          ...{ operation: call.operation, path: call.path, isStream: false },
          ...{ upstreamModel, channel, key, token, settings },
        }),
    },
    format: upstreamFormatById(provider, format),
    answerField: call.answerField,
    assumed: call.assumed,
    isTimed: call.isTimed,
  }
}

/** The name sent on, as for any call: mapped by the asked name, else by the one without its wish for thinking. */
function upstreamModelOf(channel: ChannelState, model: string, options: OptionValues): string {
  const isNamed = channel.modelMapping !== 'invalid' && channel.modelMapping?.has(model)
  const suffix = isNamed ? null : suffixOf(model, options)
  return mappedModel(channel, suffix ? suffix.base : model)
}

/** What can be tried: makers of images may make them in a chat. */
function kindFor(provider: Provider, upstreamModel: string): Exclude<TestKind, 'realtime'> {
  const kind = testKindOf(upstreamModel)
  const isServed = (wanted: TestKind) =>
    wanted !== 'realtime' &&
    provider.operations.includes(wanted === 'chat' ? 'chat' : testCalls[wanted].operation)
  if (kind !== 'realtime' && isServed(kind)) return kind
  if (kind === 'images' && provider.format !== 'openai' && isServed('chat')) return 'chat'
  throw upstreamFailure(makeReason('kindNotTestable', { kind }))
}

/** The call of a kind that is no chat, as the provider writes it. */
function otherCall({ wire }: Provider, kind: Exclude<TestKind, 'chat' | 'realtime'>): TestCall {
  const call = testCalls[kind]
  const embeddings = kind === 'embeddings' && wire?.embeddings
  if (embeddings) return { ...call, body: (model) => embeddings.build({ texts: ['hello world'] }, model) }
  const rerank = kind === 'rerank' && wire?.rerank
  if (!rerank) return call
  return { ...call, body: (model) => rerank.build({ query: 'hi', documents: ['hello', 'world'] }, model) }
}

/** In the format that the provider prefers. */
const chatTarget = { format: 'openai', operation: 'chat' } as const

const chatCall = (
  { provider, format, channel }: { provider: Provider; format: WireFormatId; channel: ChannelState },
  model: string,
  options: OptionValues,
): TestCall => ({
  operation: 'chat',
  path: '/v1/chat/completions',
  body() {
    const { buildRequest } = upstreamFormatById(provider, format)
    const wire = buildRequest(buildChatTest(model), { options, takes: provider.takes, channel })
    if (format !== 'anthropic' || !provider.fitMessages) return wire
    return withFit(wire, provider.fitMessages(wire, { isStream: false, betas: [] }))
  },
  answerField: answerFieldOf[format],
  price: 'small',
  isTimed: true,
  assumed: null,
})

/** What an answer that is one holds. */
const answerFieldOf: Record<WireFormatId, string | null> = {
  openai: 'choices',
  responses: 'output',
  anthropic: 'content',
  gemini: 'candidates',
  // What it holds is for its own reader to say.
  own: null,
}

const buildChatTest = (model: string): ChatRequest => ({
  model,
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  maxOutputTokens: outputTokensFor(model),
  isStream: false,
  wantsUsage: false,
})

/** Models that cannot but think need room for it, or say nothing. */
function outputTokensFor(model: string): number {
  if (/gemini/i.test(model)) return 300
  return /thinking/i.test(model) ? 50 : 10
}

interface Finding {
  reason: ChannelReason | null
  blamesAccount: boolean
  usage: Usage | null
}

const nothing: Finding = { reason: null, blamesAccount: false, usage: null }

async function callOnce(
  channel: ChannelState,
  planned: PlannedCall,
  more: TestSurroundings,
): Promise<Finding> {
  const received = await askProvider(planned.provider, planned.question, {
    clock: more.clock,
    timeoutMs: timeoutFor(more.options),
    bytesMax: planned.kind === 'images' ? imageBytesMax : bytesMax,
    allowPrivate: more.allowPrivate,
    ...(more.signal ? { signal: more.signal } : {}),
  })
  if (planned.format.id === 'own' && received.contentType.startsWith('text/event-stream'))
    return findingOf(
      assembled(received, planned.format),
      { ...planned, format: assembledIn(planned.format) },
      channel,
      more,
    )
  return findingOf(received, planned, channel, more)
}

function findingOf(
  answer: BoundedAnswer,
  call: PlannedCall,
  channel: ChannelState,
  more: TestSurroundings,
): Finding {
  const isOwn = call.format.id === 'own'
  const reason = isOwn ? objectionToOwn(answer, call) : objectionTo(answer, call.answerField)
  if (reason === null) return { ...nothing, usage: usageOf(answer, call) }
  return { ...nothing, reason, blamesAccount: isAccountBlamed(answer, channel, call.format, more.options) }
}

/** A stream as the whole answer, which is in the neutral form. One without its end holds none. */
function assembled(answer: BoundedAnswer, format: UpstreamFormat): BoundedAnswer {
  const { response, error, isComplete } = readStream(format, Buffer.from(answer.text), () => '')
  const choices = isComplete ? response.choices : []
  return { ...answer, text: JSON.stringify(error ? { error } : { ...response, choices }) }
}

/** Longer than what counts as slow, or a slow channel would be one that cannot be reached. */
const timeoutFor = ({ ChannelDisableThreshold: slowAfter }: OptionValues): number =>
  Math.min(Math.max(timeoutMs, slowAfter * 1_000 + 5_000), timeoutMsMax)

/** As reported, in whichever format; else what such a call is known to use. */
function usageOf({ text }: BoundedAnswer, { format, assumed, kind }: PlannedCall): Usage | null {
  const reader = kind === 'chat' || format.id === 'own' ? format : wireFormatOf('openai')
  return reader.readAnswer(Buffer.from(text))?.usage ?? assumed
}

function isAccountBlamed(
  { status, text }: BoundedAnswer,
  channel: ChannelState,
  format: UpstreamFormat,
  options: OptionValues,
): boolean {
  const error = format.parseError(text)
  const own = status === 200 && error ? (statusOfError(error) ?? status) : status
  const refusal = {
    status: mapStatusCode(own, channel.statusCodeMapping),
    type: error?.type ?? '',
    code: String(error?.code ?? ''),
    message: error?.message ?? '',
  }
  // What is asked for is ours, so that a 401 without a word speaks of the key too.
  return (
    refusal.status === 401 ||
    accountFaultOf(refusal) !== null ||
    options.AutomaticDisableKeywords.some((word) => hasKeyword(refusal.message, word))
  )
}

/** The same of an answer in a format that its provider alone speaks. */
function objectionToOwn({ status, text }: BoundedAnswer, { format }: PlannedCall): ChannelReason | null {
  const said = format.parseError(text, status)?.message
  if (status !== 200)
    return said
      ? { code: 'upstream_status_said', params: { status, text: said } }
      : { code: 'upstream_status', params: { status } }
  const answer = format.readAnswer(Buffer.from(text))
  if (answer === null) return plain('answer_not_json')
  const { error } = answer
  if (error === null || error === undefined)
    return (answer.hasResult?.() ?? answer.text() !== '') ? null : plain('answer_without_text')
  const { message } = format.errorObjectOf(error)
  return message === ''
    ? plain('error_without_message')
    : { code: 'upstream_said', params: { text: message } }
}

/** Why the answer is no proof of a working channel; null when it is one. */
function objectionTo(
  { status, text, contentType }: BoundedAnswer,
  field: string | null,
): ChannelReason | null {
  const answer = parseRecord(text)
  const error = errorTextOf(answer)
  if (status !== 200)
    return error
      ? { code: 'upstream_status_said', params: { status, text: error } }
      : { code: 'upstream_status', params: { status } }
  if (field === null && answer === null)
    return text === '' || /html|json/i.test(contentType) ? plain('answer_without_sound') : null
  if (answer === null) return plain('answer_not_json')
  if (error === '') return plain('error_without_message')
  if (error !== null) return { code: 'upstream_said', params: { text: error } }
  if (field === 'text') return typeof answer.text === 'string' ? null : plain('answer_without_text')
  if (field === null) return plain('answer_without_sound')
  return Array.isArray(answer[field]) ? null : { code: 'answer_without_field', params: { field } }
}

const plain = (
  code: 'answer_without_sound' | 'answer_without_text' | 'answer_not_json' | 'error_without_message',
): ChannelReason => ({ code, params: {} })

/** What an error says; '' = nothing, null = there is no error. */
function errorTextOf(answer: Record<string, unknown> | null): string | null {
  const error = answer?.error
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return null
  const { message, code, type } = error as { message?: unknown; code?: unknown; type?: unknown }
  const known = [message, code, type].find((text) => typeof text === 'string' && text !== '')
  return typeof known === 'string' ? known : ''
}

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}
