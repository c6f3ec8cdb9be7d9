import { requireGroupRatio } from '../core/billing/group-ratio.ts'
import { reservationOf } from '../core/billing/reservation.ts'
import { createGroupSequence } from '../core/routing/group-sequence.ts'
import { noUsage } from '../core/usage/usage.ts'
import type { Reservation } from '../ledger/ledger.ts'
import type { ClientTarget } from '../protocols/client-target.ts'
import { checkRights } from '../relay/admission/check-rights.ts'
import { holdAmount } from '../relay/admission/hold.ts'
import { priceOfSums, requirePrice } from '../relay/admission/price-of.ts'
import { noteAdmitted } from '../relay/call/call-trail.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { CallSoFar, RelayCall } from '../relay/call/relay-call.ts'
import { usableGroupsOf } from '../relay/call/usable-group.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { createRouter, type Router } from '../relay/routing/route.ts'
import type { Snapshot } from '../state/snapshot.ts'
import type { SessionKind } from './client-secret.ts'
import type { SessionTerms } from './session-meter.ts'

/** A session that may be opened: checked, priced, with money for its first response on hold. */
export interface AdmittedSession {
  caller: Caller
  pinnedChannelId: number | null
  model: string
  kind: SessionKind
  group: string
  beta: string | null
  /** The event that configures the session when it opens; null = the client does so. */
  opening: string | null
  terms: SessionTerms
  snapshot: Snapshot
  router: Router
  reservation: Reservation
  /** The hold beyond the usage so far: one response of ordinary length. */
  step: number
}

export const realtimeTarget: ClientTarget = {
  format: 'openai',
  operation: 'realtime',
  inPath: null,
  isArrayStream: false,
}

/** The session that a client asks for. */
export type RequestedSession = Pick<AdmittedSession, 'model' | 'kind' | 'beta' | 'opening'>

/** Checks rights, finds price and channels, and holds money. Throws GatewayError; nothing is held then. */
export async function admitSession(
  tools: RelayTools,
  call: RelayCall,
  { caller, pinnedChannelId }: Authenticated,
  requested: RequestedSession,
  soFar: CallSoFar,
): Promise<AdmittedSession> {
  const { clock, ledger, random, state } = tools.dependencies
  const { model } = requested
  const snapshot = state.current()
  const { options } = snapshot
  const request = { model, isStream: true, wantsUsage: false, maxOutputTokens: null, n: 1, body: {} }
  const isPinned = pinnedChannelId !== null
  const { group, router } = createGroupSequence(usableGroupsOf(caller, options), (group) => {
    const rights = checkRights(call, caller, isPinned, { model }, snapshot, [group])
    soFar.group = group
    const router = createRouter(
      { ...rights, target: call.target, caller, pinnedChannelId, snapshot, request, inputTokens: 0 },
      { health: tools.health, random, now: clock.now(), preferred: null, required: null },
    )
    return { group, router }
  }).next()
  const price = priceOfSums(requirePrice(call, caller, { model }, options), call.startedAt, model)
  const groupRatio = requireGroupRatio(options, caller.userGroup, group)
  const terms = { price, groupRatio, quotaPerUnit: options.QuotaPerUnit }
  const step = reservationOf({
    ...terms,
    inputTokens: 0,
    maxOutputTokens: 0,
    preConsumedTokens: 0,
    known: { ...noUsage, outputAudio: options.PreConsumedQuota },
  })
  const reservation = await holdAmount(ledger, call, caller, {
    requested: model,
    routed: model,
    group,
    options,
    tokens: options.PreConsumedQuota,
    amount: step,
    deliversAtEnd: false,
  })
  noteAdmitted(clock, call.trail, model, true)
  return { ...requested, caller, pinnedChannelId, group, terms, snapshot, router, reservation, step }
}
