import { autoGroup } from '@sluice/contract/group'
import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { UpstreamFormat } from '../../protocols/wire-format.ts'
import { providerOf } from '../../providers/index.ts'
import type { Provider } from '../../providers/provider.ts'
import { upstreamModelOf } from '../../state/mapped-model.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { isOwner } from '../call/state-owner.ts'
import { upstreamFormatById } from '../formats/index.ts'
import { isSentRaw } from '../formats/is-sent-raw.ts'
import { mediaWireFormat, ownCallFormat } from '../formats/media-format.ts'
import type { WithoutFormat } from '../formats/upstream-format.ts'
import type { RouteChoice } from '../routing/route.ts'
import { attemptFormatOf } from './attempt-format.ts'
import { beginRecord } from './attempt-record.ts'
import { isPassedThrough } from './prepare-body.ts'

/** The next attempt of a call, added to its records. Throws GatewayError for a misconfigured channel. */
export function buildAttempt(
  tools: { clock: Clock; withoutStreamUsage: ReadonlySet<number>; withoutFormat: WithoutFormat },
  call: AdmittedCall,
  choice: RouteChoice,
): Attempt {
  const { channel, key, visit } = choice
  const record = beginRecord(tools.clock, call, choice, call.caller.tokenGroup === autoGroup ? call.group : undefined)
  const provider = providerOf(channel.type)
  if (!provider)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no provider` })
  // Within one family the client's own format, which knows the operation.
  // A call that refers to a stored object works in only one format.
  const without = call.request.storedBy === undefined ? tools.withoutFormat : undefined
  const upstreamModel = upstreamModelOf(channel, call)
  const formatId = attemptFormatOf(provider, channel, call, { upstreamModel, without })
  const known = formatId === call.format.id ? call.format : upstreamFormatById(provider, formatId)
  const format = wireFor(provider, call, upstreamModel) ?? known
  const isRaw = isSentRaw(call, format.id, channel)
  const attempt = {
    channel,
    key,
    provider,
    format,
    upstreamModel: isRaw && !call.target.inPath ? call.request.model : upstreamModel,
    hidesUsage: hidesUsageIn(call, { channel, provider, format }, tools.withoutStreamUsage),
    ownStateFrom: ownStateFromOf(call, channel.id, key),
    record,
    visit,
  }
  return { ...attempt, trace: call.trace?.beginAttempt(attempt, call.target.operation) ?? null }
}

/**
 * The provider's own wire for this operation, if it differs from its chat; media only for clients of OpenAI's format.
 */
function wireFor(
  provider: Provider,
  { target: { operation, format }, request: { isStream } }: AdmittedCall,
  upstreamModel: string,
): UpstreamFormat | null {
  if (operation === 'count_tokens') return null
  const own = ownCallFormat(provider, operation, upstreamModel)
  if (own) return own
  const media = format === 'openai' ? provider.mediaWireOf?.({ operation, upstreamModel, isStream }) : null
  return media ? mediaWireFormat(media, upstreamFormatById(provider, provider.format)) : null
}

/** Whether the gateway requests the usage frame for a client that did not. */
export function hidesUsageIn(
  call: AdmittedCall,
  { channel, provider, format }: Pick<Attempt, 'channel' | 'provider' | 'format'>,
  withoutStreamUsage: ReadonlySet<number>,
): boolean {
  const { isStream, wantsUsage } = call.request
  if (format !== call.format || !isStream || wantsUsage || !isText(call)) return false
  if (isSentRaw(call, format.id, channel)) return false
  // A body rewritten for a thinking suffix requests usage anyway.
  const isRewritten = format.id === 'openai' && !isPassedThrough(call, format.id)
  return isRewritten || (provider.reportsStreamUsage && !withoutStreamUsage.has(channel.id))
}

/** Operations whose streams can report usage on request. */
const isText = ({ target: { operation } }: AdmittedCall): boolean => operation === 'chat' || operation === 'completions'

/**
 * Index of the first message whose state belongs to this account. With an unknown owner, the first account tried
 * counts.
 */
function ownStateFromOf({ stateOwner }: AdmittedCall, channelId: number, key: string): number {
  stateOwner.known ??= { channelId, key, from: 0 }
  return isOwner(stateOwner.known, channelId, key) ? stateOwner.known.from : Number.POSITIVE_INFINITY
}
