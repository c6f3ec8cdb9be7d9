import type { Insertable, Kysely, Selectable } from 'kysely'
import { claimDue, type DueClaim, newClaim } from './claims.ts'
import { countRows } from './count-rows.ts'
import { insertReturningId } from './dialects/writing.ts'
import type { StoredObjectsTable } from './schema/stored-work.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type StoredObjectRow = Selectable<StoredObjectsTable>
type NewStoredObject = Omit<Insertable<StoredObjectsTable>, 'id'>

/** Work that an upstream does after the call, and that is charged at its end. */
export type StoredWorkKind = 'batch' | 'message_batch' | 'response'
/** Kinds of `message_…` are Anthropic's, the others OpenAI's. */
export type StoredObjectKind = 'file' | 'conversation' | 'message_file' | 'message_skill' | StoredWorkKind

/** What remains to be done for such work: polling, charging, nothing. It only increases. */
export const workPhase = { open: 0, charging: 1, over: 2 } as const

/** The phase of an issued object: deleted when it is due. */
const issuedPhase = 3

/** A new object, created at `at`. `claim`: the process that works on it; absent = none. */
type StoredObjectStart = Omit<NewStoredObject, 'revision' | 'created_at' | 'updated_at' | 'claim'> & {
  at: number
  claim?: string
}

export const insertStoredObject = (db: Db, { at, claim = '', ...row }: StoredObjectStart): Promise<number> =>
  insertReturningId(db, 'stored_objects', { ...row, revision: 0, created_at: at, updated_at: at, claim })

interface Owned {
  userId: number
  kind: StoredObjectKind
}

/** An object of the account; the newest of several with the same id. */
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

/** Those of `ids` that belong to the account, of any kind, the newest last. */
export const findOwnedObjects = (
  db: Db,
  userId: number,
  ids: readonly string[],
): Promise<Pick<StoredObjectRow, 'object_id' | 'channel_id' | 'key_mark'>[]> =>
  db
    .selectFrom('stored_objects')
    .select(['object_id', 'channel_id', 'key_mark'])
    .where('user_id', '=', userId)
    .where('object_id', 'in', ids)
    .orderBy('id')
    .execute()

/** Those of `ids` that other accounts have, and the account itself does not. */
export async function findForeignObjects(db: Db, userId: number, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_objects')
    .select(['object_id', 'user_id'])
    .distinct()
    .where('object_id', 'in', ids)
    .execute()
  const own = new Set(rows.filter((row) => row.user_id === userId).map((row) => row.object_id))
  return [...new Set(rows.map((row) => row.object_id))].filter((id) => !own.has(id))
}

/** An object that an answer named: the answer itself, an item, a container. */
export interface IssuedObject {
  id: string
  userId: number
  channelId: number
  mark: string
  now: number
  /** When it is deleted. */
  until: number
}

export async function insertIssuedObjects(db: Db, objects: readonly IssuedObject[]): Promise<void> {
  if (objects.length === 0) return
  const rows = objects.map(({ id, userId, channelId, mark, now, until }) => ({
    kind: 'issued',
    object_id: id,
    user_id: userId,
    channel_id: channelId,
    key_mark: mark,
    batch_id: null,
    data: '',
    details: '',
    phase: issuedPhase,
    revision: 0,
    created_at: now,
    updated_at: now,
    due_at: until,
    claim: '',
  }))
  await db.insertInto('stored_objects').values(rows).execute()
}

export async function deleteIssuedObject(db: Db, userId: number, id: string): Promise<void> {
  await db
    .deleteFrom('stored_objects')
    .where('user_id', '=', userId)
    .where('object_id', '=', id)
    .where('phase', '=', issuedPhase)
    .execute()
}

/** Deletes issued objects that are due. Returns their number. */
export async function deleteDueObjects(db: Db, now: number, most: number): Promise<number> {
  const due = await db
    .selectFrom('stored_objects')
    .select('id')
    .where('phase', '=', issuedPhase)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  await db.deleteFrom('stored_objects').where('id', 'in', ids).execute()
  return due.length
}

export const findStoredById = (db: Db, id: number): Promise<StoredObjectRow | undefined> =>
  db.selectFrom('stored_objects').selectAll().where('id', '=', id).executeTakeFirst()

export const countStoredObjects = (db: Db, { userId, kind }: Owned, phase: number): Promise<number> =>
  countRows(
    db.selectFrom('stored_objects').where('user_id', '=', userId).where('kind', '=', kind).where('phase', '=', phase),
  )

/** The answers that upstreams make for the account in the background, and that no stream delivers: their tokens. */
export async function listRunningAnswers(db: Db, userId: number, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_objects')
    .select('details')
    .where('user_id', '=', userId)
    .where('kind', '=', 'response' satisfies StoredWorkKind)
    .where('phase', '=', workPhase.open)
    .where('claim', '=', '')
    .limit(most)
    .execute()
  return rows.map(({ details }) => details)
}

/** Objects of the account `after` or `before` the row with that id, in the given order. */
export async function listStoredObjects(
  db: Db,
  { userId, kind }: Owned,
  slice: { order: 'asc' | 'desc'; after?: number; before?: number; limit: number },
): Promise<StoredObjectRow[]> {
  const { order, after, before, limit } = slice
  // Rows before a row are read in reverse order from it.
  const direction = before === undefined ? order : order === 'desc' ? 'asc' : 'desc'
  const from = before ?? after
  let query = db.selectFrom('stored_objects').selectAll().where('user_id', '=', userId).where('kind', '=', kind)
  if (from !== undefined) query = query.where('id', direction === 'desc' ? '<' : '>', from)
  const rows = await query.orderBy('id', direction).limit(limit).execute()
  return before === undefined ? rows : rows.reverse()
}

/** The newest object of these kinds of the account. */
export const findNewestStored = (
  db: Db,
  userId: number,
  kinds: readonly StoredObjectKind[],
): Promise<StoredObjectRow | undefined> =>
  db
    .selectFrom('stored_objects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .executeTakeFirst()

export type StoredChange = Partial<Pick<StoredObjectRow, 'data' | 'details' | 'phase' | 'due_at' | 'claim'>>

/**
 * Changes the object unless another process did since it was read, and releases its claim unless `change` keeps it.
 * Returns whether it was changed.
 */
export async function changeStoredObject(
  db: Db,
  { id, revision }: Pick<StoredObjectRow, 'id' | 'revision'>,
  change: StoredChange,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('stored_objects')
    .set({ claim: '', ...change, revision: revision + 1, updated_at: now })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Stores the upstream's last answer about the object, and nothing else. */
export async function noteStoredData(db: Db, id: number, data: string): Promise<void> {
  await db.updateTable('stored_objects').set({ data }).where('id', '=', id).execute()
}

export async function deleteStoredObject(db: Db, id: number): Promise<void> {
  await db.deleteFrom('stored_objects').where('id', '=', id).execute()
}

type Claim = Omit<DueClaim, 'most'>

/** Claims due work. Each row is claimed by one caller only. */
export const claimDueWork = (db: Db, claim: Claim, most: number): Promise<StoredObjectRow[]> =>
  claimDue(db, 'stored_objects', { ...claim, most, phases: [workPhase.open, workPhase.charging] })

/** Claims the work; undefined if it is over or claimed by another process. */
export async function claimWork(
  db: Db,
  id: number,
  { epochId, now, until }: Claim,
): Promise<StoredObjectRow | undefined> {
  const claim = newClaim(epochId)
  await db
    .updateTable('stored_objects')
    .set({ claim, due_at: until })
    .where('id', '=', id)
    .where('phase', 'in', [workPhase.open, workPhase.charging])
    .where((where) => where.or([where('claim', '=', ''), where('due_at', '<=', now)]))
    .execute()
  return await db.selectFrom('stored_objects').selectAll().where('claim', '=', claim).executeTakeFirst()
}

/** Releases the claim of unchanged work until `dueAt`, unless another process has taken it over. */
export async function postponeWork(
  db: Db,
  { id, claim }: Pick<StoredObjectRow, 'id' | 'claim'>,
  dueAt: number,
): Promise<void> {
  await db
    .updateTable('stored_objects')
    .set({ due_at: dueAt, claim: '' })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('phase', '!=', workPhase.over)
    .execute()
}

/** Deletes work that ended before `before`, batches with their result files. Returns the number of works. */
export async function deleteOldWork(db: Db, before: number, most: number): Promise<number> {
  const old = await db
    .selectFrom('stored_objects')
    .select('id')
    .where('kind', 'in', ['batch', 'message_batch', 'response'] satisfies StoredWorkKind[])
    .where('phase', '=', workPhase.over)
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
