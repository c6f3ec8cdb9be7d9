import { makeReason } from '@sluice/contract/error-reasons'
import { render } from '@sluice/contract/messages/render'
import { quota } from '@sluice/contract/quota'
import { roles, userStatus } from '@sluice/contract/roles'
import type {
  UserBatchAnswer,
  UserBatchRefusal,
  userBatchBalance,
  userBatchGroup,
  userBatchStatus,
} from '@sluice/contract/user-batch'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { listNamedUsers } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { manageUser } from './manage-user.ts'
import { type Actor, moveBalance } from './move-balance.ts'
import { changeUser } from './write-user.ts'

export interface BatchActor extends Actor {
  /** Of the messages of refusals. */
  language: Language
}

/**
 * Applies `act` to each account, one after the other. Accounts that the caller may not manage, super administrators and
 * deleted ones are left as they are, and named; so are those that `act` refuses.
 */
export async function forEachManaged(
  { db }: Pick<AdminDependencies, 'db'>,
  ids: readonly number[],
  { caller, language }: BatchActor,
  act: (id: number) => Promise<unknown>,
): Promise<UserBatchAnswer> {
  const asked = [...new Set(ids)]
  const found = new Map((await listNamedUsers(db, asked)).map((row) => [row.id, row]))
  const refused: UserBatchRefusal[] = []
  for (const id of asked) {
    const account = found.get(id)
    try {
      if (!account || account.deleted_at !== null) throw new GatewayError('not_found', { what: makeReason('user') })
      if (account.role >= roles.root) throw new GatewayError('root_protected')
      requireMayManage(caller, account)
      await act(id)
    } catch (error) {
      if (!(error instanceof GatewayError) || error.owner === 'gateway') throw error
      const { code } = error
      refused.push({ id, username: account?.username ?? '', code, message: render(language, 'errors', error) })
    }
  }
  return { done: asked.length - refused.length, refused }
}

export const setStatuses = (
  deps: AdminDependencies,
  { ids, status }: z.output<typeof userBatchStatus>,
  actor: BatchActor,
): Promise<UserBatchAnswer> =>
  forEachManaged(deps, ids, actor, (id) =>
    manageUser(deps, { id, action: status === userStatus.enabled ? 'enable' : 'disable' }, actor),
  )

export const setGroups = (
  deps: AdminDependencies,
  { ids, group }: z.output<typeof userBatchGroup>,
  actor: BatchActor,
): Promise<UserBatchAnswer> => forEachManaged(deps, ids, actor, (id) => changeUser(deps, { id, group }, actor))

/** With a `batch` the change of each account is applied once, however often it is requested. */
export const adjustBalances = (
  deps: AdminDependencies,
  { ids, amount, reason, allow_debt: allowsDebt, batch }: z.output<typeof userBatchBalance>,
  actor: BatchActor,
): Promise<UserBatchAnswer> => {
  const name = batch === undefined ? actor.requestId : `${actor.caller.id}:${batch}`
  return forEachManaged(deps, ids, actor, (id) =>
    moveBalance(
      deps,
      {
        id,
        mode: amount > 0 ? 'add' : 'subtract',
        value: quota(Math.abs(amount)),
        reason,
        allowsDebt,
        ref: `admin:${name}:${id}`,
      },
      actor,
    ),
  )
}
