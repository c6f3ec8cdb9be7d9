import { permissionsOf, withheldRightsOf, withhold } from '@sluice/contract/admin-rights'
import { type AdminRole, adminRoleLimits, type adminRoleWrite } from '@sluice/contract/admin-role'
import { makeReason } from '@sluice/contract/error-reasons'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireOwnerNow } from '../../identity/require-owner.ts'
import {
  type AdminRoleRow,
  countAdminRoles,
  detachRole,
  listAdminRoles,
  listHolders,
  lockAdminRole,
  spreadRights,
} from '../../store/admin-roles.ts'
import type { NamedRow } from '../../store/named-rows.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows, type Note } from '../named-rows.ts'
import type { Audit, AuditEntry } from '../record-audit.ts'

type Write = z.output<typeof adminRoleWrite>
interface Actor {
  caller: ConsoleCaller
  audit: Audit
}

/**
 * Roles of the operator's own. A change gives their holders its rights in the same transaction, and tells the nodes,
 * which cache accounts. Throws not_found, name_taken, too_many_roles, role_has_holders and owner_proof_required.
 */
export function createRoleService(deps: AdminDependencies) {
  const { db, state } = deps
  const what = makeReason('adminRole')
  const roles = createNamedRows(deps, { table: 'admin_roles', what })

  /** The line of the audit trail names rights, not bits. */
  const noteBy =
    (audit: Audit, line: Pick<AuditEntry, 'action'>, more: object = {}): Note =>
    ({ objectId, before, after }, trx) => {
      const named = { before: describe(before), after: describe(after, more) }
      return audit({ ...line, objectType: 'role', objectId, ...named }, trx)
    }

  return {
    list: async (): Promise<AdminRole[]> => (await listAdminRoles(db)).map(buildRole),

    async create({ name, permissions }: Write, { caller, audit }: Actor): Promise<AdminRole> {
      requireOwnerNow(deps, caller)
      const note = noteBy(audit, { action: 'role.create' })
      const values = { name, withheld_rights: withhold(0, permissions) }
      const row = await roles.create(values, async (line, trx) => {
        const max = adminRoleLimits.roles
        if ((await countAdminRoles(trx)) > max) throw new GatewayError('too_many_roles', { max })
        await note(line, trx)
      })
      return buildRole({ ...row, holders: 0 })
    },

    async update(id: number, { name, permissions }: Partial<Write>, { caller, audit }: Actor): Promise<AdminRole> {
      requireOwnerNow(deps, caller)
      const { withheld_rights: before } = await roles.find(id)
      const changes = {
        ...(name !== undefined && { name }),
        ...(permissions !== undefined && { withheld_rights: withhold(before, permissions) }),
      }
      let holders: number[] = []
      const row = await roles.update(id, changes, async (line, trx) => {
        const withheld = await lockAdminRole(trx, id)
        if (withheld === undefined) throw new GatewayError('not_found', { what })
        await spreadRights(trx, id, withheld)
        holders = await listHolders(trx, id)
        await noteBy(audit, { action: 'role.update' }, { holders })(line, trx)
      })
      for (const holder of holders) await state.publish({ kind: 'user', id: holder })
      return buildRole({ ...row, holders: (await listHolders(db, id)).length })
    },

    async remove(id: number, { caller, audit }: Actor): Promise<void> {
      requireOwnerNow(deps, caller)
      // The lock of the deleted row prevents that an account gets the role meanwhile.
      await roles.remove(id, noteBy(audit, { action: 'role.delete' }), async (trx) => {
        const holders = (await listHolders(trx, id)).length
        if (holders > 0) throw new GatewayError('role_has_holders', { holders })
        await detachRole(trx, id)
      })
    },
  }
}

type Values = Partial<NamedRow<'admin_roles'>>

/** The cast: the values of a line are columns of the row. */
function describe(values: unknown, more: object = {}): object | undefined {
  if (values === undefined) return undefined
  const { name, withheld_rights: withheld } = values as Values
  return {
    ...(name !== undefined && { name }),
    ...(withheld !== undefined && { withheld_rights: withheldRightsOf(withheld) }),
    ...more,
  }
}

const buildRole = (row: AdminRoleRow): AdminRole => ({
  id: row.id,
  name: row.name,
  permissions: permissionsOf(row.withheld_rights),
  holders: row.holders,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})
