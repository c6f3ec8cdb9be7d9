import { quota } from '@sluice/contract/quota'
import type { GatewayError } from '../core/errors.ts'
import type { UsageRow } from '../ledger/ledger.ts'
import { priceOf } from '../relay/admission/admit.ts'
import type { CallEnd } from '../relay/call/call-end.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { buildChargedRow, buildErrorRow } from '../relay/settlement/build-usage-row.ts'
import type { AdmittedSession } from './admit-session.ts'
import type { UpstreamSession } from './open-session.ts'
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
  const { usage, units, isEstimated } = use
  return buildChargedRow(
    clock,
    {
      ...{ ...call, caller, group, routedModel: model, request: { model } },
      terms: { ...terms, price: { ...terms.price, steps: [] }, units, imageFactor: null },
    },
    { channel, upstreamModel },
    { units, usage, charge: priceUse(use, terms), isEstimated, end, firstFrameMs: 0 },
  )
}

export interface EndedSession {
  meter: SessionMeter
  /** The model that transcribed the client's speech; null = none was named. */
  transcriber: string | null
  end: CallEnd
  error: GatewayError | null
}

/** Charges the usage of the session and releases the rest of the hold. Transcription has a row of its own. */
export async function settleSession(
  tools: RelayTools,
  call: RelayCall,
  session: AdmittedSession,
  upstream: UpstreamSession,
  { meter, transcriber, end, error }: EndedSession,
): Promise<void> {
  const { clock, ledger } = tools.dependencies
  const { caller, group, model, reservation, terms, snapshot } = session
  const use = meter.use()
  const row = buildSessionRow(tools, call, session, upstream, use, end)
  await reservation.settle(priceUse(use, terms).quota, row, upstream.channel.id)
  if (error === null) call.limits.succeeded()
  else ledger.record(buildErrorRow(clock, call, { caller, model, group, isStream: true }, error))
  const transcribed = meter.transcribed()
  if (transcribed.units === 0) return
  const name = transcriber ?? model
  const price = priceOf(call, caller, name, snapshot.options) ?? terms.price
  const own = { ...session, model: name, terms: { ...terms, price } }
  const ref = `${call.id}:said`
  const held = await ledger.reserve({
    ...{ ref, userId: caller.userId, tokenId: caller.tokenId, amount: quota(0), deliversAtEnd: true },
  })
  if (!held.ok) throw new Error(`what was written down could not be charged: ${held.reason}`)
  const charge = priceUse(transcribed, own.terms)
  const said = buildSessionRow(
    tools,
    { ...call, id: ref },
    own,
    { ...upstream, upstreamModel: name },
    transcribed,
    end,
  )
  await held.reservation.settle(charge.quota, said, upstream.channel.id)
}
