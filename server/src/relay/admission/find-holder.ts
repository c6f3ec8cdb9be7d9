import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'
import type { HoldingAccount, ObjectOwners } from '../routing/object-owners.ts'
import { sharesObjects } from '../routing/shares-objects.ts'

/** Where the objects are that a call names. */
export interface Holder {
  /** The only upstream account that has them; null = any may serve the call. */
  required: HoldingAccount | null
  /** Objects that only channels serve whose operator shares them. */
  shared: readonly string[]
}

const nowhere: Holder = { required: null, shared: [] }
/** A call that names more objects is refused. */
const objectsMax = 200
/** The same for items of a long conversation. */
const restatedMax = 10_000

interface HolderQuestion {
  snapshot: Snapshot
  request?: Pick<RequestFacts, 'previousResponseId'>
  /** Ids that may have no known owner. Those of another account are refused, the others pass. Absent = none. */
  restated?: readonly string[]
  /** Absent = the limit of one call. */
  max?: number
}

interface HolderTools {
  objectOwners: Pick<ObjectOwners, 'find' | 'findForeign'>
}

/**
 * The upstream account with the stored objects that a request names. Accounts of this gateway share upstream accounts,
 * which cannot distinguish them: an object that does not belong to the caller is unknown, unless the operator shares
 * it. Synchronous for a request without objects. Throws GatewayError of the caller.
 */
export function findHolder(
  { objectOwners }: HolderTools,
  { userId }: Pick<Caller, 'userId'>,
  ids: readonly string[],
  { snapshot, request, restated = [], max = objectsMax }: HolderQuestion,
): Holder | Promise<Holder> {
  if (restated.length > restatedMax) throw invalidRequest('tooManyObjects', { max: restatedMax })
  if (restated.length > 0)
    return objectOwners.findForeign(userId, restated).then(([foreign]) => {
      if (foreign !== undefined) throw unknownObject(foreign)
      return findHolder({ objectOwners }, { userId }, ids, { snapshot, ...(request && { request }), max })
    })
  if (ids.length === 0) return nowhere
  if (ids.length > max) throw invalidRequest('tooManyObjects', { max })
  return objectOwners.find(userId, ids).then((found) => {
    const shared = ids.filter((id) => !found.has(id))
    const [first] = shared
    if (first !== undefined && ![...snapshot.channels.values()].some((channel) => sharesObjects(channel, shared)))
      throw first === request?.previousResponseId ? invalidRequest('responseUnknown') : unknownObject(first)
    return { required: commonAccount([...found.values()]), shared }
  })
}

function commonAccount(accounts: readonly HoldingAccount[]): HoldingAccount | null {
  const [first] = accounts
  if (!first) return null
  if (accounts.some(({ channelId, key }) => channelId !== first.channelId || key !== first.key))
    throw invalidRequest('objectsApart')
  return first
}

/** Ids are named up to this length: they come from callers. */
const idShownMax = 80

const unknownObject = (id: string): GatewayError =>
  new GatewayError('stored_object_not_found', { id: id.slice(0, idShownMax) })
