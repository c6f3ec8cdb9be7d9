import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import { providerOf } from '../../providers/index.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { isOwner } from '../call/state-owner.ts'
import { upstreamFormatById } from '../formats/index.ts'
import { upstreamModelOf } from '../routing/mapped-model.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { WithoutFormat } from '../routing/upstream-format.ts'
import { attemptFormatOf } from './attempt-format.ts'
import { isPassedThrough, isSentRaw } from './prepare-body.ts'

/** The next attempt of a call, entered in its records. Throws GatewayError where the channel is misconfigured. */
export function buildAttempt(
  tools: { clock: Clock; withoutStreamUsage: ReadonlySet<number>; withoutFormat: WithoutFormat },
  call: AdmittedCall,
  { channel, key, reason }: RouteChoice,
): Attempt {
  const record = {
    channel_id: channel.id,
    channel_name: channel.name,
    reason,
    status: null,
    error: null,
    started_ms: Math.round(tools.clock.monotonic() - call.startedMonotonic),
    duration_ms: 0,
  }
  call.attempts.push(record)
  const provider = providerOf(channel.type)
  if (!provider)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no provider` })
  // Of one family the client's own, which knows what was asked for.
  // A call that names something stored there can be made in one format alone.
  const without = call.request.storedBy === undefined ? tools.withoutFormat : undefined
  const upstreamModel = upstreamModelOf(channel, call)
  const spoken = attemptFormatOf(provider, channel, call, { upstreamModel, without })
  const format = spoken === call.format.id ? call.format : upstreamFormatById(provider, spoken)
  const isRaw = isSentRaw(call, spoken, channel)
  return {
    channel,
    key,
    provider,
    format,
    upstreamModel: isRaw && !call.target.inPath ? call.request.model : upstreamModel,
    hidesUsage: hidesUsageIn(call, { channel, provider, format }, tools.withoutStreamUsage),
    ownStateFrom: ownStateFromOf(call, channel.id, key),
    record,
  }
}

/** Whether the usage frame is asked for, for a client that did not ask. */
export function hidesUsageIn(
  call: AdmittedCall,
  { channel, provider, format }: Pick<Attempt, 'channel' | 'provider' | 'format'>,
  withoutStreamUsage: ReadonlySet<number>,
): boolean {
  const { isStream, wantsUsage } = call.request
  if (format !== call.format || !isStream || wantsUsage || !isText(call)) return false
  if (isSentRaw(call, format.id, channel)) return false
  // Written anew for a wish in the model's name, it asks for usage anyhow.
  const isRewritten = format.id === 'openai' && !isPassedThrough(call, format.id)
  return isRewritten || (provider.reportsStreamUsage && !withoutStreamUsage.has(channel.id))
}

/** Streams whose upstream may be asked to tell its usage. */
const isText = ({ target: { operation } }: AdmittedCall): boolean =>
  operation === 'chat' || operation === 'completions'

/** From which message on the conversation's state is this account's. The first account tried counts, where none is known. */
function ownStateFromOf({ stateOwner }: AdmittedCall, channelId: number, key: string): number {
  stateOwner.known ??= { channelId, key, from: 0 }
  return isOwner(stateOwner.known, channelId, key) ? stateOwner.known.from : Number.POSITIVE_INFINITY
}
