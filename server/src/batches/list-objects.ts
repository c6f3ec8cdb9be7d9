import { recordOf } from '@sluice/contract/read-json'
import { invalidRequest } from '../core/invalid-request.ts'
import { readExactJson } from '../core/json/exact-json.ts'
import type { Caller } from '../relay/call/caller.ts'
import { notStored } from '../relay/call/not-stored.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { findStoredObject, listStoredObjects, type StoredObjectRow } from '../store/stored-objects.ts'
import { fileDetails } from './stored-details.ts'
import { shownObject } from './upstream-object.ts'

const limitsMax = {
  file: 10_000,
  batch: 100,
  conversation: 100,
  message_batch: 1_000,
  message_file: 1_000,
  message_skill: 100,
}
/** The kinds of objects that have lists. */
export type ListedKind = keyof typeof limitsMax
const limitByDefault = {
  file: 1_000,
  batch: 20,
  conversation: 20,
  message_batch: 20,
  message_file: 20,
  message_skill: 20,
}
/** With a filter, at most this many rows are searched. */
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
  const order = orderOf(query.get('order'))
  const isOfMessages = kind.startsWith('message_')
  // Anthropic's packages page through files by a cursor, in older versions by ids.
  const after = await rowOf(isOfMessages ? (query.get('page') ?? query.get('after_id')) : query.get('after'))
  const before = isOfMessages ? await rowOf(query.get('before_id')) : undefined
  const filter = filterOf(kind, query)
  const rows = await listStoredObjects(
    db,
    { userId, kind },
    {
      order,
      limit: filter === null ? limit + 1 : rowsMax,
      ...(after !== undefined && { after }),
      ...(before !== undefined && { before }),
    },
  )
  const found = filter === null ? rows : rows.filter(filter)
  // Backwards from `before`, the extra row is the first one.
  const shown = before === undefined ? found.slice(0, limit) : found.slice(-limit)
  const data = shown.map((row) => shownObject(recordOf(readExactJson(row.data)), request.url, dependencies))
  const ids = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  const hasMore = found.length > shown.length
  return Response.json({
    ...(!isOfMessages && { object: 'list' }),
    data,
    ...ids,
    has_more: hasMore,
    ...(isOfMessages && kind !== 'message_batch' && { next_page: hasMore ? ids.last_id : null }),
  })

  async function rowOf(objectId: string | null): Promise<number | undefined> {
    if (objectId === null || objectId === '') return undefined
    const row = await findStoredObject(db, { userId, kind }, objectId)
    if (!row) throw notStored(objectId)
    return row.id
  }
}

/** Which rows a query asks for; null = all. */
function filterOf(kind: ListedKind, query: URLSearchParams): ((row: StoredObjectRow) => boolean) | null {
  const purpose = query.get('purpose')
  if (kind === 'file' && purpose !== null) return (row) => fileDetails(row).purpose === purpose
  if (kind === 'message_skill') return sourceFilterOf(query.get('source'))
  if (kind !== 'message_file') return null
  const ids = [...query.getAll('ids'), ...query.getAll('ids[]')]
  if (ids.length > 0) return ({ object_id }) => ids.includes(object_id)
  const scope = query.get('scope_id')
  return scope === null ? null : ({ data }) => recordOf(recordOf(readExactJson(data)).scope).id === scope
}

/** Of skills: `source` is an object, and a text in older versions of the API. */
function sourceFilterOf(wanted: string | null): ((row: StoredObjectRow) => boolean) | null {
  if (wanted === null) return null
  return ({ data }) => {
    const { source } = recordOf(readExactJson(data))
    return (recordOf(source).type ?? source) === wanted
  }
}

function orderOf(text: string | null): 'asc' | 'desc' {
  if (text === null || text === 'desc') return 'desc'
  if (text === 'asc') return 'asc'
  throw invalidRequest('noneOf', { field: 'order', choices: 'asc, desc' })
}

function limitOf(text: string | null, kind: ListedKind): number {
  if (text === null) return limitByDefault[kind]
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= limitsMax[kind]) return limit
  throw invalidRequest('mustBeWholeWithin', { field: 'limit', min: 1, max: limitsMax[kind] })
}
