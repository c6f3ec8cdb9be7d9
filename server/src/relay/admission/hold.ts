import type { Quota } from '@sluice/contract/quota'
import { spokenAtMost } from '../../core/billing/billable.ts'
import { hasAmount, reservationOf } from '../../core/billing/reservation.ts'
import { GatewayError } from '../../core/errors.ts'
import type { AskedTool } from '../../core/usage/asked-tools.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import type { Ledger, Reservation } from '../../ledger/ledger.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { shortageError } from '../call/balance-errors.ts'
import type { AdmittedFacts } from '../call/call-limits.ts'
import type { Caller } from '../call/caller.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { watchReservation } from '../limits/watch-reservation.ts'
import { outputEstimate } from '../passage/operations.ts'
import type { Admission } from './admit.ts'

/** Holds the money for an admitted call. Throws GatewayError when user or token cannot pay. */
export function reserveCall(
  ledger: Ledger,
  call: RelayCall,
  caller: Caller,
  request: RequestFacts,
  admission: Admission,
  { options, running, taskRequestId }: Pick<AdmittedFacts, 'options' | 'running' | 'taskRequestId'>,
): Promise<Reservation> {
  const needs = needsOf(call, request, admission, options)
  const deliversAtEnd = admission.deliversAtEnd === true
  return holdAmount(ledger, call, caller, { ...needs, options, running, taskRequestId, deliversAtEnd })
}

const noAmount = 'the price expression is negative for what the call may use'

/** What an admitted call needs: the estimate of its tokens and the amount to hold. */
export function needsOf(
  call: Pick<RelayCall, 'target'>,
  request: RequestFacts,
  admission: Admission,
  options: OptionValues,
) {
  const { made } = admission.terms
  const searches = admission.searches ?? request.searches
  const toolRuns = request.tools && heldRuns(request.tools, admission.inputTokens)
  const held = {
    ...admission.terms,
    ...(made && { made: { source: 'text', ...made } }),
    inputTokens: admission.inputTokens,
    maxOutputTokens: request.maxOutputTokens ?? admission.openOutputTokens ?? null,
    preConsumedTokens: options.PreConsumedQuota,
    answers: request.n,
    ...(request.unitsMost && { units: request.unitsMost }),
    known: admission.known?.usage ?? (admission.chargesSound ? spokenAtMost(admission.inputTokens) : null),
    ...(searches && { searches }),
    ...(toolRuns && { toolRuns }),
  }
  if (!hasAmount(held)) throw new GatewayError('model_price_error', { model: request.model }, { detail: noAmount })
  const amount = reservationOf(held)
  const tokens = admission.inputTokens + outputEstimate(call, request, options)
  const { group, routedModel: routed } = admission
  return { requested: request.model, routed, group, amount, tokens }
}

/** The most that the tools of a request may do. A tool that makes pictures may get the whole prompt for each. */
const heldRuns = (tools: readonly AskedTool[], inputTokens: number): ToolRun[] =>
  tools
    .filter(({ isFree }) => isFree !== true)
    .map(({ run }) =>
      run.usage ? { ...run, usage: { ...run.usage, inputText: run.usage.inputText + inputTokens * run.count } } : run,
    )

/**
 * Holds `amount` for a call of about `tokens` tokens, within the limits of its caller. Throws GatewayError when user or
 * token cannot pay.
 */
export async function holdAmount(
  ledger: Ledger,
  call: Pick<RelayCall, 'id' | 'limits'>,
  caller: Pick<Caller, 'userId' | 'tokenId'>,
  requested: Parameters<RelayCall['limits']['admit']>[0] & { amount: Quota; deliversAtEnd: boolean },
): Promise<Reservation> {
  if (!ledger.isHealthy()) throw new GatewayError('storage_unavailable', {}, { retryAfterSeconds: 5 })
  const { amount, deliversAtEnd, options } = requested
  const limited = call.limits.admit(requested)
  if (limited) await limited
  const result = await ledger.reserve({
    ref: call.id,
    userId: caller.userId,
    tokenId: caller.tokenId,
    amount,
    deliversAtEnd,
  })
  if (result.ok) return watchReservation(result.reservation, call.limits)
  throw shortageError(result, options)
}
