import { channelStatus } from '@sluice/contract/roles'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { deleteDoctorRuns } from './channel-sweeps.ts'
import { countRows } from './count-rows.ts'
import { forUpdate } from './dialects/for-update.ts'
import { contains } from './dialects/searching.ts'
import { insertReturningId } from './dialects/writing.ts'
import { isOffForKeys, withoutAutomatic } from './key-states.ts'
import { escapeLike, like } from './like.ts'
import type { ChannelRow, ChannelUpdate, Database, NewChannel } from './schema.ts'

type Db = Kysely<Database>
type Where = ExpressionBuilder<Database, 'channels'>

/** Statements stay below every engine's limit of bound values. */
export const idsPerStatement = 500

export interface ChannelFilter {
  /** Part of the name, the tag, the base URL, the list of models or the remark, or the id. */
  keyword: string
  /** One of the channel's groups, whole. */
  group: string
  /** Part of the channel's list of models. */
  model: string
  /** Channels that match the keyword in an encrypted column (their key). */
  idsByKey: readonly number[]
  /** Only channels with a tag. */
  tagged: boolean
  /** Only channels with one of these; null = any. */
  statuses: readonly number[] | null
  /** Only channels of this type; null = any. */
  type: number | null
  /** The whole tag; '' = any. */
  tag: string
  /** Only these channels; null = any. */
  ids: readonly number[] | null
}

export const noChannelFilter: ChannelFilter = {
  keyword: '',
  group: '',
  model: '',
  idsByKey: [],
  tagged: false,
  statuses: null,
  type: null,
  tag: '',
  ids: null,
}

export interface Slice {
  offset: number
  limit: number
}

export interface ChannelOrder {
  by:
    | 'id'
    | 'name'
    | 'type'
    | 'status'
    | 'tag'
    | 'priority'
    | 'weight'
    | 'balance'
    | 'used_quota'
    | 'response_time_ms'
    | 'test_at'
    | 'created_at'
    | 'expires_at'
  direction: 'asc' | 'desc'
}

export const findChannel = (db: Db, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()

/** The channel, locked until the transaction ends, so that nothing changes it between this read and the write. */
export const findChannelToChange = (trx: Db, id: number): Promise<ChannelRow | undefined> =>
  trx.selectFrom('channels').selectAll().where('id', '=', id).$call(forUpdate(trx)).executeTakeFirst()

/** Those of the channels that exist, locked in the same way, in order of their ids. */
export const lockChannels = (trx: Db, ids: readonly number[]): Promise<ChannelRow[]> =>
  trx.selectFrom('channels').selectAll().where('id', 'in', ids).orderBy('id').$call(forUpdate(trx)).execute()

/** The channels of a tag, locked in the same way, in order of their ids. */
export const listChannelsToChange = (trx: Db, tag: string): Promise<ChannelRow[]> =>
  trx.selectFrom('channels').selectAll().where('tag', '=', tag).orderBy('id').$call(forUpdate(trx)).execute()

export function listChannels(db: Db, filter: ChannelFilter, order: ChannelOrder, slice: Slice): Promise<ChannelRow[]> {
  return (
    db
      .selectFrom('channels')
      .selectAll()
      .where((eb) => channelCondition(db, eb, filter))
      // The engines place NULL differently.
      .$if(order.by === 'tag' || order.by === 'expires_at', (query) =>
        query.orderBy(sql`case when ${sql.ref(order.by)} is null then 1 else 0 end`),
      )
      .orderBy(order.by, order.direction)
      // Pages of equal values must not overlap.
      .$if(order.by !== 'id', (query) => query.orderBy('id', 'desc'))
      .limit(slice.limit)
      .offset(slice.offset)
      .execute()
  )
}

export const countChannels = (db: Db, filter: ChannelFilter): Promise<number> =>
  countRows(db.selectFrom('channels').where((eb) => channelCondition(db, eb, filter)))

/** The counters of tests of a channel that starts afresh. */
export const noBadTests = { slow_tests: 0, refused_tests: 0, failed_tests: 0 } as const

/** The columns that determine the counts of a channel. */
const countedColumns = [
  'id',
  'status',
  'type',
  'tag',
  'group_names',
  'other_info',
  'expires_at',
  'balance',
  'balance_updated_at',
  'balance_currency',
  'slow_tests',
  'refused_tests',
  'failed_tests',
] as const
export type CountedChannel = Pick<ChannelRow, (typeof countedColumns)[number]>

/** All channels under the filter, with the columns that determine their counts. */
export const listCountedChannels = (db: Db, filter: ChannelFilter): Promise<CountedChannel[]> =>
  db
    .selectFrom('channels')
    .select(countedColumns)
    .where((eb) => channelCondition(db, eb, filter))
    .orderBy('id')
    .execute()

/** The number of channels by type, under the filter without its type. */
export async function countChannelTypes(db: Db, filter: ChannelFilter): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('channels')
    .select((eb) => ['type', eb.fn.countAll().as('count')])
    .where((eb) => channelCondition(db, eb, { ...filter, type: null }))
    .groupBy('type')
    .orderBy('type')
    .execute()
  return new Map(rows.map(({ type, count }) => [type, Number(count)]))
}

/** The tags in use, in order of name. */
export async function listTags(db: Db, filter: ChannelFilter, slice: Slice): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('tag')
    .distinct()
    .where((eb) => channelCondition(db, eb, { ...filter, tagged: true }))
    .orderBy('tag')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return rows.flatMap(({ tag }) => (tag === null ? [] : [tag]))
}

export async function countTags(db: Db, filter: ChannelFilter): Promise<number> {
  const row = await db
    .selectFrom('channels')
    .select((eb) => eb.fn.count('tag').distinct().as('count'))
    .where((eb) => channelCondition(db, eb, { ...filter, tagged: true }))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function listChannelsOfTags(db: Db, tags: readonly string[], order: ChannelOrder): Promise<ChannelRow[]> {
  if (tags.length === 0) return []
  return await db
    .selectFrom('channels')
    .selectAll()
    .where('tag', 'in', tags)
    .$if(order.by === 'expires_at', (query) => query.orderBy(sql`case when expires_at is null then 1 else 0 end`))
    .orderBy(order.by, order.direction)
    .$if(order.by !== 'id', (query) => query.orderBy('id', 'desc'))
    .execute()
}

/** The next channels by id, for an iteration over all of them. */
export const listChannelsAfter = (db: Db, id: number, limit: number): Promise<ChannelRow[]> =>
  db.selectFrom('channels').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()

export async function insertChannel(db: Db, row: NewChannel): Promise<ChannelRow> {
  const id = await insertReturningId(db, 'channels', row)
  return await db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function updateChannel(db: Db, id: number, changes: ChannelUpdate): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('channels').set(changes).where('id', '=', id).execute()
}

export async function findChannelIds(
  db: Db,
  which: { status?: readonly number[]; ids?: readonly number[] },
): Promise<number[]> {
  if (which.ids === undefined) return await idsWhere(db, which.status, undefined)
  const found: number[] = []
  for (const ids of chunksOf(which.ids, idsPerStatement)) found.push(...(await idsWhere(db, which.status, ids)))
  return found
}

async function idsWhere(
  db: Db,
  status: readonly number[] | undefined,
  ids: readonly number[] | undefined,
): Promise<number[]> {
  let query = db.selectFrom('channels').select('id')
  if (status !== undefined) query = query.where('status', 'in', status)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  return (await query.orderBy('id').execute()).map((row) => row.id)
}

export const disabledStatuses: readonly number[] = [channelStatus.disabled, channelStatus.autoDisabled]

/** Deletes the channels together with their abilities. Run inside a transaction. */
export async function deleteChannels(db: Db, ids: readonly number[]): Promise<void> {
  for (const chunk of chunksOf(ids, idsPerStatement)) {
    await db.deleteFrom('abilities').where('channel_id', 'in', chunk).execute()
    await db.deleteFrom('channel_model_checks').where('channel_id', 'in', chunk).execute()
    await deleteDoctorRuns(db, chunk)
    await db.deleteFrom('channels').where('id', 'in', chunk).execute()
  }
}

export async function setChannelsTag(db: Db, ids: readonly number[], tag: string | null): Promise<void> {
  for (const chunk of chunksOf(ids, idsPerStatement)) {
    await db.updateTable('channels').set({ tag }).where('id', 'in', chunk).execute()
    await db.updateTable('abilities').set({ tag }).where('channel_id', 'in', chunk).execute()
  }
}

/** Writes priority or weight to the channels and to their abilities. Run inside a transaction. */
export async function setChannelsFigures(
  db: Db,
  ids: readonly number[],
  figures: { priority?: number; weight?: number },
): Promise<void> {
  for (const chunk of chunksOf(ids, idsPerStatement)) {
    await db.updateTable('channels').set(figures).where('id', 'in', chunk).execute()
    await db.updateTable('abilities').set(figures).where('channel_id', 'in', chunk).execute()
  }
}

/**
 * Writes the status to those of the channels that have another one, and to their abilities, and resets their test
 * failure counts. Returns the ids of those channels. Run inside a transaction.
 */
export async function setChannelsStatus(trx: Db, ids: readonly number[], status: number): Promise<number[]> {
  const changed: number[] = []
  for (const chunk of chunksOf(ids, idsPerStatement)) {
    const rows = await trx
      .selectFrom('channels')
      .select(['id', 'status', 'other_info', 'key_states'])
      .where('id', 'in', chunk)
      .where('status', '!=', status)
      .orderBy('id')
      .$call(forUpdate(trx))
      .execute()
    const others = rows.map(({ id }) => id)
    if (others.length === 0) continue
    const changes = { status, ...noBadTests }
    await trx.updateTable('channels').set(changes).where('id', 'in', others).execute()
    if (status === channelStatus.enabled) await resetKeys(trx, rows)
    const enabled = status === channelStatus.enabled ? 1 : 0
    await trx.updateTable('abilities').set({ enabled }).where('channel_id', 'in', others).execute()
    changed.push(...others)
  }
  return changed
}

/** Enables all automatically disabled keys of channels that were disabled because no key was enabled. */
async function resetKeys(
  trx: Db,
  rows: readonly Pick<ChannelRow, 'id' | 'status' | 'other_info' | 'key_states'>[],
): Promise<void> {
  for (const row of rows)
    if (isOffForKeys(row)) await updateChannel(trx, row.id, { key_states: withoutAutomatic(row.key_states) })
}

export function channelCondition(db: Db, eb: Where, filter: ChannelFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = []
  if (filter.keyword !== '') all.push(keywordCondition(db, eb, filter))
  if (filter.model !== '') all.push(contains(db, eb.ref('models'), filter.model))
  if (filter.group !== '') all.push(listHolds(eb, filter.group))
  if (filter.tagged) all.push(eb.and([eb('tag', 'is not', null), eb('tag', '!=', '')]))
  if (filter.type !== null) all.push(eb('type', '=', filter.type))
  if (filter.statuses !== null) all.push(eb('status', 'in', filter.statuses))
  if (filter.tag !== '') all.push(eb('tag', '=', filter.tag))
  if (filter.ids !== null) all.push(isOneOf(filter.ids))
  return all.length === 0 ? sql<SqlBool>`1 = 1` : eb.and(all)
}

function keywordCondition(db: Db, eb: Where, { keyword, idsByKey }: ChannelFilter): Expression<SqlBool> {
  const any: Expression<SqlBool>[] = (['name', 'tag', 'base_url', 'models', 'remark'] as const).map((column) =>
    contains(db, eb.ref(column), keyword),
  )
  if (/^\d{1,15}$/.test(keyword)) any.push(eb('id', '=', Number(keyword)))
  if (idsByKey.length > 0) any.push(eb('id', 'in', idsByKey))
  return eb.or(any)
}

/** Written as one text: the list may be longer than the number of values that a statement binds. */
const isOneOf = (ids: readonly number[]): Expression<SqlBool> =>
  ids.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`${sql.ref('id')} in (${sql.raw(ids.map((id) => Math.trunc(id)).join(','))})`

/** Whether the comma-joined list of groups contains `group`. Joining texts in SQL differs between the engines. */
function listHolds(eb: Where, group: string): Expression<SqlBool> {
  const text = escapeLike(group)
  const column = eb.ref('group_names')
  return eb.or([
    eb('group_names', '=', group),
    like(column, `${text},%`),
    like(column, `%,${text}`),
    like(column, `%,${text},%`),
  ])
}

export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
