import type { Insertable, Kysely } from 'kysely'
import type { AuditLogRow, AuditLogsTable, Database } from './schema.ts'

type Db = Kysely<Database>

export async function insertAuditLog(db: Db, row: Omit<Insertable<AuditLogsTable>, 'id'>): Promise<void> {
  await db.insertInto('audit_logs').values(row).execute()
}

export interface AuditFilter {
  action: string
  actorId: number | null
}

/** Newest first. */
export function listAuditLogs(
  db: Db,
  filter: AuditFilter,
  slice: { offset: number; limit: number },
): Promise<AuditLogRow[]> {
  return select(db, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

export async function countAuditLogs(db: Db, filter: AuditFilter): Promise<number> {
  const row = await select(db, filter)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function select(db: Db, filter: AuditFilter) {
  let query = db.selectFrom('audit_logs')
  if (filter.action !== '') query = query.where('action', '=', filter.action)
  if (filter.actorId !== null) query = query.where('actor_id', '=', filter.actorId)
  return query
}
