import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { scanJsonInSteps } from '../../core/json/scan-json.ts'
import { createDeadline } from '../../platform/deadline.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { answerStream, readAnswer } from '../../platform/outbound/read-answer.ts'
import { providerOf } from '../../providers/index.ts'
import { proxyOf } from '../../state/proxy-of.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { refusalFrom } from '../answer/refusal-from.ts'
import { hopsFor, hopsHeader } from '../call/hops.ts'
import { providerSettingsOf } from '../call/provider-settings.ts'
import { refuseAddress } from '../call/refuse-address.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { upstreamHeaders } from '../call/upstream-headers.ts'
import { enterByKey } from '../entry/enter-by-key.ts'
import type { RelayTools } from '../relay-tools.ts'
import type { HoldingAccount } from '../routing/object-owners.ts'

/** A call about an answer that an upstream stored. */
export interface StoredAnswerCall {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
}

const shape = /^\/v1\/responses\/([^/]{1,200})(?:\/(cancel|input_items))?$/

/** The stored answer that a path names; null for other paths and methods. */
export function storedAnswerPathOf(method: string, pathname: string): StoredAnswerCall | null {
  const [, id, action] = shape.exec(pathname) ?? []
  if (id === undefined) return null
  if (action === 'cancel') return method === 'POST' ? { id, method } : null
  if (method === 'GET') return { id, method }
  return method === 'DELETE' && action === undefined ? { id, method } : null
}

/**
 * Forwards a call to the account that stored the answer, only for the user who created it. It is free, because the
 * answer was charged when it was created. Throws GatewayError.
 */
export async function passStored(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  { id, method }: StoredAnswerCall,
): Promise<Response> {
  const { clock, config, log, state } = tools.dependencies
  call.releases.push(() => call.limits.end())
  const { caller } = await enterByKey(tools, call)
  refuseAddress(caller, call.clientAddress)
  const owner = (await tools.objectOwners.find(caller.userId, [id])).get(id)
  if (!owner) throw new GatewayError('stored_answer_not_found', { id: id.slice(0, 80) })
  const channel = usableChannel(state.current().channels.get(owner.channelId), id, clock.now())

  const onGone = () => call.abort.abort(new GatewayError('client_closed_request'))
  request.signal.addEventListener('abort', onGone)
  const deadline = createDeadline(clock, () => call.abort.abort(new GatewayError('upstream_timeout')))
  deadline.set(config.RELAY_TIMEOUT * 1_000)
  call.releases.push(() => deadline.clear())
  const response = await tools.callUpstream({
    ...requestFor(tools, call, channel, owner),
    method,
    signal: call.abort.attempt().signal,
  })
  if (response.status < 200 || response.status > 299) {
    log.info({ requestId: call.id, status: response.status }, 'a stored answer was refused')
    return await refusalFrom(call, owner, response)
  }
  if (method === 'DELETE') {
    tools.answerOwners.forget(id)
    await tools.objectOwners.forget(caller.userId, id)
  }
  call.limits.succeeded()
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream'))
    return new Response(answerStream(response), {
      headers: { 'content-type': type, 'cache-control': 'no-cache' },
    })
  const bytes = await readAnswer(response, config.MAX_RESPONSE_MB * 1_048_576, () => call.abort.reason)
  const named = await finishInTurns(withClientModel(channel, bytes))
  return new Response(named, { headers: { 'content-type': 'application/json' } })
}

function usableChannel(channel: ChannelState | undefined, id: string, now: number): ChannelState {
  if (!channel) throw new GatewayError('stored_answer_not_found', { id: id.slice(0, 80) })
  const isExpired = channel.expiresAt !== null && channel.expiresAt <= now
  if (channel.status !== channelStatus.enabled || isExpired)
    throw new GatewayError('upstream_unreachable', {}, { detail: `channel ${channel.id} is disabled` })
  return channel
}

function requestFor(tools: RelayTools, call: RelayCall, channel: ChannelState, { key }: HoldingAccount) {
  const settings = providerSettingsOf(tools.dependencies.state.current().options)
  const provider = providerOf(channel.type)
  const place = { operation: 'chat' as const, isStream: false, upstreamModel: '', channel, key, settings }
  const url = provider?.urlOf({ ...place, path: call.path })
  if (!provider || !url)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no address` })
  return {
    url: withRest(url, call.path),
    body: new Uint8Array(),
    proxy: proxyOf(channel),
    headers: upstreamHeaders(
      { accept: 'application/json, text/event-stream', [hopsHeader]: hopsFor(call.headers, tools.hopId) },
      { provider, channel, key, settings, model: '' },
      { passed: call.headers, named: call.headers },
    ),
  }
}

/** Appends the rest of the path to an address that does not contain it. */
function withRest(url: string, path: string): string {
  const [pathname = ''] = path.split('?', 1)
  const rest = pathname.slice('/v1/responses'.length)
  return new URL(url).pathname.endsWith(rest) ? url : url.replace(/\/?$/, '') + path.slice('/v1/responses'.length)
}

/** The answer with the caller's name of its model, where the channel maps one to it. */
function* withClientModel({ modelMapping }: ChannelState, bytes: Uint8Array): Generator<void, Uint8Array, void> {
  if (!modelMapping || modelMapping === 'invalid') return bytes
  const scan = yield* scanJsonInSteps(bytes, stepMax, { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER })
  const place = scan.ok ? scan.fields.get('model') : undefined
  if (!scan.ok || !place) return bytes
  const written = new TextDecoder().decode(bytes.subarray(place.start, place.end))
  const known = [...modelMapping].find(([, upstream]) => JSON.stringify(upstream) === written)
  return known ? patchJson(bytes, scan.fields, { model: JSON.stringify(known[0]) }) : bytes
}
