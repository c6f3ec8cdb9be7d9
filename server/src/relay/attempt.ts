import { GatewayError } from '../core/errors.ts'
import { mapStatusCode } from '../core/routing/map-status-code.ts'
import { providerOf } from '../providers/index.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { assembleStream } from './assemble-stream.ts'
import type { CallUpstream } from './call-upstream.ts'
import { createDeadline } from './deadline.ts'
import type { RelayDependencies } from './dependencies.ts'
import { wireFormatOf } from './formats/index.ts'
import { type OpenedStream, openStream } from './open-stream.ts'
import { prepareBody } from './prepare-body.ts'
import { providerSettingsOf } from './provider-settings.ts'
import { mapRateLimitHeaders, parseRetryAfter } from './rate-limit-headers.ts'
import { readAnswer, readErrorText } from './read-answer.ts'
import type { AdmittedCall, Attempt } from './relay-call.ts'
import type { RouteChoice } from './route.ts'
import {
  type AttemptFailure,
  answeredFailure,
  cleanError,
  statusOfError,
  unansweredFailure,
} from './upstream-error.ts'
import type { WireAnswer } from './wire-format.ts'

export type AttemptOutcome =
  | { kind: 'plain'; attempt: Attempt; response: Response; body: Uint8Array; answer: WireAnswer }
  | { kind: 'stream'; attempt: Attempt; response: Response; stream: OpenedStream }
  | { kind: 'failed'; attempt: Attempt; failure: AttemptFailure }

export interface AttemptTools {
  dependencies: RelayDependencies
  callUpstream: CallUpstream
  /** Channels that refused the hidden request for usage. */
  withoutStreamUsage: Set<number>
}

const jsonType = { 'content-type': 'application/json' }
const errorBodyMax = 65_536

/** One upstream call, up to the point where the client could get its first byte. Never throws for the upstream's faults. */
export async function attemptCall(
  tools: AttemptTools,
  call: AdmittedCall,
  choice: RouteChoice,
): Promise<AttemptOutcome> {
  const attempt = buildAttempt(tools, call, choice)
  const { record } = attempt
  const { clock } = tools.dependencies
  let outcome: AttemptOutcome
  try {
    outcome = await tryUpstream(tools, call, attempt)
  } catch (cause) {
    if (call.abort.reason) throw call.abort.reason
    if (!(cause instanceof GatewayError)) throw cause
    outcome = { kind: 'failed', attempt, failure: unansweredFailure(cause) }
  } finally {
    record.duration_ms = Math.round(clock.monotonic() - call.startedMonotonic) - record.started_ms
  }
  record.status = outcome.kind === 'failed' ? outcome.failure.status : outcome.response.status
  record.error = outcome.kind === 'failed' ? describe(outcome.failure) : null
  return outcome
}

const describe = (failure: AttemptFailure): string => failure.upstream?.message || failure.error.message

function buildAttempt(
  tools: AttemptTools,
  call: AdmittedCall,
  { channel, key, reason }: RouteChoice,
): Attempt {
  const { clock } = tools.dependencies
  const record = {
    channel_id: channel.id,
    channel_name: channel.name,
    reason,
    status: null,
    error: null,
    started_ms: Math.round(clock.monotonic() - call.startedMonotonic),
    duration_ms: 0,
  }
  call.attempts.push(record)
  const provider = providerOf(channel.type)
  if (!provider)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no provider` })
  const format = wireFormatOf(provider.format)
  const asksUsage = provider.reportsStreamUsage && !tools.withoutStreamUsage.has(channel.id)
  return {
    channel,
    key,
    provider,
    format,
    upstreamModel: upstreamModelOf(channel, call),
    hidesUsage:
      format === call.format &&
      call.request.isStream &&
      !call.request.wantsUsage &&
      // Rewritten for a wish in the model's name, it asks for usage anyhow.
      (asksUsage || (call.suffix !== null && provider.format === 'openai')),
    record,
  }
}

/** The name sent on: mapped by the asked name, else by the one without its wish for thinking. */
function upstreamModelOf(channel: ChannelState, { request, suffix }: AdmittedCall): string {
  const asked = mappedModel(channel, request.model)
  // A mapping may name the full name on purpose, as itself too.
  const isNamed = channel.modelMapping !== 'invalid' && channel.modelMapping?.has(request.model)
  return !isNamed && suffix ? mappedModel(channel, suffix.base) : asked
}

/** Chains are followed; a circle is the operator's error. */
function mappedModel(channel: ChannelState, model: string): string {
  if (channel.modelMapping === 'invalid') throw new GatewayError('model_mapped_error')
  if (!channel.modelMapping) return model
  const seen = new Set<string>()
  let name = model
  for (
    let next = channel.modelMapping.get(name);
    next && next !== name;
    next = channel.modelMapping.get(name)
  ) {
    if (seen.has(name)) throw new GatewayError('model_mapped_error')
    seen.add(name)
    name = next
  }
  return name
}

async function tryUpstream(
  tools: AttemptTools,
  call: AdmittedCall,
  attempt: Attempt,
): Promise<AttemptOutcome> {
  const { config, clock } = tools.dependencies
  const upstream = call.abort.attempt()
  const firstByte = createDeadline(clock, () => upstream.fail(new GatewayError('upstream_timeout')))
  if (call.request.isStream) firstByte.set(config.FIRST_BYTE_TIMEOUT * 1_000)
  try {
    const response = await tools.callUpstream({
      ...buildUpstreamRequest(call, attempt),
      signal: upstream.signal,
    })
    if (response.status < 200 || response.status > 299) return await refused(tools, call, attempt, response)
    const isUnasked = !call.request.isStream && call.target.operation === 'chat'
    if (isEventStream(response) && !isUnasked) {
      const stream = await openStream(tools.dependencies, call, attempt, response, upstream)
      if (stream.error !== null && stream.error !== undefined) return failedWith(attempt, stream.error)
      return { kind: 'stream', attempt, response, stream }
    }
    const reasonOf = () => call.abort.reason ?? reasonOfSignal(upstream.signal)
    const body = await readAnswer(response, config.MAX_RESPONSE_MB * 1_048_576, reasonOf)
    if (!isEventStream(response)) return plainOutcome(attempt, response, body)
    const { status, headers } = response
    const answered = new Response(null, { status, headers: { ...Object.fromEntries(headers), ...jsonType } })
    return plainOutcome(attempt, answered, assembleStream(call, attempt, body))
  } finally {
    firstByte.clear()
  }
}

const reasonOfSignal = (signal: AbortSignal) => (signal.reason instanceof GatewayError ? signal.reason : null)

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false

function buildUpstreamRequest(call: AdmittedCall, attempt: Attempt) {
  const { channel, key, upstreamModel, provider } = attempt
  const isSameFormat = attempt.format === call.format
  const { isStream } = call.request
  const operation = call.target.operation === 'count_tokens' ? 'chat' : call.target.operation
  const path = isSameFormat ? call.path : '/v1/chat/completions'
  const settings = providerSettingsOf(call.snapshot.options)
  const url = provider.urlOf({ operation, path, isStream, upstreamModel, channel, key, settings })
  if (!url)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: isStream ? 'text/event-stream' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'sluice',
    ...provider.headersOf({
      ...{ channel, key, settings, model: call.request.model },
      clientHeaders: isSameFormat ? call.headers : null,
    }),
  }
  return { url, headers, body: prepareBody(call, attempt), proxy: proxyOf(channel) }
}

/** `fetch` speaks to HTTP proxies only; sending the key another way than the operator said would be worse than failing. */
function proxyOf({ id, setting }: ChannelState): string | undefined {
  if (!setting.proxy) return undefined
  if (/^https?:\/\//i.test(setting.proxy)) return setting.proxy
  throw new GatewayError(
    'channel_misconfigured',
    {},
    { detail: `channel ${id} names a proxy that is not http(s)` },
  )
}

async function refused(
  tools: AttemptTools,
  call: AdmittedCall,
  attempt: Attempt,
  response: Response,
): Promise<AttemptOutcome> {
  const text = await readErrorText(response, errorBodyMax)
  const isOurFault = attempt.hidesUsage && response.status === 400 && text.includes('stream_options')
  if (isOurFault) {
    tools.withoutStreamUsage.add(attempt.channel.id)
    return tryUpstream(tools, call, { ...attempt, hidesUsage: false })
  }
  // A redirect is not followed: it would carry the key elsewhere.
  const answered = response.status < 400 ? 502 : response.status
  const status = mapStatusCode(answered, attempt.channel.statusCodeMapping)
  const now = tools.dependencies.clock.now()
  const failure = answeredFailure(
    status,
    attempt.format.parseError(text),
    {
      retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after'), now),
      limitHeaders: mapRateLimitHeaders(attempt.format.id, call.format.id, response.headers, now),
    },
    [attempt.key],
  )
  return { kind: 'failed', attempt, failure }
}

function plainOutcome(attempt: Attempt, response: Response, body: Uint8Array): AttemptOutcome {
  const answer = attempt.format.readAnswer(body)
  if (!answer) {
    const error = new GatewayError(
      'upstream_invalid_response',
      {},
      { detail: 'the answer is no JSON object' },
    )
    return { kind: 'failed', attempt, failure: { ...unansweredFailure(error), status: error.status } }
  }
  if (answer.error !== null && answer.error !== undefined) return failedWith(attempt, answer.error)
  return { kind: 'plain', attempt, response, body, answer }
}

/** An error under status 200: its own code where it names a status, else a bad gateway. */
function failedWith(attempt: Attempt, wire: unknown): AttemptOutcome {
  const upstream = cleanError(attempt.format.errorObjectOf(wire), [attempt.key])
  const real = statusOfError(upstream) ?? 502
  const status = mapStatusCode(real, attempt.channel.statusCodeMapping)
  const error = new GatewayError('bad_response_status_code', { status }, { detail: upstream.message })
  return {
    kind: 'failed',
    attempt,
    failure: { status, error, upstream, retryAfterSeconds: null, limitHeaders: {} },
  }
}
