import { channelStatus } from '@sluice/contract/roles'
import { blamesAccount } from '../core/routing/blames-account.ts'
import { nowSeconds } from '../platform/clock.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { autoDisableChannel } from '../store/disable-channel.ts'
import type { RelayDependencies } from './dependencies.ts'
import type { Attempt } from './relay-call.ts'
import type { AttemptFailure } from './upstream-error.ts'

/** Refusals of the account within the window after which a channel is switched off. One alone proves nothing. */
const refusalsToDisable = 3
const windowMs = 600_000
const channelsMax = 100_000

/** Watches failures and switches off channels whose account an upstream keeps refusing, where that is allowed. */
export function createChannelGuard({ db, state, clock, log, channelNotices }: RelayDependencies) {
  const refusals = new Map<number, number[]>()

  return function noteFailure({ channel }: Attempt, failure: AttemptFailure): void {
    const { options } = state.current()
    if (!options.AutomaticDisableChannelEnabled || !channel.autoBan || !failure.upstream) return
    const { type, code, message } = failure.upstream
    const refusal = { status: failure.status, type, code: String(code ?? ''), message }
    if (!blamesAccount(refusal, options.AutomaticDisableKeywords)) return
    const now = clock.monotonic()
    const recent = (refusals.get(channel.id) ?? []).filter((at) => now - at < windowMs)
    recent.push(now)
    if (refusals.size >= channelsMax) refusals.clear()
    refusals.set(channel.id, recent)
    if (recent.length < refusalsToDisable) return
    refusals.delete(channel.id)
    void disable(channel, message)
  }

  async function disable({ id, name }: ChannelState, message: string): Promise<void> {
    try {
      const reason = { status_reason: message.slice(0, 500), status_time: nowSeconds(clock) }
      if (!(await autoDisableChannel(db, id, reason))) return
      await state.publish({ kind: 'channels' })
      log.warn({ channelId: id, reason: reason.status_reason }, 'channel switched off')
      const status = channelStatus.autoDisabled
      await channelNotices.statusChanged({ id, name, status, reason: reason.status_reason })
    } catch (err) {
      // The next refusal tries again.
      log.error({ channelId: id, err }, 'a channel could not be switched off')
    }
  }
}
