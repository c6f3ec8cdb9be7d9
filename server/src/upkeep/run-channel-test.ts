import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { lacksPath } from '@sluice/contract/channel-types'
import type { CallEndpoint } from '@sluice/contract/priced-kinds'
import { isRecord, parseRecord } from '@sluice/contract/read-json'
import { mapReasonTexts, reasonOfError } from '../core/channel-reason.ts'
import { GatewayError } from '../core/errors.ts'
import { accountFaultOf, hasKeyword } from '../core/routing/account-fault.ts'
import { mapStatusCode } from '../core/routing/map-status-code.ts'
import type { Usage } from '../core/usage/usage.ts'
import type { UpstreamFormat } from '../protocols/wire-format.ts'
import { statusOfError } from '../relay/call/upstream-error.ts'
import { readStream } from '../relay/formats/assemble-stream.ts'
import { assembledIn } from '../relay/formats/assembled-answer.ts'
import { wireFormatOf } from '../relay/formats/index.ts'
import type { Services } from '../services.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { askProvider } from './ask-provider.ts'
import type { BoundedAnswer } from './bounded-fetch.ts'
import { type PlannedCall, planChannelTest, type TestRequest } from './plan-channel-test.ts'
import { watchStream } from './watch-stream.ts'
import { withoutKeys } from './without-keys.ts'

const timeoutMs = 30_000
const timeoutMsMax = 120_000
const bytesMax = 1024 * 1024
/** An image comes as text in the answer. */
const imageBytesMax = 32 * 1024 * 1024

export interface ChannelTest {
  /** Why it failed, without keys; null = it passed. */
  reason: ChannelReason | null
  durationMs: number
  model: string
  upstreamModel: string
  /** The upstream reported a fault of the account or key. */
  blamesAccount: boolean
  isTimed: boolean
  /** Null = unknown. */
  usage: Usage | null
  /** Created images. */
  images: number
  /** The tested endpoint; null if no call was made. */
  endpoint: CallEndpoint | null
  isStream: boolean
  /** Time to the first text of a streamed answer; null without text or stream. */
  firstTokenMs: number | null
}

export interface TestContext extends Services<'clock'> {
  options: OptionValues
  allowPrivate: boolean
  signal?: AbortSignal
}

/**
 * One minimal real call with the channel's first key, free of charge. Errors of the upstream and of the configuration
 * are results, not exceptions.
 */
export async function runChannelTest(
  channel: ChannelState,
  request: TestRequest,
  context: TestContext,
): Promise<ChannelTest> {
  const startedAt = context.clock.monotonic()
  let planned: PlannedCall | null = null
  let found: Finding
  try {
    planned = planChannelTest(channel, request, context.options)
    found = await callOnce(channel, planned, { ...context, startedAt })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    found = { ...nothing, reason: reasonOfError(error) }
  }
  return {
    reason: found.reason && shownReason(found.reason, channel),
    durationMs: Math.round(context.clock.monotonic() - startedAt),
    model: request.model,
    upstreamModel: planned?.upstreamModel ?? request.model,
    blamesAccount: found.blamesAccount,
    isTimed: planned?.isTimed ?? true,
    usage: found.usage,
    images: planned?.kind === 'images' && found.usage !== null ? 1 : 0,
    endpoint: planned?.endpoint ?? null,
    isStream: planned?.isStream ?? false,
    firstTokenMs: found.firstTokenMs,
  }
}

/** Adds a hint for custom channels without the path of a call, whose address is the most likely cause. */
const shownReason = (reason: ChannelReason, { type, baseUrl, keys }: ChannelState): ChannelReason => ({
  ...mapReasonTexts(reason, (text) => withoutKeys(text, keys)),
  ...(lacksPath(type, baseUrl) && { lacksPath: true }),
})

interface Finding {
  reason: ChannelReason | null
  blamesAccount: boolean
  usage: Usage | null
  firstTokenMs: number | null
}

const nothing: Finding = { reason: null, blamesAccount: false, usage: null, firstTokenMs: null }

async function callOnce(
  channel: ChannelState,
  planned: PlannedCall,
  context: TestContext & { startedAt: number },
): Promise<Finding> {
  const watch = planned.isStream ? watchStream(planned.format) : null
  let firstTokenMs: number | null = null
  const received = await askProvider(planned.provider, planned.question, {
    clock: context.clock,
    timeoutMs: timeoutFor(context.options),
    bytesMax: planned.kind === 'images' ? imageBytesMax : bytesMax,
    allowPrivate: context.allowPrivate,
    ...(context.signal ? { signal: context.signal } : {}),
    onChunk(chunk) {
      if (watch?.push(chunk) && firstTokenMs === null)
        firstTokenMs = Math.round(context.clock.monotonic() - context.startedAt)
    },
  })
  const isEventStream = received.contentType.startsWith('text/event-stream')
  const found =
    isEventStream && (planned.isStream || planned.isOwnFormat)
      ? findingOfStream(received, planned, channel, context)
      : findingOf(received, planned, channel, context)
  if (found.reason === null && planned.isStream && !isEventStream)
    return { ...found, reason: plain('answer_no_stream') }
  return { ...found, firstTokenMs: found.reason === null ? firstTokenMs : null }
}

/** The finding of a streamed answer: its events as one answer in the neutral form. */
function findingOfStream(
  answer: BoundedAnswer,
  planned: PlannedCall,
  channel: ChannelState,
  context: TestContext,
): Finding {
  if (planned.isOwnFormat)
    return findingOf(
      assembled(answer, planned.format),
      { ...planned, format: assembledIn(planned.format) },
      channel,
      context,
    )
  const { response, error, isComplete } = readStream(planned.format, Buffer.from(answer.text), () => '')
  if (answer.status !== 200 || (error !== null && error !== undefined))
    return findingOf({ ...answer, text: errorBodyOf(error) ?? answer.text }, planned, channel, context)
  if (!isComplete) return { ...nothing, reason: plain('stream_cut') }
  if (response.choices.length === 0 && response.usage === null)
    return { ...nothing, reason: plain('answer_without_text') }
  return { ...nothing, usage: response.usage ?? planned.assumed }
}

const errorBodyOf = (error: unknown): string | null =>
  error === null || error === undefined ? null : JSON.stringify({ error })

function findingOf(answer: BoundedAnswer, call: PlannedCall, channel: ChannelState, context: TestContext): Finding {
  const reason = call.isOwnFormat ? objectionToOwn(answer, call) : objectionTo(answer, call.answerField)
  if (reason === null) return { ...nothing, usage: usageOf(answer, call) }
  return { ...nothing, reason, blamesAccount: isAccountBlamed(answer, channel, call.format, context.options) }
}

/** A stream as one answer in the neutral form. A stream without its end contains no answer. */
function assembled(answer: BoundedAnswer, format: UpstreamFormat): BoundedAnswer {
  const { response, error, isComplete } = readStream(format, Buffer.from(answer.text), () => '')
  const choices = isComplete ? response.choices : []
  return { ...answer, text: JSON.stringify(error ? { error } : { ...response, choices }) }
}

/** Longer than the limit for slow tests, so that a slow channel does not count as unreachable. */
const timeoutFor = ({ ChannelDisableThreshold: slowAfter }: OptionValues): number =>
  Math.min(Math.max(timeoutMs, slowAfter * 1_000 + 5_000), timeoutMsMax)

/** The reported usage, otherwise the assumed usage of the call. */
function usageOf({ text }: BoundedAnswer, { format, isOwnFormat, assumed, kind }: PlannedCall): Usage | null {
  const reader = kind === 'chat' || isOwnFormat ? format : wireFormatOf('openai')
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
  // The gateway wrote the request, so an unexplained 401 concerns the key too.
  return (
    refusal.status === 401 ||
    accountFaultOf(refusal) !== null ||
    options.AutomaticDisableKeywords.some((word) => hasKeyword(refusal.message, word))
  )
}

/** The objection to an answer in the provider's own format; null = the answer is valid. */
function objectionToOwn({ status, text }: BoundedAnswer, { format }: PlannedCall): ChannelReason | null {
  const message = format.parseError(text, status)?.message
  if (status !== 200)
    return message
      ? { code: 'upstream_status_said', params: { status, text: message } }
      : { code: 'upstream_status', params: { status } }
  const answer = format.readAnswer(Buffer.from(text))
  if (answer === null) return plain('answer_not_json')
  const { error } = answer
  if (error === null || error === undefined)
    return (answer.hasResult?.() ?? answer.text() !== '') ? null : plain('answer_without_text')
  const { message: errorText } = format.errorObjectOf(error)
  return errorText === '' ? plain('error_without_message') : { code: 'upstream_said', params: { text: errorText } }
}

/** The objection to an answer; null = the answer proves that the channel works. */
function objectionTo({ status, text, contentType }: BoundedAnswer, field: string | null): ChannelReason | null {
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
  code:
    | 'answer_without_sound'
    | 'answer_without_text'
    | 'answer_not_json'
    | 'answer_no_stream'
    | 'stream_cut'
    | 'error_without_message',
): ChannelReason => ({ code, params: {} })

/** The message of an error; '' = without a message, null = there is no error. */
function errorTextOf(answer: Record<string, unknown> | null): string | null {
  const error = answer?.error
  if (typeof error === 'string') return error
  if (!isRecord(error)) return null
  const { message, code, type } = error
  const known = [message, code, type].find((text) => typeof text === 'string' && text !== '')
  return typeof known === 'string' ? known : ''
}
