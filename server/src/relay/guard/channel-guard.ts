import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { accountFaultOf, hasKeyword } from '../../core/routing/account-fault.ts'
import { hasKeyStates } from '../../state/channel-keys.ts'
import { attemptErrorOf } from '../call/attempt-error.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { type AttemptFailure, operatorText, refusalOf } from '../call/upstream-error.ts'
import type { ChannelHealth } from '../routing/channel-health.ts'
import { createChannelSwitch } from './channel-switch.ts'
import { createKeySwitch } from './key-switch.ts'

/** The number of account refusals within the window that switch something off. A single one proves nothing. */
const refusalsToDisable = 3
const windowMs = 600_000
/** A refused key of several rests for a minute after each refusal, on all nodes: its refusals are rare. */
const keyWindowMs = 3_600_000
const placesMax = 100_000

interface RequestedCall {
  request: Pick<AdmittedCall['request'], 'body'>
}

/**
 * Watches failures and switches off channels whose account the upstream keeps refusing, where the operator allows that.
 * Of a channel with several keys the refused key alone is switched off.
 */
export function createChannelGuard(deps: RelayDependencies, health: Pick<ChannelHealth, 'noteError'>) {
  const { state, clock, log } = deps
  const switchChannel = createChannelSwitch(deps)
  const switchKey = createKeySwitch(deps)
  /** Times of refusals, by channel, or by channel and key where it has several. */
  const refusals = new Map<string, number[]>()

  return function noteFailure(
    { channel, key }: Pick<Attempt, 'channel' | 'key'>,
    failure: AttemptFailure,
    call: RequestedCall,
  ): void {
    health.noteError(channel.id, attemptErrorOf(failure))
    const { options } = state.current()
    if (!options.AutomaticDisableChannelEnabled || !channel.autoBan || !failure.upstream) return
    const { message } = failure.upstream
    const isBlamed =
      accountFaultOf(refusalOf(failure)) !== null ||
      options.AutomaticDisableKeywords.some((word) => hasKeyword(message, word) && !isAskedWith(call, word))
    if (!isBlamed) return
    const isKeyAlone = hasKeyStates(channel)
    const place = isKeyAlone ? `${channel.id} ${key}` : String(channel.id)
    if (!isRepeated(place, isKeyAlone ? keyWindowMs : windowMs)) return
    const reason: ChannelReason = { code: 'upstream_said', params: { text: operatorText(failure) } }
    const change = isKeyAlone
      ? switchKey({ channel, key, to: 'disable', reason })
      : switchChannel({ id: channel.id, name: channel.name, to: 'disable', reason })
    // If switching it off fails, the next refusals try again.
    change.catch((err) => log.error({ channelId: channel.id, err }, 'a channel could not be switched off'))
  }

  function isRepeated(place: string, withinMs: number): boolean {
    const now = clock.monotonic()
    const recent = (refusals.get(place) ?? []).filter((at) => now - at < withinMs)
    recent.push(now)
    if (refusals.size >= placesMax) refusals.clear()
    if (recent.length >= refusalsToDisable) refusals.delete(place)
    else refusals.set(place, recent)
    return recent.length >= refusalsToDisable
  }
}

/** Upstreams quote what they refuse: text from the client proves nothing about the account. */
const isAskedWith = ({ request }: RequestedCall, word: string): boolean =>
  JSON.stringify(request.body).toLowerCase().includes(JSON.stringify(word.toLowerCase()).slice(1, -1))
