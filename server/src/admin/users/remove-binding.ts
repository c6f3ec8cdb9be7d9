import { makeReason } from '@sluice/contract/error-reasons'
import type { bindingTypes } from '@sluice/contract/user'
import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { findLoginMethods } from '../../identity/login-methods.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { withdrawRights } from '../../identity/withdraw-rights.ts'
import { unbindIdentity } from '../../store/external-identities.ts'
import { type IdentityColumn, removeLoginMethod } from '../../store/login-methods.ts'
import type { Database } from '../../store/schema.ts'
import { findUser, updateUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'

type BindingType = (typeof bindingTypes)[number]

const columns: Record<BindingType, IdentityColumn | 'email'> = {
  email: 'email',
  github: 'github_id',
  oidc: 'oidc_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
  linuxdo: 'linux_do_id',
}

/**
 * Removes a binding of another account. Succeeds without a change if there is no such binding. Throws not_found,
 * user_out_of_reach, only_way_in, or invalid_parameters for the own account, whose bindings need a proof of the owner.
 */
export async function removeBinding(
  deps: AdminDependencies,
  { id, type }: { id: number; type: BindingType },
  { caller, audit }: { caller: ConsoleCaller; audit: Audit },
): Promise<void> {
  const { db } = deps
  const target = await findUser(db, id)
  if (!target) throw new GatewayError('not_found', { what: makeReason('user') })
  requireMayManage(caller, target)
  if (id === caller.id) throw refusedField('id', makeReason('ownBindings'))
  const column = columns[type]
  if (!target[column]) return
  const remove = async (trx: Kysely<Database>) => {
    const { role } = (await findUser(trx, id)) ?? target
    if (role !== target.role) throw new GatewayError('user_out_of_reach')
    await audit({ action: 'user.unbind', objectType: 'user', objectId: id, before: { binding: type } }, trx)
    if (column !== 'email') return await unbindIdentity(trx, id, column)
    await updateUser(trx, id, { email: null })
    return true
  }
  if (column === 'email') await db.transaction().execute(remove)
  else {
    const account = { userId: id, methods: findLoginMethods(deps.state.current().options) }
    if ((await removeLoginMethod(db, account, remove)) === 'last') throw new GatewayError('only_way_in')
  }
  await withdrawRights(deps, id)
}
