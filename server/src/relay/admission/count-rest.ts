import { type Quota, quota } from '@sluice/contract/quota'
import { GatewayError } from '../../core/errors.ts'
import type { PromptEstimate } from '../../core/tokens/estimate-prompt.ts'
import type { Reservation } from '../../ledger/ledger.ts'
import { nextTurn } from '../../platform/in-turns.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { shortageError } from '../call/balance-errors.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { Admission } from './admit.ts'
import { needsOf } from './hold.ts'

/** A call whose prompt is too large to be counted at once, with a hold for the counted part. */
interface CountingCall {
  call: RelayCall
  request: RequestFacts
  options: OptionValues
  reservation: Reservation
  estimate: PromptEstimate
}

/**
 * Counts the rest of the prompt between other work, and holds the money of what is counted: a caller who cannot pay is
 * refused before the rest is counted. Throws GatewayError; the hold is released then.
 */
export async function countRest(counting: CountingCall, admission: Admission): Promise<void> {
  const { call, estimate, reservation } = counting
  const added = admission.inputTokens - estimate.tokens
  while (!estimate.isWhole) {
    await nextTurn()
    estimate.step()
    if (call.abort.reason) {
      await reservation.release(null)
      throw call.abort.reason
    }
    if (!admission.known) await holdCounted(counting, { ...admission, inputTokens: estimate.tokens + added })
  }
}

/** Extends the hold once what is counted needs twice as much: a step costs no round trip to a database. */
async function holdCounted({ call, request, options, reservation }: CountingCall, admission: Admission): Promise<void> {
  const { amount } = needsOf(call, request, admission, options)
  if (amount < 2 * reservation.amount) return
  const refusal = await extend(reservation, quota(amount - reservation.amount), options)
  if (!refusal) return
  await reservation.release(null)
  throw refusal
}

/** Extends limits and hold to what the call needs by `admission`. Throws GatewayError; the hold is released then. */
export async function holdMore(counting: CountingCall, admission: Admission): Promise<void> {
  const { call, request, options, reservation } = counting
  const needs = needsOf(call, request, admission, options)
  const missing = quota(Math.max(0, needs.amount - reservation.amount))
  const refusal =
    (await call.limits.moveTo({ ...needs, options })) ??
    (missing > 0 ? ((await call.limits.extend(missing)) ?? (await extend(reservation, missing, options))) : null)
  if (!refusal) return
  await reservation.release(null)
  throw refusal
}

async function extend(reservation: Reservation, missing: Quota, options: OptionValues): Promise<GatewayError | null> {
  const result = await reservation.extend(missing)
  if (result === 'held') return null
  if (result === 'lost') return new GatewayError('reservation_lost')
  const needed = quota(reservation.amount + missing)
  const available = quota(reservation.amount + result.available)
  return shortageError({ reason: result.reason, available, needed }, options)
}
