import { invalidRequest } from '../core/invalid-request.ts'
import { joinInSteps } from '../core/json/join-in-steps.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import { withoutMark } from '../platform/read-body.ts'
import { providerOf } from '../providers/index.ts'
import { checkRights } from '../relay/admission/check-rights.ts'
import { refusalFrom } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import { fileIn, formType } from '../relay/call/client-form.ts'
import { finishFor } from '../relay/call/large-body.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { ClientBody, RelayCall } from '../relay/call/relay-call.ts'
import type { Place } from '../relay/deposits/work-account.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { mappedModel } from '../state/mapped-model.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import { deleteStoredObject, findStoredById, findStoredObject, type StoredObjectRow } from '../store/stored-objects.ts'
import { usableAccountOf } from './account.ts'
import { checkRequest, noneNamed } from './check-request.ts'
import { answerFile, callForClient, queryOf } from './own-object.ts'
import { channelsToStore, type Placing, placeWithObjects } from './place-object.ts'
import { readBatchFile, withBatchModel } from './read-batch-requests.ts'
import type { SettleNow } from './settle-batch.ts'
import { channelsThatStore, requireRoom, storeObject } from './store-object.ts'
import { type BatchContent, fileDetails, type StoredFile } from './stored-details.ts'
import { readObject } from './upstream-object.ts'

interface Upload {
  body: ClientBody
  contentType: string
  file: { start: number; end: number; bytes: Uint8Array }
  stored: StoredFile
  place: Pick<Placing, 'candidates' | 'only'>
  /** The single model of a file of requests; null = any other file. */
  model: string | null
}

/** OpenAI's files, and those of Anthropic, at the same path. */
export type FileKind = 'file' | 'message_file'

const storageOf = { file: 'files', message_file: 'message_files' } as const

/** Stores a file at an account of the caller's group, after checking the models of a file of requests. */
export async function uploadFile(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
  kind: FileKind,
): Promise<Response> {
  const { caller } = entered
  await requireRoom(tools, caller, kind)
  const upload = await readUpload(tools, call, request, entered, kind)
  return await storeObject(tools, call, caller, {
    kind,
    placing: { ...upload.place, ...(kind === 'message_file' && { near: [kind, 'message_skill'] }) },
    path: `/v1/files${queryFor(kind, call)}`,
    contentType: upload.contentType,
    bodyFor: (channel) => finishFor(call, bodyFor(upload, channel)),
    details: JSON.stringify(upload.stored),
  })
}

async function readUpload(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  entered: Authenticated,
  kind: FileKind,
): Promise<Upload> {
  const { clock, state } = tools.dependencies
  const { caller, pinnedChannelId } = entered
  const { sent: body, fields } = await readClientFields(tools, call, request, true)
  const { form } = body
  if (!form) throw invalidRequest('fileFormRequired')
  // Anthropic's files have no purpose.
  const purpose = kind === 'file' ? fields.purpose : kind
  const file = fileIn(fields, 'file')
  const place = form.parts.find((part) => part.name === 'file' && part.filename !== null)
  if (typeof purpose !== 'string' || purpose === '') throw invalidRequest('fieldRequired', { field: 'purpose' })
  if (!file || !place) throw invalidRequest('fieldRequired', { field: 'file' })
  const snapshot = state.current()
  const parts = { body, contentType: formType(form.boundary), file: { ...place, bytes: file.bytes } }
  if (purpose !== 'batch') {
    const candidates = channelsThatStore(tools, entered, storageOf[kind])
    return { ...parts, stored: { purpose }, place: { candidates, only: null }, model: null }
  }
  const named = noneNamed()
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
  { kind, id, action }: { kind: FileKind; id: string; action: FileAction },
  settleNow: SettleNow,
): Promise<Response> {
  const { dependencies, objectOwners } = tools
  const { db, clock, state } = dependencies
  const snapshot = state.current()
  const row = await findStoredObject(db, { userId: caller.userId, kind }, id)
  if (row && row.batch_id !== null && action !== 'show') await settleFirst(row, row.batch_id)
  const place = row ?? (kind === 'message_file' ? await findWritten(tools, snapshot, caller, id) : null)
  if (!place) throw notStored(id)
  const account = usableAccountOf(snapshot, place, clock.now())
  const response = await callForClient(tools, call, account, {
    method: action === 'delete' ? 'DELETE' : 'GET',
    path: `/v1/files/${encodeURIComponent(id)}${action === 'content' ? '/content' : ''}${queryFor(kind, call)}`,
  })
  const isGone = action === 'delete' && (response.ok || response.status === 404)
  if (isGone && row) await deleteStoredObject(db, row.id)
  if (isGone) await objectOwners.forget(caller.userId, id)
  if (!response.ok) return await refusalFrom(call, account, response)
  call.limits.succeeded()
  return action === 'content' ? answerFile(response) : Response.json(await readObject(call, response))

  async function settleFirst({ object_id }: StoredObjectRow, batchId: number): Promise<void> {
    const batch = await findStoredById(db, batchId)
    if (!batch) throw notStored(object_id)
    await settleNow(batch)
  }
}

/** The place of a file that code of the caller's calls wrote: answers named it. Null = there is none. */
async function findWritten(
  { objectOwners }: RelayTools,
  { channels }: Snapshot,
  { userId }: Caller,
  id: string,
): Promise<Place | null> {
  const owner = (await objectOwners.find(userId, [id])).get(id)
  const channel = owner && channels.get(owner.channelId)
  // Other objects that answers name are no files.
  if (!channel || !providerOf(channel.type)?.storage?.kinds.includes('message_files')) return null
  return { channel_id: channel.id, key_mark: markOfKey(owner.key), object_id: id }
}

/** Calls of OpenAI's files need no query. */
const queryFor = (kind: FileKind, call: RelayCall): string => (kind === 'message_file' ? queryOf(call) : '')

/** Reads a file of requests for a batch. Throws GatewayError of the caller. */
export function requestsOf(row: StoredObjectRow, id: string): BatchContent {
  const { content } = fileDetails(row)
  if (!content) throw invalidRequest('fileNotForBatch', { id })
  return content
}
