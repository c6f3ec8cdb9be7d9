import type { Kysely, Selectable } from 'kysely'
import { countRows } from './count-rows.ts'
import { lockRow } from './lock-row.ts'
import type { AdminRolesTable } from './schema/accounts.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

export type AdminRoleRow = Selectable<AdminRolesTable> & {
  /** Accounts that have the role, without deleted ones. */
  holders: number
}

/** The roles of the operator's own by name, with the number of their holders. */
export async function listAdminRoles(db: Db): Promise<AdminRoleRow[]> {
  const rows = await db.selectFrom('admin_roles').selectAll().orderBy('name').execute()
  const counts = await db
    .selectFrom('users')
    .select((eb) => ['admin_role_id', eb.fn.countAll().as('count')])
    .where('admin_role_id', '>', 0)
    .where('deleted_at', 'is', null)
    .groupBy('admin_role_id')
    .execute()
  const countOf = new Map(counts.map(({ admin_role_id, count }) => [admin_role_id, Number(count)]))
  return rows.map((row) => ({ ...row, holders: countOf.get(row.id) ?? 0 }))
}

/** What the role withholds; undefined = there is no such role. Keeps it from being changed until `trx` ends. */
export async function lockAdminRole(trx: Db, id: number): Promise<number | undefined> {
  await lockRow(trx, 'admin_roles', id)
  const row = await trx.selectFrom('admin_roles').select('withheld_rights').where('id', '=', id).executeTakeFirst()
  return row?.withheld_rights
}

/** The ids of the accounts that have the role, without deleted ones. */
export async function listHolders(db: Db, roleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('admin_role_id', '=', roleId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives the holders of a role what it withholds now. */
export async function spreadRights(trx: Db, roleId: number, withheldRights: number): Promise<void> {
  await trx.updateTable('users').set({ withheld_rights: withheldRights }).where('admin_role_id', '=', roleId).execute()
}

/** Deleted accounts that had the role keep its rights as their own. */
export async function detachRole(trx: Db, roleId: number): Promise<void> {
  await trx.updateTable('users').set({ admin_role_id: 0 }).where('admin_role_id', '=', roleId).execute()
}

export const countAdminRoles = (db: Db): Promise<number> => countRows(db.selectFrom('admin_roles'))
