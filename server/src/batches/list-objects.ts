import { recordOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../core/invalid-request.ts'
import { readExactJson } from '../core/json/exact-json.ts'
import type { Caller } from '../relay/call/caller.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { findStoredObject, listStoredObjects } from '../store/stored-objects.ts'
import { fileDetails } from './stored-details.ts'
import { shownObject } from './upstream-object.ts'

const limitsMax = { file: 10_000, batch: 100, message_batch: 1_000 }
/** The kinds of objects that have lists. */
export type ListedKind = keyof typeof limitsMax
const limitByDefault = { file: 1_000, batch: 20, message_batch: 20 }
/** With a filter by purpose, at most this many rows are searched. */
const rowsMax = 10_000

/** The caller's own objects, as the upstream last returned them. Throws GatewayError. */
export async function listOwn(
  { dependencies }: RelayTools,
  { userId }: Caller,
  kind: ListedKind,
  request: Request,
): Promise<Response> {
  const { db } = dependencies
  const query = new URL(request.url).searchParams
  const limit = limitOf(query.get('limit'), kind)
  const order = query.get('order') === 'asc' ? 'asc' : 'desc'
  const after = await rowOf(query.get(kind === 'message_batch' ? 'after_id' : 'after'))
  const before = kind === 'message_batch' ? await rowOf(query.get('before_id')) : undefined
  const purpose = kind === 'file' ? query.get('purpose') : null
  const rows = await listStoredObjects(
    db,
    { userId, kind },
    {
      order,
      limit: purpose === null ? limit + 1 : rowsMax,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    },
  )
  const found = purpose === null ? rows : rows.filter((row) => fileDetails(row).purpose === purpose)
  // Backwards from `before`, the extra row is the first one.
  const shown = before === undefined ? found.slice(0, limit) : found.slice(-limit)
  const data = shown.map((row) => shownObject(recordOf(readExactJson(row.data)), request.url, dependencies))
  const ids = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  const isOfMessages = kind === 'message_batch'
  return Response.json({
    ...(!isOfMessages && { object: 'list' }),
    data,
    ...ids,
    has_more: found.length > shown.length,
  })

  async function rowOf(objectId: string | null): Promise<number | undefined> {
    if (objectId === null || objectId === '') return undefined
    const row = await findStoredObject(db, { userId, kind }, objectId)
    if (!row) throw notStored(objectId)
    return row.id
  }
}

function limitOf(text: string | null, kind: ListedKind): number {
  if (text === null) return limitByDefault[kind]
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= limitsMax[kind]) return limit
  throw invalidRequest('mustBeWholeWithin', { field: 'limit', min: 1, max: limitsMax[kind] })
}
