import { quota } from '@sluice/contract/quota'
import { GatewayError } from '../core/errors.ts'
import { shortageError } from '../relay/call/balance-errors.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { authenticate } from '../relay/entry/authenticate.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { UpstreamSession } from './open-upstream-session.ts'
import { priceUse, type SessionMeter } from './session-meter.ts'
import { buildSessionRow } from './settle-session.ts'

/** The money and the rights of a running session. */
export class SessionAccount {
  readonly #tools: RelayTools
  readonly #call: RelayCall
  readonly #session: AdmittedSession
  readonly #upstream: UpstreamSession
  readonly #meter: SessionMeter

  constructor(
    tools: RelayTools,
    call: RelayCall,
    { session, upstream, meter }: { session: AdmittedSession; upstream: UpstreamSession; meter: SessionMeter },
  ) {
    this.#tools = tools
    this.#call = call
    this.#session = session
    this.#upstream = upstream
    this.#meter = meter
  }

  /**
   * Records what would be charged if this process died now, and extends the hold for the next response. Throws
   * GatewayError where the session cannot go on.
   */
  async bringUpToDate(): Promise<void> {
    const { reservation, step, terms } = this.#session
    const use = this.#meter.use()
    const charge = priceUse(use, terms)
    const row = buildSessionRow(this.#tools, this.#call, this.#session, this.#upstream, use, 'recovered')
    if (reservation.isLost) throw new GatewayError('reservation_lost')
    reservation.checkpoint(charge.quota, row, this.#upstream.channel.id)
    await this.checkCaller()
    const extra = charge.quota + step - reservation.amount
    if (extra <= 0) return
    const refusal = await this.#call.limits.extend(extra)
    if (refusal) throw refusal
    const result = await reservation.extend(quota(extra))
    if (result === 'lost') throw new GatewayError('reservation_lost')
    if (result === 'held') return
    const available = quota(result.available + reservation.amount - charge.quota)
    throw shortageError({ reason: result.reason, available, needed: step }, this.#session.snapshot.options)
  }

  /** Throws if key or account may no longer call. */
  async checkCaller(): Promise<void> {
    const { directory, dependencies } = this.#tools
    await authenticate(directory, this.#call, dependencies.clock.now())
  }
}
