import { GatewayError } from '../core/errors.ts'
import { invalidRequest } from '../core/invalid-request.ts'
import { joinInSteps } from '../core/json/join-in-steps.ts'
import { createGroupSequence } from '../core/routing/group-sequence.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import { answerStream } from '../platform/outbound/read-answer.ts'
import { withoutMark } from '../platform/read-body.ts'
import { checkRights } from '../relay/admission/check-rights.ts'
import { refusalFrom, refusalOfAccount } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import { fileIn } from '../relay/call/client-form.ts'
import { finishFor } from '../relay/call/large-body.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { ClientBody, RelayCall } from '../relay/call/relay-call.ts'
import { usableGroupsOf } from '../relay/call/usable-group.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { mappedModel } from '../state/mapped-model.ts'
import type { ChannelState } from '../state/snapshot.ts'
import {
  countStoredObjects,
  deleteStoredObject,
  findStoredById,
  findStoredObject,
  insertStoredObject,
  type StoredObjectRow,
  workPhase,
} from '../store/stored-objects.ts'
import { callAccount, usableAccountOf } from './account.ts'
import { checkRequest, type NamedObjects } from './check-request.ts'
import { channelsToStore, type Placing, placeObject, placeWithObjects } from './place-object.ts'
import { readBatchFile, withBatchModel } from './read-batch-requests.ts'
import type { SettleNow } from './settle-batch.ts'
import { type BatchContent, fileDetails, type StoredFile } from './stored-details.ts'
import { dataOf, idOf, readObject } from './upstream-object.ts'

const filesMax = 10_000

interface Upload {
  body: ClientBody
  contentType: string
  file: { start: number; end: number; bytes: Uint8Array }
  stored: StoredFile
  place: Pick<Placing, 'candidates' | 'only'>
  /** The single model of a file of requests; null = any other file. */
  model: string | null
}

/** Stores a file at an account of the caller's group, after checking the models of a file of requests. */
export async function uploadFile(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
): Promise<Response> {
  const { callUpstream, dependencies } = tools
  const { db, clock, state } = dependencies
  const { caller } = entered
  const count = await countStoredObjects(db, { userId: caller.userId, kind: 'file' }, workPhase.over)
  if (count >= filesMax) throw new GatewayError('too_many_stored_objects', { max: filesMax })
  const upload = await readUpload(tools, call, request, entered)
  const snapshot = state.current()
  const placing = { caller, ...upload.place, needs: null }
  const placed = await placeObject(tools, call, placing, async (to) =>
    callAccount(callUpstream, snapshot, to, {
      method: 'POST',
      path: '/v1/files',
      body: await finishFor(call, bodyFor(upload, to.channel)),
      contentType: upload.contentType,
      from: { call, hopId: tools.hopId },
      signal: call.abort.attempt().signal,
    }),
  )
  if (placed.kind === 'failed') return refusalOfAccount(call, placed.failure)
  const { account, response } = placed
  const object = await readObject(call, response)
  const now = clock.now()
  await insertStoredObject(db, {
    kind: 'file',
    object_id: idOf(object),
    user_id: caller.userId,
    channel_id: account.channel.id,
    key_mark: markOfKey(account.key),
    batch_id: null,
    data: dataOf(object),
    details: JSON.stringify(upload.stored),
    phase: workPhase.over,
    at: now,
    due_at: 0,
  })
  call.limits.succeeded()
  return Response.json(object)
}

async function readUpload(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  { caller, pinnedChannelId }: Authenticated,
): Promise<Upload> {
  const { clock, state } = tools.dependencies
  const { sent: body, fields } = await readClientFields(tools, call, request, true)
  const { form } = body
  if (!form) throw invalidRequest('fileFormRequired')
  const { purpose } = fields
  const file = fileIn(fields, 'file')
  const place = form.parts.find((part) => part.name === 'file' && part.filename !== null)
  if (typeof purpose !== 'string' || purpose === '') throw invalidRequest('fieldRequired', { field: 'purpose' })
  if (!file || !place) throw invalidRequest('fieldRequired', { field: 'file' })
  const snapshot = state.current()
  const contentType = `multipart/form-data; boundary="${form.boundary}"`
  const parts = { body, contentType, file: { ...place, bytes: file.bytes } }
  if (purpose !== 'batch') {
    const candidates = createGroupSequence(usableGroupsOf(caller, snapshot.options), (group) => {
      const needs = { kinds: ['files'] as const, group, models: [], pinnedChannelId }
      return channelsToStore(snapshot, needs, clock.now())
    }).next()
    return { ...parts, stored: { purpose }, place: { candidates, only: null }, model: null }
  }
  const named: NamedObjects = { ids: new Set(), restated: new Set() }
  const content = await readBatchFile(file.bytes, (one) =>
    checkRequest(tools, call, { caller, isPinned: pinnedChannelId !== null }, one, snapshot, named),
  )
  const model = Object.keys(content.shares)[0] ?? ''
  const { group } = checkRights(call, caller, pinnedChannelId !== null, { model }, snapshot)
  const needs = { kinds: ['files', 'batches'] as const, group, models: [model], pinnedChannelId }
  const candidates = channelsToStore(snapshot, needs, clock.now())
  const storing = await placeWithObjects(tools, caller, { candidates, named, snapshot })
  return { ...parts, stored: { purpose, content }, place: storing, model }
}

/**
 * The form unchanged, or with the channel's name of the model in every request if it differs; yields between steps. A
 * file of requests has no byte order mark, which JSON does not allow.
 */
function* bodyFor({ body, file, model }: Upload, channel: ChannelState): Generator<void, Uint8Array, void> {
  if (model === null) return body.bytes
  const upstreamModel = mappedModel(channel, model)
  const sent = upstreamModel === model ? withoutMark(file.bytes) : yield* withBatchModel(file.bytes, upstreamModel)
  if (sent === file.bytes) return body.bytes
  return yield* joinInSteps([body.bytes.subarray(0, file.start), sent, body.bytes.subarray(file.end)])
}

export type FileAction = 'show' | 'content' | 'delete'

/** A call about a file of the caller. Results of a batch are charged before they are returned. */
export async function passFile(
  tools: RelayTools,
  call: RelayCall,
  caller: Caller,
  { id, action }: { id: string; action: FileAction },
  settleNow: SettleNow,
): Promise<Response> {
  const { callUpstream, dependencies } = tools
  const { db, clock, state } = dependencies
  const row = await findStoredObject(db, { userId: caller.userId, kind: 'file' }, id)
  if (!row) throw notStored(id)
  if (row.batch_id !== null && action !== 'show') await settleFirst(row, row.batch_id)
  const snapshot = state.current()
  const account = usableAccountOf(snapshot, row, clock.now())
  const response = await callAccount(callUpstream, snapshot, account, {
    method: action === 'delete' ? 'DELETE' : 'GET',
    path: `/v1/files/${encodeURIComponent(id)}${action === 'content' ? '/content' : ''}`,
    from: { call, hopId: tools.hopId },
    signal: call.abort.attempt().signal,
  })
  const isGone = action === 'delete' && (response.ok || response.status === 404)
  if (isGone) await deleteStoredObject(db, row.id)
  if (!response.ok) return await refusalFrom(call, account, response)
  call.limits.succeeded()
  if (action !== 'content') return Response.json(await readObject(call, response))
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  return new Response(answerStream(response), {
    headers: {
      'content-type': type,
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    },
  })

  async function settleFirst({ object_id }: StoredObjectRow, batchId: number): Promise<void> {
    const batch = await findStoredById(db, batchId)
    if (!batch) throw notStored(object_id)
    await settleNow(batch)
  }
}

/** Reads a file of requests for a batch. Throws GatewayError of the caller. */
export function requestsOf(row: StoredObjectRow, id: string): BatchContent {
  const { content } = fileDetails(row)
  if (!content) throw invalidRequest('fileNotForBatch', { id })
  return content
}
