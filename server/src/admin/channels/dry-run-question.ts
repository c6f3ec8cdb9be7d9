import type { dryRunQuery } from '@sluice/contract/dry-run'
import { readPath } from '@sluice/contract/price-expression/read-path'
import { endpointPaths } from '@sluice/contract/priced-kinds'
import type { z } from 'zod'
import { askedPrice } from '../../core/billing/expression-price.ts'
import { groupRatioOf } from '../../core/billing/group-ratio.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { type Asked, readAsked } from '../../core/usage/served.ts'
import { type ClientTarget, clientTargetOf } from '../../protocols/client-target.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import { needsOf } from '../../relay/admission/hold.ts'
import { free, priceOf } from '../../relay/admission/price-of.ts'
import type { Caller } from '../../relay/call/caller.ts'
import type { PriceTerms } from '../../relay/call/relay-call.ts'
import type { AnswerOwner } from '../../relay/routing/answer-owners.ts'
import type { ResolvedModel } from '../../state/resolve-model.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { findDryCaller } from './dry-run-caller.ts'

/** A call that is not made. */
export interface DryQuestion {
  snapshot: Snapshot
  caller: Caller
  target: ClientTarget
  request: RequestFacts
  inputTokens: number
  /** The account that has what the call refers to; null = any account may answer. */
  required: AnswerOwner | null
  /** Milliseconds. */
  now: number
}

/** A group that the call may use, with the model there. */
export interface Place extends ResolvedModel {
  group: string
  /** How the call is served there: as it asks, without what is left out because it has no price. */
  asked?: Asked
}

const chat: ClientTarget = { format: 'openai', operation: 'chat', inPath: null, isArrayStream: false }

/** Throws GatewayError at the field that names nothing. */
export async function prepareDryRun(
  { db, state, clock, answerOwners }: Pick<AdminDependencies, 'db' | 'state' | 'clock' | 'answerOwners'>,
  query: z.output<typeof dryRunQuery>,
): Promise<DryQuestion> {
  const { model, user_id, token_id, input_tokens, response_id, group } = query
  const snapshot = state.current()
  const caller = await findDryCaller(db, snapshot, { userId: user_id ?? 0, tokenId: token_id ?? 0, group })
  const endpoint = response_id === '' ? query.endpoint : 'openai-response'
  const path = endpointPaths[endpoint].replace('{model}', encodeURIComponent(model))
  const target = clientTargetOf(path, '') ?? chat
  // Every format takes it.
  const body = query.service_tier === '' ? {} : { service_tier: query.service_tier }
  const asked = readAsked(body)
  return {
    snapshot,
    caller,
    now: clock.now(),
    inputTokens: Math.max(0, input_tokens ?? 0),
    target,
    request: {
      model,
      isStream: true,
      wantsUsage: false,
      maxOutputTokens: null,
      n: 1,
      body,
      ...(asked && { asked }),
      ...(response_id !== '' && { storedBy: 'previous_response_id' }),
    },
    required: response_id === '' ? null : await answerOwners.find(response_id),
  }
}

/** Null = the model has no price for the caller. */
export function dryPriceOf(
  { caller, now, request, snapshot }: DryQuestion,
  { routedModel }: Pick<Place, 'routedModel'>,
): CallPrice | null {
  const price = priceOf({ startedAt: now }, caller, routedModel, snapshot.options)
  const param = (path: string) => readPath(request.body, path)
  // An expression that needs more of the request is shown without its answers.
  return price && (askedPrice(price, { at: now, param, header: () => null }) ?? price)
}

/** Null = the group has no ratio for the caller. */
export const dryRatioOf = ({ caller, snapshot }: DryQuestion, { group }: Pick<Place, 'group'>): number | null =>
  groupRatioOf(snapshot.options, caller.userGroup, group)

export const dryTermsOf = (question: DryQuestion, place: Place): PriceTerms => ({
  price: dryPriceOf(question, place) ?? free,
  groupRatio: dryRatioOf(question, place) ?? 1,
  quotaPerUnit: question.snapshot.options.QuotaPerUnit,
  units: 1,
  imageFactor: null,
  ...(place.asked && { asked: place.asked }),
})

/** What the call would count at limits. */
export function dryNeedsOf(question: DryQuestion, place: Place) {
  const { request, inputTokens, snapshot } = question
  const { options } = snapshot
  const admission = { ...place, countable: {}, inputTokens, terms: dryTermsOf(question, place) }
  return { ...needsOf(question, request, admission, options), options }
}
