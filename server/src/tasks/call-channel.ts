import { GatewayError } from '../core/errors.ts'
import { withHeaderChanges } from '../core/overrides/header-changes.ts'
import { concernsAccount, type UpstreamRefusal } from '../core/routing/account-fault.ts'
import { parseUpstreamError } from '../protocols/openai-chat/errors.ts'
import { providerOf } from '../providers/index.ts'
import { hopsFor, hopsHeader } from '../relay/call/hops.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { cleanError, refusalOf } from '../relay/call/upstream-error.ts'
import { proxyOf } from '../relay/upstream/build-upstream-request.ts'
import type { CallUpstream } from '../relay/upstream/call-upstream.ts'
import { providerSettingsOf } from '../relay/upstream/provider-settings.ts'
import { readAnswer } from '../relay/upstream/read-answer.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState } from '../state/snapshot.ts'

export interface ChannelRequest {
  channel: ChannelState
  /** One of the channel's keys. */
  key: string
  /** From the root of the service, query included. */
  path: string
  method?: 'GET' | 'POST'
  /** JSON; absent for a GET. */
  body?: unknown
  /** The client's call that this request serves; absent = the gateway's own. */
  from?: { call: Pick<RelayCall, 'headers'>; hopId: string }
  timeoutMs: number
  signal?: AbortSignal
}

export interface ChannelAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * The error of an unsuccessful answer. A refusal of the channel's key is not the caller's fault, and gets its own code.
 * `detail` contains the upstream's message.
 */
export function refusalError(answer: RefusedAnswer): GatewayError {
  const refusal = readTaskRefusal(answer)
  const { status, message } = refusal
  const detail = `status ${status}${message === '' ? '' : `: ${message}`}`
  return concernsAccount(refusal)
    ? new GatewayError('upstream_auth_failed', {}, { detail })
    : new GatewayError('bad_response_status_code', { status }, { detail })
}

/** An unsuccessful answer. The secrets are removed from its message. */
type RefusedAnswer = Pick<ChannelAnswer, 'status' | 'text'> & { secrets: readonly string[] }

/** The refusal in the terms that routing evaluates. A redirect counts as a 502. */
export function readTaskRefusal({ status, text, secrets }: RefusedAnswer): UpstreamRefusal & { status: number } {
  const shownStatus = status < 400 ? 502 : status
  const parsed = parseUpstreamError(text)
  return { ...refusalOf({ status: shownStatus, upstream: parsed && cleanError(parsed, secrets) }), status: shownStatus }
}

const answerBytesMax = 16 * 1_048_576

/** One request to the task upstream of a channel, with limits on time and size. Throws GatewayError. */
export async function callChannel(
  { callUpstream, options }: { callUpstream: CallUpstream; options: OptionValues },
  request: ChannelRequest,
): Promise<ChannelAnswer> {
  const { channel, key, path, method = 'POST', body, from, timeoutMs, signal } = request
  const provider = providerOf(channel.type)
  if (!provider || channel.baseUrl === null || key === '')
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id}` })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new GatewayError('upstream_timeout')), timeoutMs)
  const either = signal ? AbortSignal.any([late.signal, signal]) : late.signal
  const settings = providerSettingsOf(options)
  try {
    const response = await callUpstream({
      url: channel.baseUrl + path,
      method,
      headers: withHeaderChanges(
        {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'sluice',
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(from && { [hopsHeader]: hopsFor(from.call.headers, from.hopId) }),
          ...provider.headersOf({ channel, key, settings, model: '', clientHeaders: null }),
        },
        channel.headerChanges,
        { key, clientHeaders: from?.call.headers ?? null },
      ),
      body: Buffer.from(method === 'POST' ? JSON.stringify(body) : ''),
      proxy: proxyOf(channel),
      signal: either,
    })
    const reasonOf = () => (either.reason instanceof GatewayError ? either.reason : null)
    const bytes = await readAnswer(response, answerBytesMax, reasonOf)
    return { status: response.status, headers: response.headers, text: Buffer.from(bytes).toString('utf8') }
  } finally {
    clearTimeout(timer)
  }
}
