import { quota } from '@sluice/contract/quota'
import { createGroupSequence, enterNext, type GroupSequence } from '../../core/routing/group-sequence.ts'
import { estimatePromptTokens } from '../../core/tokens/estimate-prompt.ts'
import { nextTurn } from '../../platform/in-turns.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import type { Caller } from '../call/caller.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { isLarge } from '../call/large-body.ts'
import {
  type AdmittedCall,
  type CallSoFar,
  type IdentifiedCall,
  newNeutralCall,
  type RelayCall,
} from '../call/relay-call.ts'
import { usableGroupsOf } from '../call/usable-group.ts'
import type { EntryTools } from '../entry/entry-tools.ts'
import { countableBody } from '../formats/countable-body.ts'
import { createRouter, type Router } from '../routing/route.ts'
import type { RoutingTools } from '../routing/routing-tools.ts'
import { screenPrompt } from '../sensitive/screen-prompt.ts'
import type { WordMatchers } from '../sensitive/word-matchers.ts'
import { type Admission, admit, type CountedPrompt } from './admit.ts'
import { countRunning } from './count-running.ts'
import { findHolder } from './find-holder.ts'
import { needsOf, reserveCall } from './hold.ts'
import { withRecording } from './known-use.ts'
import { refuseRepeatedKeys } from './refuse-repeated-keys.ts'
import { withoutUnpriced } from './unpriced-service.ts'

export interface AdmissionTools extends RoutingTools, Pick<EntryTools, 'issuedItems'> {
  dependencies: RelayDependencies
  words: WordMatchers
}

/** An admitted call, the channels of its group, and the way to its next group. */
export interface AdmissionResult {
  admitted: AdmittedCall
  router: Router
  /** Resolves with the call in its next group; null where it has none. */
  enterNextGroup: () => Promise<{ call: AdmittedCall; router: Router } | null>
}

/**
 * The second stage: rights and price, the channels that may serve the call, the screening of its prompt, and the hold.
 * Throws GatewayError; nothing is held then.
 */
export async function admitCall(
  tools: AdmissionTools,
  call: RelayCall,
  identified: IdentifiedCall,
  soFar: CallSoFar,
): Promise<AdmissionResult> {
  const { clock, ledger, state, random } = tools.dependencies
  const { caller, pinnedChannelId } = identified
  let { body } = identified
  let request = body.form ? withRecording(identified.request) : identified.request
  const snapshot = state.current()
  const restated = call.format.findRestated?.(request.body) ?? []
  const holding = findHolder(tools, caller, call.format.findObjects(request.body), { snapshot, request, restated })
  const { required, shared } = holding instanceof Promise ? await holding : holding
  let prompt: CountedPrompt | null = null
  const promptOf = () => {
    prompt ??= countedPrompt(call, request)
    return prompt
  }
  const enterGroup = (group: string) => {
    const admission = admit(call, caller, pinnedChannelId !== null, request, snapshot, group, promptOf)
    soFar.group = group
    const owner = required ? { ...required, from: 0 } : tools.affinity.ownerOf({ ...admission, caller })
    const router = createRouter(
      { ...admission, target: call.target, caller, pinnedChannelId, snapshot, request },
      {
        health: tools.health,
        random,
        now: clock.now(),
        preferred: owner,
        required,
        shared,
        salePrice: { ...admission.terms, at: call.startedAt },
      },
    )
    return { admission, router, owner }
  }
  if (isLarge(body.bytes)) prompt = await countedLarge(call, request)
  let groups = createGroupSequence(usableGroupsOf(caller, snapshot.options), enterGroup)
  let entered = groups.next()
  const { unpriced: removed } = entered.admission
  if (removed) {
    ;({ body, request } = await withoutUnpriced(call, { body, request }, removed))
    groups = createGroupSequence(usableGroupsOf(caller, snapshot.options), enterGroup)
    entered = groups.next()
  }
  const checked = body.form === undefined ? refuseRepeatedKeys(tools, call, body.bytes) : undefined
  if (checked) await checked
  const screened = screenPrompt(tools, call, caller, request.body)
  const { screen, onWord } = screened instanceof Promise ? await screened : screened
  const running = request.isBackground ? await countRunning(tools.dependencies, caller) : undefined
  const { options } = snapshot
  const reservation = await reserveCall(ledger, call, caller, request, entered.admission, { options, running })
  const { admission, router, owner } = entered
  const onItem = itemKeeper(tools, call, caller, identified.fields)
  const promptPart = tools.promptParts.follow({ ...admission, caller })
  const admitted: AdmittedCall = {
    ...call,
    ...admission,
    caller,
    pinnedChannelId,
    snapshot,
    body,
    request,
    reservation,
    ...(removed && { removed }),
    ...(promptPart && { promptPart }),
    screen,
    onWord,
    onItem,
    neutral: newNeutralCall(),
    stateOwner: { known: owner },
  }
  return { admitted, router, enterNextGroup: () => enterNextGroup(admitted, groups) }
}

const countedPrompt = ({ format, target }: RelayCall, { body, model }: RequestFacts): CountedPrompt => {
  const countable = countableBody(format, target, body)
  return { countable, tokens: estimatePromptTokens(countable, model) }
}

/** The same in turns of its own: thousands of messages or pictures take as long as the rest of the admission. */
async function countedLarge({ format, target }: RelayCall, { body, model }: RequestFacts): Promise<CountedPrompt> {
  await nextTurn()
  const countable = countableBody(format, target, body)
  await nextTurn()
  const tokens = estimatePromptTokens(countable, model)
  await nextTurn()
  return { countable, tokens }
}

/** The call in the next group that can take it and that its limits and its money allow; null where there is none. */
async function enterNextGroup(
  call: AdmittedCall,
  groups: GroupSequence<{ admission: Admission; router: Router }>,
): Promise<{ call: AdmittedCall; router: Router } | null> {
  const { limits, request, reservation } = call
  const { options } = call.snapshot
  while (!groups.isExhausted) {
    const entered = enterNext(groups)
    if (!entered) return null
    const { admission, router } = entered
    const needs = needsOf(call, request, admission, options)
    if (await limits.moveTo({ ...needs, options })) continue
    const missing = needs.amount - reservation.amount
    if (missing > 0 && (await limits.extend(missing))) continue
    if (missing > 0 && (await reservation.extend(quota(missing))) !== 'held') continue
    return { call: { ...call, ...admission }, router }
  }
  return null
}

/** Keeps items of a translated answer for the next turn, unless the client repeats them itself. */
const itemKeeper = (
  { issuedItems }: AdmissionTools,
  { format }: RelayCall,
  { userId }: Caller,
  { store }: Record<string, unknown>,
): AdmittedCall['onItem'] =>
  format.refersToItems && store !== false ? (item) => issuedItems.remember(userId, item) : undefined
