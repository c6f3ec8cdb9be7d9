import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { createGroupSequence } from '../core/routing/group-sequence.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import type { StoredKind } from '../providers/provider.ts'
import { refusalOfAccount } from '../relay/answer/refusal-from.ts'
import type { Caller } from '../relay/call/caller.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { usableGroupsOf } from '../relay/call/usable-group.ts'
import type { StoringAccount } from '../relay/deposits/work-account.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { countStoredObjects, insertStoredObject, type StoredObjectKind, workPhase } from '../store/stored-objects.ts'
import type { StorageRequest } from './account.ts'
import { callForClient } from './own-object.ts'
import { channelsToStore, type Placing, placeObject } from './place-object.ts'
import { dataOf, idOf, readObject } from './upstream-object.ts'

/** Objects of each kind that an account may keep. Running batches have a limit of their own. */
const objectsMax = 10_000

/** Throws GatewayError if the account has as many objects of the kind as it may keep. */
export async function requireRoom({ dependencies: { db } }: RelayTools, { userId }: Caller, kind: StoredObjectKind) {
  const count = await countStoredObjects(db, { userId, kind }, workPhase.over)
  if (count >= objectsMax) throw new GatewayError('too_many_stored_objects', { max: objectsMax })
}

/** The channels of the caller's first group that stores such objects. Throws GatewayError if none does. */
export function channelsThatStore(
  { dependencies: { clock, state } }: RelayTools,
  { caller, pinnedChannelId }: Authenticated,
  kind: StoredKind,
): ChannelState[] {
  const snapshot = state.current()
  return createGroupSequence(usableGroupsOf(caller, snapshot.options), (group) =>
    channelsToStore(snapshot, { kinds: [kind], group, models: [], pinnedChannelId }, clock.now()),
  ).next()
}

/** An object that the caller sends, and where it may go. */
interface NewObject extends Pick<StorageRequest, 'path' | 'contentType'> {
  kind: StoredObjectKind
  placing: Pick<Placing, 'candidates' | 'only' | 'near'>
  bodyFor(channel: ChannelState): Uint8Array | Promise<Uint8Array>
  /** Text of the gateway's own data. */
  details: string
}

/** Stores the object at one account, for the caller alone. Returns the upstream's answer. Throws GatewayError. */
export async function storeObject(
  tools: RelayTools,
  call: RelayCall,
  caller: Caller,
  { kind, placing, bodyFor, details, ...request }: NewObject,
): Promise<Response> {
  const { db, clock } = tools.dependencies
  const placed = await placeObject(tools, call, { caller, ...placing, needs: null }, async (to) =>
    callForClient(tools, call, to, { ...request, method: 'POST', body: await bodyFor(to.channel) }),
  )
  if (placed.kind === 'failed') return refusalOfAccount(call, placed.failure)
  const { account, response } = placed
  const object = await readObject(call, response)
  await insertStoredObject(db, {
    ...buildObjectRow(kind, caller, account, object),
    details,
    phase: workPhase.over,
    at: clock.now(),
    due_at: 0,
  })
  call.limits.succeeded()
  return Response.json(object)
}

/** The row of an object that the upstream account made for the caller. Throws GatewayError if it has no id. */
export const buildObjectRow = <Kind extends StoredObjectKind>(
  kind: Kind,
  { userId }: Caller,
  { channel, key }: StoringAccount,
  object: JsonRecord,
) => ({
  kind,
  object_id: idOf(object),
  user_id: userId,
  channel_id: channel.id,
  key_mark: markOfKey(key),
  batch_id: null,
  data: dataOf(object),
})
