import { redemptionStatus } from '@sluice/contract/redemption-status'
import type { Expression, ExpressionBuilder, Insertable, Kysely, Selectable, SqlBool } from 'kysely'
import type { Slice } from './channels.ts'
import { countRowsUpTo } from './count-rows.ts'
import { contains } from './dialects/searching.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { RedemptionsTable } from './schema/payments.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type RedemptionRow = Selectable<RedemptionsTable>

/** The context in which codes are sealed, and the domain of their look-up hashes. */
export const redemptionKeySealContext = 'redemptions.key_box'
export const redemptionKeyPurpose = 'redemption'

export interface RedemptionFilter {
  /** A whole id, or part of the name; '' = any. */
  keyword: string
  /** Look-up hash of a whole code, which is found in addition to the keyword's matches; null = none. */
  keyHash: string | null
  /** One of contract `redemptionFilterStatus`; null = any. */
  status: '1' | '2' | '3' | 'expired' | 'invalid' | null
  now: number
  /** Only codes of one batch. */
  batch?: BatchKey | undefined
}

/** What the codes of one request have in common. */
export type BatchKey = Pick<RedemptionRow, 'user_id' | 'created_at'>

/** Codes that are not deleted. */
const notDeleted = (db: Db) => db.selectFrom('redemptions').selectAll().where('deleted_at', 'is', null)

/** The code with this id, unless it is deleted. */
export const findRedemption = (db: Db, id: number): Promise<RedemptionRow | undefined> =>
  notDeleted(db).where('id', '=', id).executeTakeFirst()

export const findRedemptionByHash = (db: Db, keyHash: string): Promise<RedemptionRow | undefined> =>
  notDeleted(db).where('key_hash', '=', keyHash).executeTakeFirst()

export const listRedemptions = (db: Db, filter: RedemptionFilter, slice: Slice): Promise<RedemptionRow[]> =>
  db
    .selectFrom('redemptions')
    .selectAll()
    .where((eb) => conditionOf(db, eb, filter))
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

/** At most `most`. */
export const countRedemptions = (db: Db, filter: RedemptionFilter, most: number): Promise<number> =>
  countRowsUpTo(
    db,
    db.selectFrom('redemptions').where((eb) => conditionOf(db, eb, filter)),
    most,
  )

export const insertRedemption = (
  db: Db,
  row: Omit<Insertable<RedemptionsTable>, 'id' | 'redeemed_at' | 'used_user_id' | 'deleted_at'>,
): Promise<number> =>
  insertReturningId(db, 'redemptions', { ...row, redeemed_at: 0, used_user_id: 0, deleted_at: null })

export type RedemptionChanges = Partial<Pick<RedemptionRow, 'name' | 'quota' | 'status' | 'expires_at'>>

/** Changes a code that was not used. Returns false when it was used or does not exist. */
export async function updateUnusedRedemption(db: Db, id: number, changes: RedemptionChanges): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('redemptions')
    .set(changes)
    .where('id', '=', id)
    .where('status', '<>', redemptionStatus.used)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  // MariaDB counts matched rows too (CLIENT_FOUND_ROWS): writing the stored value again is not a failure.
  return numUpdatedRows === 1n
}

/** Marks the code as deleted. Returns false when there is none. */
export async function removeRedemption(db: Db, id: number, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('redemptions')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Marks up to `limit` codes that cannot be redeemed as deleted, and returns their number. */
export async function removeInvalidRedemptions(db: Db, now: number, limit: number): Promise<number> {
  const filter: RedemptionFilter = { keyword: '', keyHash: null, status: 'invalid', now }
  const rows = await db
    .selectFrom('redemptions')
    .select('id')
    .where((eb) => conditionOf(db, eb, filter))
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('redemptions')
    .set({ deleted_at: now })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    // One of them may have been enabled again meanwhile.
    .where((eb) => conditionOf(db, eb, filter))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export interface RedemptionBatchRow extends BatchKey {
  id: number
  name: string
  quota_min: number
  quota_max: number
  count: number
  unused: number
  disabled: number
  used: number
  expired: number
}

/** Batches with a code that matches the filter, newest first. Deleted codes do not count. */
export async function listRedemptionBatches(
  db: Db,
  filter: RedemptionFilter,
  slice: Slice,
): Promise<RedemptionBatchRow[]> {
  const countOf = (eb: Eb, status: RedemptionFilter['status'] & ('1' | '2' | '3' | 'expired')) =>
    eb.fn.sum<number | string>(
      eb
        .case()
        .when(statusCondition(eb, status, filter.now))
        .then(eb.lit(1))
        .else(eb.lit(0))
        .end(),
    )
  const rows = await batchesMatching(db, filter)
    .select((eb) => [
      eb.fn.min('id').as('id'),
      eb.fn.min('name').as('name'),
      eb.fn.min('quota').as('quota_min'),
      eb.fn.max('quota').as('quota_max'),
      eb.fn.countAll().as('count'),
      countOf(eb, '1').as('unused'),
      countOf(eb, '2').as('disabled'),
      countOf(eb, '3').as('used'),
      countOf(eb, 'expired').as('expired'),
    ])
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    unused: Number(row.unused),
    disabled: Number(row.disabled),
    used: Number(row.used),
    expired: Number(row.expired),
  }))
}

export const countRedemptionBatches = (db: Db, filter: RedemptionFilter): Promise<number> =>
  db
    .selectFrom(batchesMatching(db, filter).as('batches'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

/** A filter chooses whole batches: their other codes count too. */
function batchesMatching(db: Db, filter: RedemptionFilter) {
  const all = db
    .selectFrom('redemptions')
    .select(['user_id', 'created_at'])
    .where('deleted_at', 'is', null)
    .groupBy(['user_id', 'created_at'])
  if (filter.keyword === '' && filter.status === null) return all
  return all.where((eb) =>
    eb(
      eb.refTuple('user_id', 'created_at'),
      'in',
      eb
        .selectFrom('redemptions')
        .select(['user_id', 'created_at'])
        .where((of) => conditionOf(db, of, filter))
        .$asTuple('user_id', 'created_at'),
    ),
  )
}

/** Sets the status of the codes of a batch that were not used. Returns how many have another one than before. */
export async function updateUnusedOfBatch(db: Db, batch: BatchKey, status: number): Promise<number> {
  const { numUpdatedRows } = await unusedOfBatch(db, batch)
    .set({ status })
    .where('status', '<>', status)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Marks the codes of a batch that were not used as deleted, and returns their number. */
export async function removeUnusedOfBatch(db: Db, batch: BatchKey, at: number): Promise<number> {
  const { numUpdatedRows } = await unusedOfBatch(db, batch).set({ deleted_at: at }).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const unusedOfBatch = (db: Db, { user_id, created_at }: BatchKey) =>
  db
    .updateTable('redemptions')
    .where('user_id', '=', user_id)
    .where('created_at', '=', created_at)
    .where('status', '<>', redemptionStatus.used)
    .where('deleted_at', 'is', null)

type Eb = ExpressionBuilder<Database, 'redemptions'>

function conditionOf(db: Db, eb: Eb, filter: RedemptionFilter): Expression<SqlBool> {
  const all: Expression<SqlBool>[] = [eb('deleted_at', 'is', null)]
  const { keyword, keyHash } = filter
  if (keyword !== '') {
    const any: Expression<SqlBool>[] = [contains(db, eb.ref('name'), keyword)]
    if (/^[1-9]\d{0,15}$/.test(keyword)) any.push(eb('id', '=', Number(keyword)))
    if (keyHash !== null) any.push(eb('key_hash', '=', keyHash))
    all.push(eb.or(any))
  }
  const { batch } = filter
  if (batch) all.push(eb('user_id', '=', batch.user_id), eb('created_at', '=', batch.created_at))
  if (filter.status !== null) all.push(statusCondition(eb, filter.status, filter.now))
  return eb.and(all)
}

function statusCondition(eb: Eb, status: Exclude<RedemptionFilter['status'], null>, now: number): Expression<SqlBool> {
  const unused = eb('status', '=', redemptionStatus.unused)
  const expired = eb.and([unused, eb('expires_at', 'is not', null), eb('expires_at', '<=', now)])
  switch (status) {
    case '1':
      return eb.and([unused, eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])])
    case '2':
      return eb('status', '=', redemptionStatus.disabled)
    case '3':
      return eb('status', '=', redemptionStatus.used)
    case 'expired':
      return expired
    case 'invalid':
      return eb.or([eb('status', '<>', redemptionStatus.unused), expired])
  }
}
