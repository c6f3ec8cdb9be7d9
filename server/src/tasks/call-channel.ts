import { GatewayError } from '../core/errors.ts'
import { cutTexts } from '../core/json/long-texts.ts'
import { readJsonInSteps } from '../core/json/read-json-in-steps.ts'
import { concernsAccount } from '../core/routing/account-fault.ts'
import type { Clock } from '../platform/clock.ts'
import { finishInTurns, stepMax } from '../platform/in-turns.ts'
import { bounded, readAnswer } from '../platform/outbound/read-answer.ts'
import { parseUpstreamError } from '../protocols/openai-errors.ts'
import { providerOf } from '../providers/index.ts'
import type { Provider } from '../providers/provider.ts'
import { rootOf } from '../providers/root-of.ts'
import { signed } from '../providers/signing.ts'
import { hopsFor, hopsHeader } from '../relay/call/hops.ts'
import { isLarge } from '../relay/call/large-body.ts'
import { providerSettingsOf } from '../relay/call/provider-settings.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { type AttemptFailure, cleanError, refusalOf, unansweredFailure } from '../relay/call/upstream-error.ts'
import { upstreamHeaders } from '../relay/call/upstream-headers.ts'
import type { TokenTools } from '../relay/upstream/attempt-token.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { proxyOf } from '../state/proxy-of.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { sendWithToken } from './send-with-token.ts'

export interface ChannelRequest {
  channel: ChannelState
  key: string
  /** From the root of the service, query included; or the whole address. */
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Beside those of the provider. */
  headers?: Readonly<Record<string, string>> | undefined
  /** JSON; absent for other methods than POST. */
  body?: unknown
  /** In place of a JSON body. */
  form?: { bytes: Uint8Array; contentType: string } | undefined
  /** The client's call that this request serves; absent = the gateway's own. */
  from?: { call: Pick<RelayCall, 'headers'>; hopId: string }
  timeoutMs: number
  signal?: AbortSignal
  /** As in `UpstreamRequest`. */
  isSentOnce?: boolean
  /** Texts of the answer are cut before it is read: it may hold files. Absent = the answer is read as it is. */
  isCut?: boolean | undefined
}

export interface ChannelAnswer {
  status: number
  headers: Headers
  text: string
}

/** An unsuccessful answer. The secrets are removed from its message. */
type RefusedAnswer = Pick<ChannelAnswer, 'status' | 'text'> & { secrets: readonly string[] }

/**
 * The failure of an unsuccessful answer; a redirect counts as a 502. A refusal of the channel's key is not the caller's
 * fault, and its error has its own code. The error's `detail` contains the upstream's message.
 */
export function refusedFailure(
  { status, text, secrets }: RefusedAnswer,
  retryAfterSeconds: number | null = null,
): AttemptFailure {
  const parsed = parseUpstreamError(text)
  const upstream = parsed && cleanError(parsed, secrets)
  const shown = { status: status < 400 ? 502 : status, upstream }
  const refusal = refusalOf(shown)
  const detail = `status ${shown.status}${refusal.message === '' ? '' : `: ${refusal.message}`}`
  const error = concernsAccount(refusal)
    ? new GatewayError('upstream_auth_failed', {}, { detail })
    : new GatewayError('bad_response_status_code', { status: shown.status }, { detail })
  return { ...unansweredFailure(error), ...shown, retryAfterSeconds }
}

/** A hundred tasks have about 300 KB. */
const answerBytesMax = 4_194_304
/** Strings, names, arrays and objects of a large answer, which is parsed at once afterwards: 50 ms at worst. */
const valuesMax = 100_000

/** Of an answer with files: 4K has about 100 MB. */
const cutAnswerBytesMax = 536_870_912
/** Addresses and messages are shorter. */
const textBytesMax = 16_384

export type ChannelTools = TokenTools & { options: OptionValues; clock: Pick<Clock, 'now'> }

/** One request to the task upstream of a channel, with limits on time and size. Throws GatewayError. */
export async function callChannel(tools: ChannelTools, request: ChannelRequest): Promise<ChannelAnswer> {
  const { channel, key, url, timeoutMs, signal, isCut = false } = request
  const provider = providerOf(channel.type)
  const root = rootOf(channel)
  const address = !url.startsWith('/') ? url : root === null ? null : root + url
  if (!provider || address === null || key === '')
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id}` })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new GatewayError('upstream_timeout')), timeoutMs)
  const either = signal ? AbortSignal.any([late.signal, signal]) : late.signal
  try {
    const response = await sendWithToken(tools, { provider, channel, key }, either, (token) =>
      send(tools, request, { provider, url: address, token, signal: either }),
    )
    if (!(response instanceof Response)) return response
    const reasonOf = () => (either.reason instanceof GatewayError ? either.reason : null)
    const bytes = await readAnswer(response, answerBytesMax, reasonOf, isCut ? withoutFiles : undefined)
    if (isLarge(bytes)) await finishInTurns(checkValues(bytes))
    return { status: response.status, headers: response.headers, text: Buffer.from(bytes).toString('utf8') }
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  { callUpstream, options, clock }: ChannelTools,
  { channel, key, method = 'POST', body, form, from, isSentOnce = false, headers }: ChannelRequest,
  { provider, url, token, signal }: { provider: Provider; url: string; token: string | undefined; signal: AbortSignal },
): Promise<Response> {
  const settings = providerSettingsOf(options)
  const unsigned = {
    url,
    method,
    headers: upstreamHeaders(
      {
        accept: 'application/json',
        ...(method === 'POST' && { 'content-type': form?.contentType ?? 'application/json' }),
        ...headers,
        ...(from && { [hopsHeader]: hopsFor(from.call.headers, from.hopId) }),
      },
      { provider, channel, key, token, settings, model: '' },
      { passed: null, named: from?.call.headers ?? null },
    ),
    body: form?.bytes ?? Buffer.from(method === 'POST' ? JSON.stringify(body ?? {}) : ''),
    proxy: proxyOf(channel),
    signal,
    isSentOnce,
  }
  return await callUpstream(await signed(provider, unsigned, { key, now: clock.now }))
}

/** What is parsed of an answer with files. */
const withoutFiles = (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  cutTexts(bounded(chunks, cutAnswerBytesMax), textBytesMax)

/** Throws `upstream_response_too_large` for too many values; yields between steps. */
function* checkValues(bytes: Uint8Array): Generator<void, void, void> {
  try {
    yield* readJsonInSteps(bytes, stepMax, { read: JSON.parse, valuesMax })
  } catch (cause) {
    // Who reads the answer decides about one that is no JSON.
    if (cause instanceof RangeError) throw new GatewayError('upstream_response_too_large', {}, { cause })
  }
}
