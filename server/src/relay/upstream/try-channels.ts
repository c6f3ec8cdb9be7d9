import { nextTurn } from '../../platform/in-turns.ts'
import type { AdmissionResult } from '../admission/admit-call.ts'
import { isLarge } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { choosePassage } from '../passage/choose-passage.ts'
import { outputEstimate } from '../passage/operations.ts'
import type { RouteChoice, Router } from '../routing/route.ts'
import { noChannelError } from '../routing/route-errors.ts'
import { attemptCall } from './attempt.ts'
import {
  type AttemptStep,
  AttemptTurns,
  attemptInTurn,
  mayTryAnother,
  noteFailure,
  type Tried,
  type Untried,
} from './attempt-loop.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import { fetchRemoteMedia } from './fetch-media.ts'
import { attemptHedged } from './hedge.ts'
import type { UpstreamTools } from './upstream-tools.ts'

/** The call in the group that it uses at the moment. */
export interface GroupedCall {
  call: AdmittedCall
}

/**
 * The third stage: tries one channel after the other until one answers or none is left, and keeps `current` at the
 * current group. In groups with a hedge, a stream that starts late is requested from a second channel too. Throws
 * GatewayError if no channel could be tried.
 */
export async function tryChannels(
  tools: UpstreamTools,
  current: GroupedCall,
  { router, enterNextGroup }: Pick<AdmissionResult, 'router' | 'enterNextGroup'>,
): Promise<AttemptOutcome> {
  let found = await tryGroup(tools, current.call, router)
  while (mayMoveOn(current.call, found)) {
    const next = await enterNextGroup()
    if (next === null) break
    current.call = next.call
    const other = await tryGroup(tools, next.call, next.router)
    found = 'kind' in other || !('kind' in found) ? other : found
  }
  if ('kind' in found) return found
  const { caller, request, group } = current.call
  throw found.refusal ?? noChannelError(caller, { model: request.model, group })
}

const mayMoveOn = ({ caller }: AdmittedCall, found: AttemptOutcome | Untried): boolean =>
  'kind' in found
    ? caller.crossesGroups && found.kind === 'failed' && !found.isFinal && mayTryAnother(found.failure)
    : true

/** Tries the channels of one group. Channels that have reached a limit are skipped. */
function tryGroup(tools: UpstreamTools, call: AdmittedCall, router: Router): Promise<AttemptOutcome | Untried> {
  const { options } = call.snapshot
  const { request, group, reservation } = call
  const tokens = call.inputTokens + outputEstimate(call, request, options)
  const needs = () => ({ tokens, amount: reservation.amount })
  const turns = new AttemptTurns(tools, call, router, { model: request.model, group, needs })
  return attemptInTurn(tools, call, turns, new CallStep(tools, call, router, turns))
}

/** The attempts of a call. A class, so that methods are not allocated for each call. */
class CallStep implements AttemptStep<AttemptOutcome> {
  readonly #tools: UpstreamTools
  readonly #call: AdmittedCall
  readonly #router: Router
  readonly #turns: AttemptTurns

  constructor(tools: UpstreamTools, call: AdmittedCall, router: Router, turns: AttemptTurns) {
    this.#tools = tools
    this.#call = call
    this.#router = router
    this.#turns = turns
  }

  attempt(choice: RouteChoice): Promise<Tried<AttemptOutcome>> {
    const call = this.#call
    const tools = this.#tools
    const { request, pinnedChannelId, snapshot, group } = call
    // What one upstream works on in the background goes on when another one is faster.
    const mayHedge = request.isStream && pinnedChannelId === null && !request.isBackground
    const hedgeMs = mayHedge ? snapshot.options.GroupHedgeMs[group] : undefined
    if (hedgeMs === undefined) return attemptChoice(tools, call, choice)
    return attemptHedged(call, choice, {
      hedgeMs,
      next: () => this.#turns.next(),
      attempt: (own, by) => attemptChoice(tools, own, by),
      onFailed: (by, { failure }) => noteFailure(tools, call, by, failure),
    })
  }

  answered({ choice }: Tried<AttemptOutcome>): void {
    if (this.#router.hasAlternatives) this.#tools.affinity.remember(this.#call, choice)
  }
}

/** One attempt. If it ends without an outcome, it says nothing about the channel's health. */
async function attemptChoice(
  tools: UpstreamTools,
  call: AdmittedCall,
  choice: RouteChoice,
): Promise<Tried<AttemptOutcome>> {
  try {
    // The neutral form of a large call takes long enough by itself.
    if (isLarge(call.body.bytes)) await nextTurn()
    const way = choosePassage(call, choice.channel, tools.amendments.withoutFormat)
    const media = way.passage.findMedia(call, way)
    if (media) await fetchRemoteMedia(tools, call, media)
    return { choice, outcome: await attemptCall(tools, call, choice, way) }
  } catch (cause) {
    choice.visit.inconclusive()
    throw cause
  }
}
