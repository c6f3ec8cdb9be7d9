import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { hourMs } from '@sluice/contract/durations'
import { roles } from '@sluice/contract/roles'
import { accountFaultOf, hasKeyword } from '../../core/routing/account-fault.ts'
import { hasKeyStates } from '../../state/channel-keys.ts'
import { attemptErrorOf } from '../call/attempt-error.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { type AttemptFailure, operatorText, refusalOf } from '../call/upstream-error.ts'
import type { Attempt } from '../passage/passage.ts'
import type { ChannelHealth } from '../routing/channel-health.ts'
import { createChannelSwitch } from './channel-switch.ts'
import { createKeySwitch } from './key-switch.ts'

/** The number of account refusals within the window that switch something off. A single one proves nothing. */
const refusalsToDisable = 3
const windowMs = 600_000
/** A refused key of several rests for a minute after each refusal, on all nodes: its refusals are rare. */
const keyWindowMs = hourMs
const placesMax = 100_000

interface RequestedCall {
  request: Pick<AdmittedCall['request'], 'body'>
  caller: Pick<AdmittedCall['caller'], 'userId' | 'role'>
}

interface AccountRefusal {
  at: number
  /** Typed by the upstream as one of the account, which no request can cause; otherwise only its text has a keyword. */
  isTyped: boolean
  userId: number
  /** Administrators may switch the channel off themselves. */
  isOfOperator: boolean
}

/**
 * Watches failures and switches off channels whose account the upstream keeps refusing, where the operator allows that.
 * Of a channel with several keys the refused key alone is switched off.
 */
export function createChannelGuard(
  deps: RelayDependencies,
  health: Pick<ChannelHealth, 'noteError' | 'isAnsweredSince'>,
) {
  const { state, clock, log } = deps
  const switchChannel = createChannelSwitch(deps)
  const switchKey = createKeySwitch(deps)
  /** By channel, or by channel and key where it has several. */
  const refusals = new Map<string, readonly AccountRefusal[]>()

  return function noteFailure(
    { channel, key }: Pick<Attempt, 'channel' | 'key'>,
    failure: AttemptFailure,
    call: RequestedCall,
  ): void {
    health.noteError(channel.id, attemptErrorOf(failure))
    const { options } = state.current()
    if (!options.AutomaticDisableChannelEnabled || !channel.autoBan || !failure.upstream) return
    const { message } = failure.upstream
    const isTyped = accountFaultOf(refusalOf(failure)) !== null
    const isBlamed =
      isTyped || options.AutomaticDisableKeywords.some((word) => hasKeyword(message, word) && !isAskedWith(call, word))
    if (!isBlamed) return
    const isKeyAlone = hasKeyStates(channel)
    const place = isKeyAlone ? `${channel.id} ${key}` : String(channel.id)
    const { userId, role } = call.caller
    const refusal = { at: clock.monotonic(), isTyped, userId, isOfOperator: role >= roles.admin }
    const recent = recentOf(place, refusal, isKeyAlone ? keyWindowMs : windowMs)
    const isAnswered = health.isAnsweredSince(channel.id, key, refusal.at - silentMs)
    if (!proves(recent, isAnswered)) return
    refusals.delete(place)
    const reason: ChannelReason = { code: 'upstream_said', params: { text: operatorText(failure) } }
    const change = isKeyAlone
      ? switchKey({ channel, key, to: 'disable', reason })
      : switchChannel({ id: channel.id, name: channel.name, to: 'disable', reason })
    // If switching it off fails, the next refusals try again.
    change.catch((err) => log.error({ channelId: channel.id, err }, 'a channel could not be switched off'))
  }

  /** The last refusals there, the new one included. */
  function recentOf(place: string, refusal: AccountRefusal, withinMs: number): readonly AccountRefusal[] {
    const before = (refusals.get(place) ?? []).filter(({ at }) => refusal.at - at < withinMs)
    const recent = [...before.slice(1 - keptMax), refusal]
    if (refusals.size >= placesMax) refusals.clear()
    refusals.set(place, recent)
    return recent
  }
}

/** Refusals of a place that are remembered. */
const keptMax = 20

/**
 * Whether refusals prove a fault of the account. A keyword may be in the upstream's answer because of a request:
 * without a typed error it counts of an administrator's calls, or of several accounts while no call is answered.
 */
function proves(recent: readonly AccountRefusal[], isAnswered: boolean): boolean {
  const proven = recent.filter(({ isTyped, isOfOperator }) => isTyped || isOfOperator)
  if (proven.length >= refusalsToDisable) return true
  const accounts = new Set(recent.map(({ userId }) => userId))
  return !isAnswered && recent.length >= refusalsToDisable && accounts.size >= accountsToDisable
}

const accountsToDisable = 3
/** Without an answer for so long, refusals by keyword of ordinary accounts count. */
const silentMs = 300_000

/** Upstreams quote what they refuse: text from the client proves nothing about the account. */
const isAskedWith = ({ request }: RequestedCall, word: string): boolean =>
  JSON.stringify(request.body).toLowerCase().includes(JSON.stringify(word.toLowerCase()).slice(1, -1))
