import { quota } from '@sluice/contract/quota'
import { GatewayError } from '../core/errors.ts'
import { noUsage } from '../core/usage/usage.ts'
import { isOfSums, priceOf, priceOfSums } from '../relay/admission/price-of.ts'
import type { CallEnd } from '../relay/call/call-end.ts'
import { noteSettled } from '../relay/call/call-trail.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { buildChargedRow, buildErrorRow } from '../relay/settlement/build-call-rows.ts'
import type { UsageRow } from '../store/usage-row.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { UpstreamSession } from './open-upstream-session.ts'
import { priceUse, type SessionMeter, type SessionUse } from './session-meter.ts'

/** The row of a session's usage; of another model if one is given. */
export function buildSessionRow(
  { dependencies: { clock } }: Pick<RelayTools, 'dependencies'>,
  call: RelayCall,
  { caller, group, model, terms }: AdmittedSession,
  { channel, upstreamModel }: Pick<UpstreamSession, 'channel' | 'upstreamModel'>,
  use: SessionUse,
  end: CallEnd,
): UsageRow {
  const { usage, units, isEstimated, unbelieved } = use
  return buildChargedRow(
    clock,
    {
      ...call,
      caller,
      group,
      routedModel: model,
      request: { model },
      terms: { ...terms, price: { ...terms.price, steps: [] }, units, imageFactor: null },
    },
    { channel, upstreamModel },
    { units, usage, sample: noUsage, charge: priceUse(use, terms), isEstimated, unbelieved, end, firstFrameMs: 0 },
  )
}

export interface EndedSession {
  meter: SessionMeter
  /** The model that transcribed the client's speech; null = the session named none. */
  transcriber: string | null
  end: CallEnd
  error: GatewayError | null
}

/**
 * Charges the usage of the session and releases the rest of the hold. Transcription has a row of its own. Returns the
 * error that the client gets: the session's own, or the loss of its charge.
 */
export async function settleSession(
  tools: RelayTools,
  call: RelayCall,
  session: AdmittedSession,
  upstream: UpstreamSession,
  { meter, transcriber, end, error: endedBy }: EndedSession,
): Promise<GatewayError | null> {
  const { clock, ledger } = tools.dependencies
  const { caller, group, model, reservation, terms, snapshot } = session
  const use = meter.use()
  const row = buildSessionRow(tools, call, session, upstream, use, end)
  const charged = priceUse(use, terms).quota
  const settled = await reservation.settle(charged, row, upstream.channel.id)
  const error = endedBy ?? (settled === 'lost' ? new GatewayError('reservation_lost') : null)
  call.trail.error = error
  if (settled === 'settled')
    noteSettled(call, { ...upstream, usage: use.usage, unbelieved: use.unbelieved, quota: charged, end })
  if (error === null) call.limits.succeeded()
  else {
    const failed = { caller, model, group, isStream: true, isCharged: settled === 'settled' }
    ledger.record(buildErrorRow(clock, call, failed, error))
  }
  const transcribed = meter.transcribed()
  if (transcribed.units === 0) return error
  const name = transcriber ?? model
  const listed = priceOf(call, caller, name, snapshot.options)
  const price =
    listed && isOfSums(listed, ['second']) ? priceOfSums(listed, call.startedAt, name, ['second']) : terms.price
  const own = { ...session, model: name, terms: { ...terms, price } }
  const ref = `${call.id}:said`
  const held = await ledger.reserve({
    ref,
    userId: caller.userId,
    tokenId: caller.tokenId,
    amount: quota(0),
    deliversAtEnd: true,
  })
  if (!held.ok) throw new Error(`the transcription could not be charged: ${held.reason}`)
  const charge = priceUse(transcribed, own.terms)
  const transcriptRow = buildSessionRow(
    tools,
    { ...call, id: ref },
    own,
    { ...upstream, upstreamModel: name },
    transcribed,
    end,
  )
  const recorded = call.trail.settled
  if ((await held.reservation.settle(charge.quota, transcriptRow, upstream.channel.id)) === 'settled' && recorded)
    call.trail.settled = { ...recorded, quota: quota(recorded.quota + charge.quota) }
  return error
}
