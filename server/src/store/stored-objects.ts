import type { Insertable, Kysely, Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { StoredObjectsTable } from './schema/stored-work.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type StoredObjectRow = Selectable<StoredObjectsTable>
export type NewStoredObject = Omit<Insertable<StoredObjectsTable>, 'id'>

export type StoredObjectKind = 'file' | 'batch' | 'message_batch'

/** What is left to be done for a batch: to follow it, to write its charges down, nothing. Numbers only grow. */
export const batchPhase = { open: 0, charging: 1, over: 2 } as const

export const insertStoredObject = (db: Db, row: NewStoredObject): Promise<number> =>
  insertReturningId(db, 'stored_objects', row)

interface Owned {
  userId: number
  kind: StoredObjectKind
}

/** An account's own object; of several with one id the newest. */
export const findStoredObject = (
  db: Db,
  { userId, kind }: Owned,
  objectId: string,
): Promise<StoredObjectRow | undefined> =>
  db
    .selectFrom('stored_objects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('object_id', '=', objectId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const findStoredById = (db: Db, id: number): Promise<StoredObjectRow | undefined> =>
  db.selectFrom('stored_objects').selectAll().where('id', '=', id).executeTakeFirst()

export const countStoredObjects = (db: Db, { userId, kind }: Owned, phase: number): Promise<number> =>
  countRows(
    db
      .selectFrom('stored_objects')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('phase', '=', phase),
  )

/** An account's own objects: `after` or `before` the row with that id, in the order asked for. */
export async function listStoredObjects(
  db: Db,
  { userId, kind }: Owned,
  slice: { order: 'asc' | 'desc'; after?: number; before?: number; limit: number },
): Promise<StoredObjectRow[]> {
  const { order, after, before, limit } = slice
  // What comes before a row is read from it backwards.
  const direction = before === undefined ? order : order === 'desc' ? 'asc' : 'desc'
  const from = before ?? after
  let query = db
    .selectFrom('stored_objects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
  if (from !== undefined) query = query.where('id', direction === 'desc' ? '<' : '>', from)
  const rows = await query.orderBy('id', direction).limit(limit).execute()
  return before === undefined ? rows : rows.reverse()
}

/** The row of an account's own object of that kind that was made last. */
export const findNewestStored = (db: Db, { userId, kind }: Owned): Promise<StoredObjectRow | undefined> =>
  db
    .selectFrom('stored_objects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export type StoredChange = Partial<Pick<StoredObjectRow, 'data' | 'details' | 'phase' | 'due_at'>>

/** Changes the object unless another process did since it was read. Returns whether it was changed. */
export async function changeStoredObject(
  db: Db,
  { id, revision }: Pick<StoredObjectRow, 'id' | 'revision'>,
  change: StoredChange,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_objects')
    .set({ ...change, revision: revision + 1, updated_at: now, claim: '' })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What the upstream showed last. Nothing else of the object changes. */
export async function noteStoredData(db: Db, id: number, data: string): Promise<void> {
  await db.updateTable('stored_objects').set({ data }).where('id', '=', id).execute()
}

export async function deleteStoredObject(db: Db, id: number): Promise<void> {
  await db.deleteFrom('stored_objects').where('id', '=', id).execute()
}

/** A process that looks at objects leaves them to others at `until`. */
interface Claim {
  now: number
  until: number
}

/** Batches that are to be looked at, for the caller alone: of several nodes that ask at once, each gets others. */
export async function claimDueBatches(
  db: Db,
  { now, until }: Claim,
  most: number,
): Promise<StoredObjectRow[]> {
  const due = await db
    .selectFrom('stored_objects')
    .select('id')
    .where('phase', 'in', [batchPhase.open, batchPhase.charging])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  if (due.length === 0) return []
  const claim = crypto.randomUUID()
  await db
    .updateTable('stored_objects')
    .set({ claim, due_at: until })
    .where(
      'id',
      'in',
      due.map(({ id }) => id).sort((a, b) => a - b),
    )
    .where('phase', 'in', [batchPhase.open, batchPhase.charging])
    .where('due_at', '<=', now)
    .execute()
  return await claimedBy(db, claim)
}

/** The batch for the caller alone; undefined when it is over, or another process looks at it. */
export async function claimBatch(
  db: Db,
  id: number,
  { now, until }: Claim,
): Promise<StoredObjectRow | undefined> {
  const claim = crypto.randomUUID()
  await db
    .updateTable('stored_objects')
    .set({ claim, due_at: until })
    .where('id', '=', id)
    .where('phase', 'in', [batchPhase.open, batchPhase.charging])
    .where((where) => where.or([where('claim', '=', ''), where('due_at', '<=', now)]))
    .execute()
  return (await claimedBy(db, claim))[0]
}

const claimedBy = (db: Db, claim: string): Promise<StoredObjectRow[]> =>
  db.selectFrom('stored_objects').selectAll().where('claim', '=', claim).orderBy('id').execute()

/** Gives a batch back that nothing was found out about. */
export async function postponeBatch(db: Db, id: number, dueAt: number): Promise<void> {
  await db
    .updateTable('stored_objects')
    .set({ due_at: dueAt, claim: '' })
    .where('id', '=', id)
    .where('phase', '!=', batchPhase.over)
    .execute()
}

/** Forgets batches that were over before `before`, and their files of results. Returns how many there were. */
export async function deleteOldBatches(db: Db, before: number, most: number): Promise<number> {
  const old = await db
    .selectFrom('stored_objects')
    .select('id')
    .where('kind', 'in', ['batch', 'message_batch'])
    .where('phase', '=', batchPhase.over)
    .where('updated_at', '<', before)
    .orderBy('id')
    .limit(most)
    .execute()
  if (old.length === 0) return 0
  const ids = old.map(({ id }) => id)
  await db.deleteFrom('stored_objects').where('batch_id', 'in', ids).execute()
  await db.deleteFrom('stored_objects').where('id', 'in', ids).execute()
  return old.length
}
