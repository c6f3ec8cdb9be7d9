import type { Insertable, Kysely } from 'kysely'
import { countRowsUpTo } from './count-rows.ts'
import type { AuditLogsTable } from './schema/accounts.ts'
import type { AuditLogRow, Database } from './schema.ts'

type Db = Kysely<Database>

export async function insertAuditLog(db: Db, row: Omit<Insertable<AuditLogsTable>, 'id'>): Promise<void> {
  await db.insertInto('audit_logs').values(row).execute()
}

/** Filter of the lines; absent = any. Times in milliseconds, `untilAt` excluded. */
export interface AuditFilter {
  action?: string
  actorId?: number
  actorName?: string
  objectType?: string
  objectId?: string
  fromAt?: number
  untilAt?: number
}

/** Newest first. */
export function listAuditLogs(
  db: Db,
  filter: AuditFilter,
  slice: { offset: number; limit: number },
): Promise<AuditLogRow[]> {
  return select(db, filter).selectAll().orderBy('id', 'desc').limit(slice.limit).offset(slice.offset).execute()
}

export const findAuditLog = (db: Db, id: number): Promise<AuditLogRow | undefined> =>
  db.selectFrom('audit_logs').selectAll().where('id', '=', id).executeTakeFirst()

/** The newest line of each of these objects. The index by object finds them. */
export async function listLastAuditLogs(
  db: Db,
  objectType: string,
  objectIds: readonly string[],
): Promise<AuditLogRow[]> {
  const newest = await db
    .selectFrom('audit_logs')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('object_type', '=', objectType)
    .where('object_id', 'in', objectIds)
    .groupBy('object_id')
    .execute()
  const ids = newest.map(({ id }) => Number(id))
  return ids.length === 0 ? [] : await db.selectFrom('audit_logs').selectAll().where('id', 'in', ids).execute()
}

/** At most `most`. */
export const countAuditLogs = (db: Db, filter: AuditFilter, most: number): Promise<number> =>
  countRowsUpTo(db, select(db, filter), most)

function select(db: Db, filter: AuditFilter) {
  const { action, actorId, actorName, objectType, objectId, fromAt, untilAt } = filter
  let query = db.selectFrom('audit_logs')
  if (action !== undefined) query = query.where('action', '=', action)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (actorName !== undefined) query = query.where('actor_name', '=', actorName)
  if (objectType !== undefined) query = query.where('object_type', '=', objectType)
  if (objectId !== undefined) query = query.where('object_id', '=', objectId)
  if (fromAt !== undefined) query = query.where('created_at', '>=', fromAt)
  if (untilAt !== undefined) query = query.where('created_at', '<', untilAt)
  return query
}
