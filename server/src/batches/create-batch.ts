import { quota } from '@sluice/contract/quota'
import { type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import { discounted } from '../core/billing/discounted.ts'
import { requireGroupRatio } from '../core/billing/group-ratio.ts'
import { isClaudeModel } from '../core/billing/price-fields.ts'
import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { writeJsonInSteps } from '../core/json/write-json-in-steps.ts'
import { noUsage } from '../core/usage/usage.ts'
import type { Reservation } from '../ledger/ledger.ts'
import { finishInTurns, stepMax } from '../platform/in-turns.ts'
import { groupForModels } from '../relay/admission/check-rights.ts'
import { holdAmount } from '../relay/admission/hold.ts'
import { openAnswerTokens } from '../relay/admission/open-answers.ts'
import { priceOfSums, requirePrice } from '../relay/admission/price-of.ts'
import { refuseUnpricedPicture } from '../relay/admission/unpriced-service.ts'
import { refusalOfAccount } from '../relay/answer/refusal-from.ts'
import { noteAdmitted, noteSettled } from '../relay/call/call-trail.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { buildDepositRow } from '../relay/deposits/build-rows.ts'
import type { DepositedWork, WorkModel } from '../relay/deposits/deposited-work.ts'
import type { StoringAccount } from '../relay/deposits/work-account.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { mappedModel } from '../state/mapped-model.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import {
  countStoredObjects,
  findStoredObject,
  insertStoredObject,
  type StoredObjectKind,
  workPhase,
} from '../store/stored-objects.ts'
import { usableAccountOf } from './account.ts'
import { depositOf, sumQuota } from './batch-price.ts'
import { checkRequest, noneNamed } from './check-request.ts'
import { requestsOf } from './files-api.ts'
import { callForClient } from './own-object.ts'
import { type BatchNeeds, channelsToStore, type Placing, placeObject, placeWithObjects } from './place-object.ts'
import { followEveryMs } from './poll-times.ts'
import { readMessageRequests } from './read-batch-requests.ts'
import { buildObjectRow } from './store-object.ts'
import type { BatchContent } from './stored-details.ts'
import { idOf, readObject, shownObject } from './upstream-object.ts'

/** The most running batches of one account, for each kind. */
const batchesMax = 1_000

/** A batch that passed all checks, with its deposit on hold. */
interface HeldBatch {
  content: BatchContent
  group: string
  groupRatio: number
  snapshot: Snapshot
  reservation: Reservation
}

/** Creates a batch from a stored file of the caller, at the upstream account that has the file. */
export async function createFileBatch(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
): Promise<Response> {
  const { db, clock, state } = tools.dependencies
  const { caller } = entered
  const { fields: body } = await readClientFields(tools, call, request)
  const fileId = typeof body.input_file_id === 'string' ? body.input_file_id : ''
  const row = await findStoredObject(db, { userId: caller.userId, kind: 'file' }, fileId)
  if (!row) throw notStored(fileId)
  const content = requestsOf(row, fileId)
  if (body.endpoint !== content.endpoint) throw invalidRequest('endpointDiffers', { endpoint: content.endpoint })
  const snapshot = state.current()
  const account = usableAccountOf(snapshot, row, clock.now())
  const held = await holdBatch(tools, call, entered, { content, snapshot, channels: [account.channel] })
  return await submit(tools, call, entered, held, {
    kind: 'batch',
    url: request.url,
    // Only this account has the file.
    place: { candidates: [], only: account },
    send: (to) =>
      callForClient(tools, call, to, {
        method: 'POST',
        path: '/v1/batches',
        body: new TextEncoder().encode(JSON.stringify(body)),
        isSentOnce: true,
      }),
  })
}

/** Creates a batch of messages, at an account that serves all of its models. */
export async function createMessageBatch(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
): Promise<Response> {
  const { clock, state } = tools.dependencies
  const { caller, pinnedChannelId } = entered
  const { sent, fields: body } = await readClientFields(tools, call, request)
  const snapshot = state.current()
  const isPinned = pinnedChannelId !== null
  const named = noneNamed()
  const content = await readMessageRequests(body.requests, (one) =>
    checkRequest(tools, call, { caller, isPinned }, one, snapshot, named),
  )
  const models = Object.keys(content.shares)
  const group = groupForModels(call, caller, isPinned, models, snapshot)
  const needs = { kinds: ['message_batches'] as const, group, models, pinnedChannelId }
  const candidates = channelsToStore(snapshot, needs, clock.now())
  const place = await placeWithObjects(tools, caller, { candidates, named, snapshot })
  const held = await holdBatch(tools, call, entered, { content, snapshot, channels: place.candidates })
  return await submit(tools, call, entered, held, {
    kind: 'message_batch',
    url: request.url,
    place,
    send: async (to) =>
      await callForClient(tools, call, to, {
        method: 'POST',
        path: call.path,
        body: await finishInTurns(bodyFor(sent.bytes, body, models, to.channel)),
        isSentOnce: true,
      }),
  })
}

/** The body unchanged, or with the model names of the channel if they differ; yields between steps. */
function* bodyFor(
  bytes: Uint8Array,
  body: JsonRecord,
  models: readonly string[],
  channel: ChannelState,
): Generator<void, Uint8Array, void> {
  if (models.every((model) => mappedModel(channel, model) === model)) return bytes
  const requests = recordsOf(body.requests).map((request) => {
    const params = recordOf(request.params)
    return { ...request, params: { ...params, model: mappedModel(channel, String(params.model)) } }
  })
  return yield* writeJsonInSteps({ ...body, requests }, stepMax)
}

/** Checks rights and prices, and holds the deposit. Throws GatewayError; nothing is held then. */
async function holdBatch(
  tools: RelayTools,
  call: RelayCall,
  { caller, pinnedChannelId }: Authenticated,
  { content, snapshot, channels }: { content: BatchContent; snapshot: Snapshot; channels: readonly ChannelState[] },
): Promise<HeldBatch> {
  const { clock, db, ledger } = tools.dependencies
  const { options } = snapshot
  for (const kind of ['batch', 'message_batch'] as const) {
    const running = await countStoredObjects(db, { userId: caller.userId, kind }, workPhase.open)
    if (running >= batchesMax) throw new GatewayError('too_many_stored_objects', { max: batchesMax })
  }
  const names = Object.keys(content.shares)
  const group = groupForModels(call, caller, pinnedChannelId !== null, names, snapshot)
  const groupRatio = requireGroupRatio(options, caller.userGroup, group)
  let tokens = 0
  const deposits = Object.entries(content.shares).map(([model, share]) => {
    const price = priceOfSums(requirePrice(call, caller, { model }, options), call.startedAt, model)
    const eachOpen = openAnswerTokens(model, share.openAnswers, channels)
    for (const { made } of share.made ?? [])
      refuseUnpricedPicture(
        { model, price, made, field: 'image_size' },
        { channels, inputTokens: share.longest },
        options,
      )
    tokens += share.inputTokens + share.outputTokens + share.openAnswers * eachOpen
    return depositOf(share, {
      price: discounted(price.byClaude ?? price, options.BatchRatio),
      groupRatio,
      quotaPerUnit: options.QuotaPerUnit,
      openAnswerTokens: eachOpen,
    })
  })
  const model = names[0] ?? ''
  const reservation = await holdAmount(ledger, call, caller, {
    requested: model,
    routed: model,
    group,
    options,
    tokens,
    amount: sumQuota(deposits),
    deliversAtEnd: true,
  })
  noteAdmitted(clock, call.trail, model, false)
  return { content, group, groupRatio, snapshot, reservation }
}

const needsOf = ({ content, group, reservation }: HeldBatch): BatchNeeds => ({
  model: Object.keys(content.shares)[0] ?? '',
  group,
  amount: reservation.amount,
})

interface Submission {
  kind: StoredObjectKind
  url: string
  place: Pick<Placing, 'candidates' | 'only'>
  send(account: StoringAccount): Promise<Response>
}

/**
 * Submits the batch to the upstream. Once the batch is stored here, the hold is charged as a deposit; if the upstream
 * does not create the batch, the hold is released.
 */
async function submit(
  tools: RelayTools,
  call: RelayCall,
  { caller }: Authenticated,
  held: HeldBatch,
  { kind, url, place, send }: Submission,
): Promise<Response> {
  const { db, clock } = tools.dependencies
  const { reservation } = held
  let isCharged = false
  try {
    const placed = await placeObject(tools, call, { caller, ...place, needs: needsOf(held) }, send)
    call.trail.attemptedAt = clock.monotonic()
    if (placed.kind === 'failed') return refusalOfAccount(call, placed.failure)
    const { account, response } = placed
    const object = await readObject(call, response)
    const details = detailsOf(call, caller, held, account.channel)
    const row = buildDepositRow(clock, details, {
      text: `batch ${idOf(object)}: deposit`,
      userId: caller.userId,
      account,
    })
    const now = clock.now()
    await insertStoredObject(db, {
      ...buildObjectRow(kind, caller, account, object),
      details: JSON.stringify(details),
      phase: workPhase.open,
      at: now,
      due_at: now + followEveryMs,
    })
    isCharged = true
    // A deposit that is lost is not given back: the results are charged whole in any case.
    await reservation.settle(reservation.amount, row, account.channel.id)
    // The deposit is no charge: the results are charged when they come.
    const created = { ...account, upstreamModel: needsOf(held).model, usage: noUsage }
    noteSettled(call, { ...created, quota: quota(0), end: 'complete' })
    call.limits.succeeded()
    return Response.json(shownObject(object, url, tools.dependencies))
  } finally {
    if (!isCharged) await reservation.release(null)
  }
}

function detailsOf(
  call: RelayCall,
  caller: Authenticated['caller'],
  { content, group, groupRatio, snapshot, reservation }: HeldBatch,
  channel: ChannelState,
): DepositedWork {
  const { options } = snapshot
  const models: Record<string, WorkModel> = {}
  for (const [model, share] of Object.entries(content.shares)) {
    const price = priceOfSums(requirePrice(call, caller, { model }, options), call.startedAt, model)
    const upstreamModel = mappedModel(channel, model)
    const isClaude = content.endpoint === '/v1/messages' || isClaudeModel(upstreamModel)
    models[model] = {
      upstreamModel,
      price: discounted((isClaude && price.byClaude) || price, options.BatchRatio),
      inputTokens: Math.ceil(share.inputTokens / share.requests),
      ...(share.made && { made: share.made }),
      ...(share.hourly !== undefined && { hourly: share.hourly }),
    }
  }
  return {
    requestRef: call.id,
    deposit: reservation.amount,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    group,
    groupRatio,
    quotaPerUnit: options.QuotaPerUnit,
    discount: options.BatchRatio,
    models,
    endpoint: content.endpoint,
    path: call.path.split('?', 1)[0] ?? call.path,
    clientAddress: call.clientAddress,
  }
}
