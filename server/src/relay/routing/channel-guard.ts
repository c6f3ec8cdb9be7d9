import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { accountFaultOf, hasKeyword } from '../../core/routing/account-fault.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { attemptErrorOf } from '../call/attempt-error.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { type AttemptFailure, refusalOf } from '../call/upstream-error.ts'
import type { ChannelHealth } from './channel-health.ts'
import { createChannelSwitch } from './channel-switch.ts'

/**
 * The number of account refusals within the window after which a channel is switched off. A single one proves nothing.
 */
const refusalsToDisable = 3
const windowMs = 600_000
const channelsMax = 100_000

type AskedCall = Pick<AdmittedCall, 'request'>

interface Refusal {
  at: number
  key: string
}

/**
 * Watches failures and switches off channels whose account the upstream keeps refusing, where the operator allows that.
 */
export function createChannelGuard(deps: RelayDependencies, health: Pick<ChannelHealth, 'noteError'>) {
  const { state, clock, log } = deps
  const switchChannel = createChannelSwitch(deps)
  const refusals = new Map<number, Refusal[]>()

  return function noteFailure({ channel, key }: Attempt, failure: AttemptFailure, call: AskedCall): void {
    health.noteError(channel.id, attemptErrorOf(failure))
    const { options } = state.current()
    if (!options.AutomaticDisableChannelEnabled || !channel.autoBan || !failure.upstream) return
    const { message } = failure.upstream
    const isBlamed =
      accountFaultOf(refusalOf(failure)) !== null ||
      options.AutomaticDisableKeywords.some((word) => hasKeyword(message, word) && !isAskedWith(call, word))
    if (!isBlamed) return
    const now = clock.monotonic()
    const recent = (refusals.get(channel.id) ?? []).filter(({ at }) => now - at < windowMs)
    recent.push({ at: now, key })
    if (refusals.size >= channelsMax) refusals.clear()
    refusals.set(channel.id, recent)
    if (recent.length < refusalsToDisable || !isEveryKeyRefused(channel, recent)) return
    refusals.delete(channel.id)
    const reason: ChannelReason = { code: 'upstream_said', params: { text: message } }
    // If switching it off fails, the next refusal tries again.
    switchChannel({ id: channel.id, name: channel.name, to: 'disable', reason }).catch((err) =>
      log.error({ channelId: channel.id, err }, 'a channel could not be switched off'),
    )
  }
}

/** Upstreams quote what they refuse: text from the client proves nothing about the account. */
const isAskedWith = ({ request }: AskedCall, word: string): boolean =>
  JSON.stringify(request.body).toLowerCase().includes(JSON.stringify(word.toLowerCase()).slice(1, -1))

/** A channel of several keys works while one of them does, including one that has not been tried yet. */
const isEveryKeyRefused = ({ keys, setting }: ChannelState, recent: readonly Refusal[]): boolean =>
  setting.multi_key_mode === undefined || keys.every((key) => recent.some((refusal) => refusal.key === key))
